"""The operator's options of a rulebook: what may be stated, what must be, and what the Rules become by it.

Needed only when Rules are made (rulebook.py): a board forgets it then.
"""

from shared_core import wheel as _wheel
from shared_core.errors import RulesError
from shared_core.layout import KINDS, layout_of
from shared_core.rulebook import MOST_STAKE, by_spot, row_of
from shared_core.wire import shown

MOST_ODDS = 99
MOST_TURNS = 100


def resolve(book, wheel, stated, complete, limits):
    """{name: value} of what Rules hold by the operator's options. book: the rulebook; stated: {option: value or None};
    the rest as for Rules. Raises RulesError."""
    wheel = _wheel_of(book, wheel)
    values = {name: stated[name] for name in ("zero_rule", "street_odds", "minimum", "maximum")}
    values["wheel"] = wheel
    values["layout"] = layout_of(wheel)
    values["void_number"] = _wheel.void_number(wheel)
    values["allow"] = _allowed(book, stated["allow"])
    values["missing"] = missing = _check_options(book, wheel, stated)
    if stated["zero_rule"] not in (None, "half", "all"):
        raise RulesError("zero_rule", "the zero rule must be half or all, not " + shown(stated["zero_rule"]))
    _check_int("street_odds", "the odds of a street", stated["street_odds"], 1, MOST_ODDS)
    _check_int("chip", "the value of a chip", stated["chip"], 1, MOST_STAKE // 5)
    if stated["chip"] is not None and "five-adjacent" not in values["allow"]:
        raise RulesError("chip", "the value of a chip applies only where five-adjacent is allowed")
    values["chip"] = 1 if stated["chip"] is None else stated["chip"]
    missing += _check_limits(book, stated["minimum"], stated["maximum"], limits)
    values["min_turns"] = _turns(book, stated["min_turns"])
    if complete and missing:
        option, clause, purpose = missing[0]
        raise RulesError(option, book.ID + " needs it stated by the operator, " + clause + ": " + purpose)
    values["odds"], values["refusing"] = _offered(book, values)
    values["zeros"] = [row for row in book.ZEROS if row[0] == wheel and row[1] == stated["zero_rule"]]
    return values


def _offered(book, values):
    """(odds of each spot id, the rows of WAGERS that the spots which are not offered come under)."""
    layout = values["layout"]
    odds = bytearray()
    refusing = []
    rows = by_spot(book.WAGERS)
    for spot in range(len(layout.names)):
        row = row_of(rows, layout, spot)
        odds.append(_odds(row, spot, values))
        if row is not None and not odds[spot] and row not in refusing:
            refusing.append(row)
    return bytes(odds), refusing


def _odds(row, spot, values):
    layout = values["layout"]
    void_number = values["void_number"]
    if row is None or (void_number is not None and void_number in layout.covers(spot)):
        return 0
    if row[3] == "allow":
        return row[1] if layout.kind(spot) in values["allow"] else 0
    if row[3] == "street_odds":
        return values["street_odds"] or 0
    return row[1]


def _wheel_of(book, stated):
    wheel = book.WHEELS[0] if stated is None else stated
    if wheel not in book.WHEELS:
        raise RulesError("wheel", "the wheel must be " + _either(book.WHEELS) + ", not " + shown(stated))
    return wheel


def _check_options(book, wheel, stated):
    """What the wheel's options need stated and is not, a list of (option, clause, what it is for)."""
    rows = [row for row in book.OPTIONS if wheel in row[1]]
    for option in ("chip", "street_odds", "zero_rule"):
        if stated[option] is not None and not [row for row in rows if row[0] == option]:
            raise RulesError(option, "it does not apply to " + book.ID + " on a " + wheel + " wheel")
    missing = [row for row in rows if row[2] and stated[row[0]] is None]
    return [(option, clause, purpose) for option, _, _, clause, purpose in missing]


def _check_limits(book, minimum, maximum, needed):
    """The same for the limits."""
    _check_int("minimum", "the minimum", minimum, 1, MOST_STAKE)
    _check_int("maximum", "the maximum", maximum, 1, MOST_STAKE)
    if minimum is not None and maximum is not None and minimum > maximum:
        raise RulesError("minimum", "the minimum must not be above the maximum")
    must, clause = book.LIMITS
    if not must or not needed:
        return []
    missing = [option for option, value in (("minimum", minimum), ("maximum", maximum)) if value is None]
    return [(option, clause, "the " + option + " of a wager on one spot") for option in missing]


def _turns(book, stated):
    least, clause = book.MIN_TURNS
    _check_int("min_turns", "the minimum of revolutions", stated, 0, MOST_TURNS)
    if stated is not None and stated < least:
        raise RulesError("min_turns", book.ID + " asks for at least " + str(least) + " revolutions, " + clause)
    return least if stated is None else stated


def _either(words):
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _allowed(book, allow):
    kinds = [row[0] for row in book.WAGERS if row[3] == "allow"]
    for kind in allow:
        if kind not in kinds:
            right = "right are " + _either(kinds) if kinds else book.ID + " leaves nothing to allow"
            raise RulesError("allow", shown(kind) + " cannot be allowed: " + right)
    return tuple([kind for kind in KINDS if kind in allow])


def _check_int(option, what, value, least, most):
    if value is not None and (type(value) is not int or not least <= value <= most):
        right = "a whole number from " + str(least) + " to " + str(most)
        raise RulesError(option, what + " must be " + right + ", not " + shown(value))
