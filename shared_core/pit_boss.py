"""What the pit boss does at a table, beside the game: inspections, changes of dealer, corrections of payments.

Each leaves a record and changes nothing of a round.
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
    """settings: Settings; out: Outbox. inspection: Inspection, None where no rule asks for one and none was begun;
    table_closed: as the table has it; coasts: [uneven, friction] of this table's last inspections."""

    def __init__(self, settings, out):
        self.inspection = Inspection(settings.rules.book)
        self.table_closed = True
        self.coasts = []
        self._wanted = settings.inspection
        self._rotor = None  # pairs of what the rotor has shown since the table closed
        self._out = out

    @property
    def must_inspect(self):
        """Whether the table may not open before an inspection."""
        return self._wanted and not self.inspection.done

    def closed(self):
        """The table closed: what was inspected before counts no more."""
        self.table_closed = True
        self.inspection.begin()
        self._rotor = None

    def rotor_coasted(self, pairs):
        """A rotor that was spun by hand coasted; pairs: as Coast.take()."""
        self._rotor = pairs
        self._out.event("rotor", pairs)

    def inspect(self, t, points):
        """The wheel was inspected. points: the names of all points of the inspection."""
        self._check_closed()
        self.inspection.check_all(points)
        self.inspection.done = True
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
        if not self.table_closed:
            raise Refused("not-now", "the wheel is inspected while the table is closed")

    def _record_inspection(self, t):
        pairs = (("points", self.inspection.names()),)
        if self._rotor is not None:
            found = dict(self._rotor)
            drift = coast.drift(self.coasts, found["uneven"], found["friction"])
            self.coasts = coast.remembered(self.coasts, found["uneven"], found["friction"])
            pairs += self._rotor + (("drift", drift),)
            for text in drift:
                self._out.event("warning", (("warning", "rotor-drift"), ("message", text)))
        self._out.record("inspect", t, pairs)


def _check_text(field, value, most):
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise Refused("bad-request", field + " is a text of up to " + str(most) + " characters, not " + shown(value))
