"""Where the rotor is by time alone: index pulses as a clock, the slowing of its turns taken in."""

_LONGEST_US = 16_000_000  # a turn at 0.06 turns/s
_MOST_MISSED = 3  # turns between two index pulses from which the time of one may be told


class TurnTime:
    """The time of whole turns, index to index.

    at: time of the last index; turn_us: the turn that ended with it, 0 when not known; slower_us: by how much each turn
    takes longer than the one before, None when not known.
    """

    def __init__(self):
        self.at = 0
        self.turn_us = 0
        self.slower_us = None
        self._seen = False

    def index(self, t, passed):
        """The index came at t; passed: the whole turns since the last one, by the marks."""
        gap, known = t - self.at, self.turn_us
        alike = known and 1 <= passed <= _MOST_MISSED and abs(gap - passed * known) <= gap >> 3
        if alike:
            mean = gap // passed
            self.slower_us = (mean - known) * 2 // (passed + 1)
            self.turn_us = mean + self.slower_us * (passed - 1) // 2
        else:
            self.turn_us = gap if self._seen and passed == 1 and gap <= _LONGEST_US else 0
            self.slower_us = None
        self._seen = True
        self.at = t

    def angle(self, t, turn):
        """The angle at t since the index, in parts of which a turn has so many; None when it cannot be told."""
        if self.turn_us == 0 or self.slower_us is None:
            return None
        turn_us = self.turn_us + self.slower_us
        past = t - self.at
        if past > turn_us:  # an index was missed
            past -= turn_us
            turn_us += self.slower_us
        if past > turn_us + (turn_us >> 4):
            return None
        return (past >> 6) * turn // (turn_us >> 6)

    def forget(self):
        """The turns are not known any more."""
        self._seen = False
        self.turn_us = 0

    def rebase(self, us):
        """Take us off every time."""
        self.at -= us
