"""What the pit boss does at a table, beside the game: inspections, changes of dealer, corrections of payments.

Each leaves a record and changes nothing of a round. A board forgets this module while it is not needed
(firmware/memory.py): what has to last stands in the table.
"""

from shared_core import coast
from shared_core.errors import Refused
from shared_core.inspection import Inspection
from shared_core.rulebook import MOST_STAKE
from shared_core.wager import check_seat
from shared_core.wire import shown

MOST_NAME = 40  # characters
MOST_REASON = 80


class PitBoss:
    """table: Table, with its inspected and coasts; out: Outbox. inspection: Inspection."""

    def __init__(self, table, out):
        self.inspection = Inspection(table)
        self._rotor = None  # pairs of what the rotor has shown since the table closed
        self._table = table
        self._out = out

    def rotor_coasted(self, pairs):
        """A rotor that was spun by hand coasted; pairs: as Coast.take()."""
        self._rotor = pairs
        self._out.event("rotor", pairs)

    def inspect(self, t, points):
        """The wheel was inspected. points: the names of all points of the inspection."""
        self._check_closed()
        self.inspection.check_all(points)
        self._table.inspected = True
        self._record_inspection(t)

    def inspect_point(self, t, name, good=True):
        """The next point was inspected. One that is not good is a record, and the inspection begins anew."""
        self._check_closed()
        if good is not True and good is not False:
            raise Refused("bad-request", "good must be true or false, not " + shown(good))
        clause = self.inspection.check_next(name)
        if not good:
            self._out.record("inspection-failed", t, (("point", name), ("clause", clause)))
            self.inspection.begin()
        elif self.inspection.good():
            self._record_inspection(t)
        self._out.event("inspection", self.inspection.next())

    def dealer(self, t, name):
        """Another dealer is at the table. name: who, a text of up to 40 characters."""
        _check_text("name", name, MOST_NAME)
        self._out.record("dealer", t, (("name", name),))

    def correct(self, t, of, seat, amount, reason):
        """A mis-payment of the round `of` is put right; its own records stay. amount: to the seat, from it below 0."""
        check_seat(seat)
        if type(of) is not int or not 0 < of <= self._out.round:
            raise Refused("bad-request", "of must be a round from 1 to " + str(self._out.round) + ", not " + shown(of))
        if type(amount) is not int or not 0 < abs(amount) <= MOST_STAKE:
            right = "whole minor units to the seat, or below 0 from it"
            raise Refused("bad-request", "amount must be " + right + ", not " + shown(amount))
        _check_text("reason", reason, MOST_REASON)
        self._out.record("corrected", t, (("of", of), ("seat", seat), ("amount", amount), ("reason", reason)))

    def _check_closed(self):
        if self._table.under != "closed":
            raise Refused("not-now", "the wheel is inspected while the table is closed")

    def _record_inspection(self, t):
        pairs = (("points", self.inspection.names()),)
        if self._rotor is not None:
            found = dict(self._rotor)
            before = self._table.coasts
            drift = coast.drift(before, found["uneven"], found["friction"])
            self._table.coasts = coast.remembered(before, found["uneven"], found["friction"])
            pairs += self._rotor + (("drift", drift),)
            for text in drift:
                self._out.event("warning", (("warning", "rotor-drift"), ("message", text)))
        self._out.record("inspect", t, pairs)


def _check_text(field, value, most):
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise Refused("bad-request", field + " is a text of up to " + str(most) + " characters, not " + shown(value))
