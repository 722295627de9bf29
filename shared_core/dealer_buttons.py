"""What the dealer's two buttons do, alone: every step of a round without a host.

A press counts from its first edge. Where a button is for both a short and a long press, the short one counts when it
is released.
"""

from shared_core import wheel
from shared_core.errors import Refused

HOLD_US = 2000000
PRESS, CLICK, HOLD = "press", "click", "hold"  # CLICK: released before HOLD_US
INSPECT = "inspect-"  # the picture of a point of the inspection, with its place from 1
HAND = "hand-"  # the picture of a number by hand that is chosen but not confirmed, with its name

# (button, gesture): {where the game is: method}. "fault": whatever the game is at.
DOES = {
    ("no_more_bets", PRESS): {
        "inspection": "point_good",
        "closed": "open",
        "place-bets": "call",
        "ball-in-rim": "call",
        "no-more-bets": "call",
        "winning-number": "paid",
        "no-spin": "clear",
    },
    ("no_more_bets", CLICK): {"by-hand": "choose_next"},
    ("no_more_bets", HOLD): {"by-hand": "confirm"},
    ("no_spin", PRESS): {
        "inspection": "inspect_anew",
        "place-bets": "no_spin",
        "ball-in-rim": "no_spin",
        "no-more-bets": "no_spin",
        "by-hand": "no_spin",
        "winning-number": "no_spin",
        "no-spin": "no_spin",
    },
    ("no_spin", HOLD): {"fault": "clear", "inspection": "point_bad", "place-bets": "close", "no-spin": "close"},
}


class DealerButtons:
    """table: Table; out: Outbox."""

    def __init__(self, table, out):
        self._table = table
        self._out = out
        self._numbers = sorted(wheel.pockets(table.rules.wheel))
        self._chosen = 0  # a place in them
        self._chosen_for = None  # round and spin

    def act(self, t, line, gesture):
        """The dealer did that to "no_more_bets" or "no_spin" at t; what cannot be done is a warning."""
        does = DOES.get((line, gesture), {})
        name = does.get("fault") if self._table.faults else None
        name = name or does.get(self._at())
        if name is None:
            return
        try:
            getattr(self if hasattr(self, name) else self._table, name)(t)
        except Refused as error:
            self._out.event("warning", (("warning", error.code), ("button", line), ("message", error.message)))

    def chosen(self):
        """The picture of the number by hand that is chosen, or None."""
        return HAND + self._name() if self._table.by_hand and self._place() is not None else None

    def point(self):
        """The picture of the inspection's next point, or None."""
        return INSPECT + str(self._table.pit_boss.inspection.place + 1) if self._at() == "inspection" else None

    def _at(self):
        if self._table.under == "closed" and self._table.must_inspect:
            return "inspection"
        return "by-hand" if self._table.by_hand else self._table.under

    # Methods of DOES beside those of the table

    def call(self, t):
        self._table.no_more_bets(t, "button")

    def point_good(self, t):
        self._inspect_point(t, True)

    def point_bad(self, t):
        self._inspect_point(t, False)

    def _inspect_point(self, t, good):
        boss = self._table.pit_boss
        boss.inspect_point(t, boss.inspection.point, good)
        self._table.show()

    def inspect_anew(self, t):
        self._table.pit_boss.inspection.begin()
        self._table.show()

    def choose_next(self, t):
        place = self._place()
        self._chosen = 0 if place is None else (place + 1) % len(self._numbers)
        self._chosen_for = self._table.round, self._table.spin
        self._table.show()

    def confirm(self, t):
        if self._place() is None:
            raise Refused("not-now", "choose the number by short presses before you confirm it")
        self._table.number(t, self._name())

    def _place(self):
        """Of the number chosen for this spin, or None."""
        return self._chosen if self._chosen_for == (self._table.round, self._table.spin) else None

    def _name(self):
        return wheel.name(self._numbers[self._chosen])
