"""One line of rotor marks, counted through missing, split and merged pulses."""

PITCH = 64  # angles are 64ths of a pocket pitch
NEAR = 20  # two angles by marks mean the same pocket when they are this near
UNFOLLOWED = 0  # what an index pulse is to a count
FIRST = 1
FITS = 2
ODD = 3
AGAIN = 4  # a part of the last one
SLOWEST_US = 400_000  # a pitch at 0.07 turns/s
FASTEST_US = 12_000  # a pitch at 2.2 turns/s

_MOST_GAP = 10  # marks that may be missing in a row before a count is given up
_MOST_ODDITIES = 16  # two for a stray pulse or a gap, less one for a mark in its place, before a count is given up
_FRESH = 3  # pitches for which a count may be carried on after its last mark
_LONGEST_ANCHOR = 3  # turns for which a place is told without another index


class Marks:
    """Follows one line of marks: where the next is due is known from those before, so a count survives dirt.

    count: marks since some start; at: time of the mark `count`; period: microseconds a pitch, now. anchor: the angle
    of the index; agreed: index pulses in a row that came whole turns apart (0: the index has not been seen). slips:
    how often two index pulses agreed with each other and not with the count.
    """

    def __init__(self, pockets):
        self.pockets = pockets
        self.turn = pockets * PITCH
        self.count = 0
        self.at = 0
        self.period = 0
        self.locked = False
        self.anchor = 0
        self.agreed = 0
        self.missed = 0
        self.slips = 0
        self._odd = None  # angle of an index pulse that did not fit
        self._gap = 0
        self._alike = 0
        self._oddities = 0

    def pulse(self, t):
        """A pulse with its middle at t. Returns by how many marks the count went on; 0 when it is no mark."""
        if not self.locked:
            self._acquire(t)
            return 0
        period = self.period
        gap = t - self.at
        steps = (gap + (period >> 1)) // period
        off = gap - steps * period
        near = period >> 2
        if steps > _MOST_GAP:
            self._lose(t)
            return 0
        if steps < 1 or off > near or off < -near:
            self._is_odd(t)
            return 0
        self.count += steps
        self.at = t - (off >> 1)
        self.period = period + off // (4 * steps)
        if steps > 1:
            self.missed += steps - 1
            self._is_odd(t)
        elif self._oddities:
            self._oddities -= 1
        return steps

    def _is_odd(self, t):
        """Many oddities mean that it follows half the marks, or twice as many as there are, or no rotor at all."""
        self._oddities += 2
        if self._oddities > _MOST_ODDITIES:
            self._lose(t)

    def _acquire(self, t):
        """Three gaps alike in a row begin a count."""
        gap = t - self.at
        self.at = t
        near = gap >> 3
        alike = FASTEST_US <= gap <= SLOWEST_US and -near <= gap - self._gap <= near
        self._alike = self._alike + 1 if alike else 0
        self._gap = gap
        if self._alike == 2:
            self.locked = True
            self.period = gap
            self._oddities = 0

    def _lose(self, t):
        """Give the count up: the next marks begin one that has to find the index again."""
        self.locked = False
        self.agreed = 0
        self._odd = None
        self._alike = 0
        self._gap = 0
        self.at = t

    def fresh(self, t):
        """Whether the count can be carried on to time t."""
        return self.locked and t - self.at <= _FRESH * self.period

    def angle(self, t):
        """The angle at t since the count began; only when fresh."""
        return self.count * PITCH + (t - self.at) * PITCH // self.period

    def index(self, t):
        """The index passed at t: FITS when whole turns after the last one, ODD when not, FIRST, AGAIN or UNFOLLOWED."""
        if not self.fresh(t):
            return UNFOLLOWED
        angle = self.angle(t)
        if self.agreed == 0:
            self.anchor, self.agreed = angle, 1
            return FIRST
        off = (angle - self.anchor + self.turn // 2) % self.turn - self.turn // 2
        if angle - self.anchor < PITCH:
            return AGAIN
        if -NEAR <= off <= NEAR:
            self.anchor = angle - off + off // 4
            self.agreed = min(self.agreed + 1, 9)
            self._odd = None
            return FITS
        odd, self._odd = self._odd, angle
        if odd is None or angle - odd < self.turn // 2 or whole_turns_apart(angle, odd, self.turn) > NEAR:
            return ODD
        self.anchor, self.agreed, self._odd = angle, 2, None
        self.slips += 1
        return FITS

    def forget_odd(self):
        """The index pulse that did not fit is known to be none."""
        self._odd = None

    def since_index(self, t):
        """The angle at t since the index; None when the count cannot tell, or is in doubt."""
        if self.agreed == 0 or self._odd is not None or not self.fresh(t):
            return None
        angle = self.angle(t) - self.anchor
        return angle if angle <= _LONGEST_ANCHOR * self.turn else None

    def rebase(self, us):
        """Take us off every time, and whole turns off the count."""
        self.at -= us
        whole = self.count // self.pockets * self.pockets
        self.count -= whole
        self.anchor -= whole * PITCH
        if self._odd is not None:
            self._odd -= whole * PITCH


def whole_turns_apart(one, other, turn):
    """How far two angles are from a whole number of turns apart."""
    away = (one - other) % turn
    return min(away, turn - away)
