"""A rulebook, resolved for one table: which wagers it offers, at which odds, and what a number does to each spot."""

from shared_core import wheel as _wheel
from shared_core.errors import Refused, RulesError
from shared_core.layout import KINDS, layout_of
from shared_core.wire import shown

LOSE, WIN, HALF, STAND = range(4)
OUTCOMES = ("lose", "win", "half", "stand")
MOST_STAKE = 2**53 - 1
MOST_ODDS = 99
MOST_TURNS = 100

_LETTERS = "abcdefghijklmnopqrstuvwxyz-"


def load(book_id):
    """The data of a rulebook by its id; RulesError where there is none."""
    named = isinstance(book_id, str) and 0 < len(book_id) <= 40 and all([char in _LETTERS for char in book_id])
    named = named and book_id[0] != "-" and book_id[-1] != "-"
    if not named:
        raise RulesError("rules", "no rulebook has the id " + shown(book_id))
    try:
        name = book_id.replace("-", "_")
        return getattr(__import__("shared_core.rulebooks." + name).rulebooks, name)
    except ImportError:
        raise RulesError("rules", "no rulebook has the id " + shown(book_id)) from None


class Rules:
    """The rules of one table. Raises RulesError for options that do not fit or are missing.

    book_id: id of the rulebook; wheel: one of its wheels (None: its first); zero_rule: "half" or "all";
    allow: kinds that the operator allows; street_odds: to 1; chip: value of a chip of a five-adjacent wager;
    minimum, maximum: limits a seat and spot, in minor units; min_turns: revolutions of a valid spin, where the
    operator asks for more than the text. complete=False: what must be stated need not be, and `missing` names it.
    limits=False: limits need not be stated.

    odds: bytes, to 1, for each spot id, 0 where it is not offered. missing: list of (option, clause, what it is for).
    """

    def __init__(
        self,
        book_id,
        wheel=None,
        zero_rule=None,
        allow=(),
        street_odds=None,
        chip=None,
        minimum=None,
        maximum=None,
        min_turns=None,
        complete=True,
        limits=True,
    ):
        book = load(book_id)
        self.book = book
        self.id = book.ID
        self.wheel = book.WHEELS[0] if wheel is None else wheel
        if self.wheel not in book.WHEELS:
            raise RulesError("wheel", "the wheel must be " + _either(book.WHEELS) + ", not " + shown(wheel))
        self.layout = layout_of(self.wheel)
        self.void_number = _wheel.void_number(self.wheel)
        self.zero_rule = zero_rule
        self.allow = _allowed(book, allow)
        self.street_odds = street_odds
        self.minimum = minimum
        self.maximum = maximum
        self.missing = []

        self._check_options({"zero_rule": zero_rule, "street_odds": street_odds, "chip": chip})
        if zero_rule not in (None, "half", "all"):
            raise RulesError("zero_rule", "the zero rule must be half or all, not " + shown(zero_rule))
        _check_int("street_odds", "the odds of a street", street_odds, 1, MOST_ODDS)
        _check_int("chip", "the value of a chip", chip, 1, MOST_STAKE // 5)
        if chip is not None and "five-adjacent" not in self.allow:
            raise RulesError("chip", "the value of a chip applies only where five-adjacent is allowed")
        self.chip = 1 if chip is None else chip
        self._check_limits(limits)
        self.min_turns = self._turns(min_turns)
        if complete and self.missing:
            option, clause, purpose = self.missing[0]
            raise RulesError(option, self.id + " needs it stated by the operator, " + clause + ": " + purpose)
        self.odds = bytes([self._odds_of(spot) for spot in range(len(self.layout.names))])

    def _check_options(self, stated):
        rows = [row for row in self.book.OPTIONS if self.wheel in row[1]]
        for option in sorted(stated):
            if stated[option] is not None and not [row for row in rows if row[0] == option]:
                raise RulesError(option, "it does not apply to " + self.id + " on a " + self.wheel + " wheel")
        for option, _, needed, clause, purpose in rows:
            if needed and stated.get(option) is None:
                self.missing.append((option, clause, purpose))

    def _check_limits(self, needed):
        _check_int("minimum", "the minimum", self.minimum, 1, MOST_STAKE)
        _check_int("maximum", "the maximum", self.maximum, 1, MOST_STAKE)
        if self.minimum is not None and self.maximum is not None and self.minimum > self.maximum:
            raise RulesError("minimum", "the minimum must not be above the maximum")
        must, clause = self.book.LIMITS
        if must and needed:
            for option, value in (("minimum", self.minimum), ("maximum", self.maximum)):
                if value is None:
                    self.missing.append((option, clause, "the " + option + " of a wager on one spot"))

    def _turns(self, stated):
        least, clause = self.book.MIN_TURNS
        _check_int("min_turns", "the minimum of revolutions", stated, 0, MOST_TURNS)
        if stated is not None and stated < least:
            raise RulesError("min_turns", self.id + " asks for at least " + str(least) + " revolutions, " + clause)
        return least if stated is None else stated

    def wager_row(self, spot):
        """The row of WAGERS that a spot id comes under, or None. A row for the spot itself overrules its kind's."""
        by_kind = None
        kind = self.layout.kind(spot)
        name = self.layout.names[spot]
        for row in self.book.WAGERS:
            if row[0] == name:
                return row
            if row[0] == kind:
                by_kind = row
        return by_kind

    def _odds_of(self, spot):
        row = self.wager_row(spot)
        if row is None or (self.void_number is not None and self.void_number in self.layout.covers(spot)):
            return 0
        if row[3] == "allow":
            return row[1] if self.layout.kind(spot) in self.allow else 0
        if row[3] == "street_odds":
            return self.street_odds or 0
        return row[1]

    def spot(self, name):
        """The id of an offered spot. Raises Refused: unknown-spot or not-offered."""
        spot = self.layout.spot_id(name)
        if spot is None:
            layout = "double-zero" if self.layout.double else "single-zero"
            raise Refused("unknown-spot", "no place on a " + layout + " layout is called " + shown(name))
        if not self.odds[spot]:
            raise Refused("not-offered", name + " is not offered: " + self._why_not(spot))
        return spot

    def _why_not(self, spot):
        row = self.wager_row(spot)
        if row is None:
            return self.id + " does not list it"
        if self.void_number is not None and self.void_number in self.layout.covers(spot):
            return "it covers " + _wheel.name(self.void_number) + ", which never decides on this wheel"
        if row[3] == "allow":
            return "the operator has not allowed " + self.layout.kind(spot) + ", " + row[2]
        return "the operator has stated no odds for it, " + row[2]

    def outcomes(self, number):
        """bytearray: LOSE, WIN, HALF or STAND for each spot id when `number` comes up."""
        if number == self.void_number:
            return bytearray([STAND] * len(self.odds))
        row = bytearray(len(self.odds))
        for wheel, zero_rule, zero, kinds, outcome, _ in self.book.ZEROS:
            if wheel == self.wheel and zero_rule == self.zero_rule and _wheel.number_id(zero) == number:
                for kind in kinds:
                    row[self.layout.spot_id(kind)] = OUTCOMES.index(outcome)
        for spot in self.layout.covered_by[number]:
            row[spot] = WIN
        return row

    def clause(self, table, key):
        """The clause of the first row of a two-column table of the book (VOIDS) that begins with key, or None."""
        for row in table:
            if row[0] == key:
                return row[1]
        return None


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
