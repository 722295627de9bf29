"""The two ways in which the core says no."""


class Refused(ValueError):
    """A request that the table does not take.

    code: the reason as a word in kebab-case, one of those in DESIGN ("unknown-spot", "late", ...);
    message: a sentence that says what was wrong and what would be right.
    """

    def __init__(self, code, message):
        super().__init__(code + ": " + message)
        self.code = code
        self.message = message


class RulesError(ValueError):
    """A rulebook, wheel or operator's option that cannot be used as stated.

    option: the name of the option at fault ("zero_rule", "wheel", ...); message: what would be right.
    """

    def __init__(self, option, message):
        super().__init__(option + ": " + message)
        self.option = option
        self.message = message
