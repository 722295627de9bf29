"""The wheel's lines looked at while no game is on: self-test and calibration, as the link asks for them, and what a
rotor shows that coasts."""

from shared_core.coast import Coast
from shared_core.errors import Refused
from shared_core.line_stats import LineStats
from shared_core.sensor_lines import ROTOR_A, ROTOR_INDEX
from shared_core.table_setup import LINES
from shared_core.wire import shown

DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}  # as calibration.py counts them


class WheelCheck:
    """Feeds on the same edges as the tracker, but only while the table is closed, when there is time for it.

    pockets: of the wheel; coast: Coast. Times are microseconds of the caller's base, under 2**30.
    """

    def __init__(self, pockets):
        self._pockets = pockets
        self._stats = LineStats(len(LINES))
        self.coast = Coast(pockets)
        self._calibration = None

    def edge(self, t, line, level):
        """A line (index in settings.LINES) changed to level at t."""
        self._stats.edge(t, line, level)
        if line in (ROTOR_INDEX, ROTOR_A):
            self.coast.edge(t, line, level)
        if self._calibration is not None and line < 6:
            self._calibration.edge(t, line, level)

    def self_test(self, t, reset=False):
        """Pairs with what each line did since the last reset: rows of name, level, pulses, ... as LineStats.line()."""
        if reset is not True and reset is not False:
            raise Refused("bad-request", "reset must be true or false, not " + shown(reset))
        rows = []
        for place, name in enumerate(LINES):
            rows.append([name] + [value for _, value in self._stats.line(place, t)])
        if reset:
            self._stats.reset(t)
        return (("lines", rows),)

    def calibrate(self, rotor=None, ball=None):
        """With both directions: begins a calibration. Without: pairs with how far it is and what has come of it."""
        if rotor is None and ball is None:
            if self._calibration is None:
                raise Refused("not-now", "no calibration was begun: state the directions of rotor and ball")
            offsets, errors = self._calibration.result()
            return self._calibration.progress() + (("offsets", offsets), ("errors", errors))
        from shared_core.calibration import Calibration  # large and seldom wanted: not in a board's memory till then

        self._calibration = Calibration(self._pockets, _direction("rotor", rotor), _direction("ball", ball))
        return ()

    def rebase(self, us):
        """The caller's base moved `us` later."""
        self._stats.rebase(us)
        self.coast.rebase(us)
        if self._calibration is not None:
            self._calibration.rebase(us)


def _direction(name, value):
    if value in DIRECTIONS:
        return DIRECTIONS[value]
    raise Refused("bad-request", name + " must be clockwise or counterclockwise, not " + shown(value))
