"""A rulebook, resolved for one table: which wagers it offers, at which odds, and what a number does to each spot."""

from shared_core import wheel as _wheel
from shared_core.errors import Refused, RulesError
from shared_core.wire import shown

LOSE, WIN, HALF, STAND = range(4)
OUTCOMES = ("lose", "win", "half", "stand")
MOST_STAKE = 2**53 - 1

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


def by_spot(rows):
    """{what a row is for, a spot's name or its kind: row} of rows of WAGERS."""
    return {row[0]: row for row in rows}


def row_of(rows, layout, spot):
    """The row of by_spot() that a spot id comes under, or None. A row for the spot itself overrules its kind's."""
    return rows.get(layout.names[spot]) or rows.get(layout.kind(spot))


class Rules:
    """The rules of one table. Raises RulesError for options that do not fit or are missing.

    book_id: id of the rulebook; wheel: one of its wheels (None: its first); zero_rule: "half" or "all";
    allow: kinds that the operator allows; street_odds: to 1; chip: value of a chip of a five-adjacent wager;
    minimum, maximum: limits a seat and spot, in minor units; min_turns: revolutions of a valid spin, where the
    operator asks for more than the text. complete=False: what must be stated need not be, and `missing` names it.
    limits=False: limits need not be stated.

    odds: bytes, to 1, for each spot id, 0 where it is not offered. missing: list of (option, clause, what it is for).
    closing, touch, voids, inspection: those of the rulebook, which itself is not kept, so that a board can forget it.
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
        from shared_core.rule_options import resolve

        book = load(book_id)
        self.id = book.ID
        stated = {
            "zero_rule": zero_rule,
            "allow": allow,
            "street_odds": street_odds,
            "chip": chip,
            "minimum": minimum,
            "maximum": maximum,
            "min_turns": min_turns,
        }
        values = resolve(book, wheel, stated, complete, limits)
        self.wheel = values["wheel"]
        self.layout = values["layout"]
        self.void_number = values["void_number"]
        self.zero_rule = values["zero_rule"]
        self.allow = values["allow"]
        self.street_odds = values["street_odds"]
        self.chip = values["chip"]
        self.minimum = values["minimum"]
        self.maximum = values["maximum"]
        self.min_turns = values["min_turns"]
        self.missing = values["missing"]
        self.odds = values["odds"]
        self.closing = book.CLOSING
        self.touch = book.TOUCH
        self.voids = book.VOIDS
        self.inspection = book.INSPECTION
        self._refusing = by_spot(values["refusing"])
        self._zeros = values["zeros"]

    @property
    def book(self):
        """The data of the rulebook, for whoever reads it: loaded anew where it was forgotten."""
        return load(self.id)

    def wager_row(self, spot):
        """The row of the rulebook's WAGERS that a spot id comes under, or None."""
        return row_of(by_spot(self.book.WAGERS), self.layout, spot)

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
        row = row_of(self._refusing, self.layout, spot)
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
        for _, _, zero, kinds, outcome, _ in self._zeros:
            if _wheel.number_id(zero) == number:
                for kind in kinds:
                    row[self.layout.spot_id(kind)] = OUTCOMES.index(outcome)
        for spot in self.layout.covered_by(number):
            row[spot] = WIN
        return row

    def void_clause(self, cause):
        """The clause by which a cause voids a spin, or None."""
        for row in self.voids:
            if row[0] == cause:
                return row[1]
        return None
