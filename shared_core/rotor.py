"""Where the rotor is: marks counted from the index on two lines, and the time within the turn beside them.

Angles are 64ths of a pocket pitch; they grow whichever way the rotor goes, and its direction is kept apart. Each
line of marks is followed by itself (marks.py), so that the two bear each other out.
"""

from shared_core.marks import AGAIN, FASTEST_US, FITS, NEAR, ODD, PITCH, UNFOLLOWED, Marks, whole_turns_apart
from shared_core.sensor_lines import POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX, TURN
from shared_core.turn_time import TurnTime

CLOCKWISE = 1
COUNTERCLOCKWISE = -1
UNKNOWN = -1  # no place: nothing to tell it by
UNCLEAR = -2  # no place: its sources disagree

_NEAR_BY_TIME = 44  # two angles, one of them by time, mean the same pocket when they are this near
_NEAR_SHARE = 7  # 64ths of a pitch by which a mark of rotor_b may be off its place between two of rotor_a
_PROVEN = 3  # votes that prove a direction
_MOST_VOTES = 8
_LEAST_STOP = 5  # halves of a pitch that some mark takes at least when the rotor is turned round
TURNS_SWAPPED = 2  # index turns that prove it
_LONGEST_GAP = 7  # quarters of a pitch without a mark after which it may have been turned round
_STOPPED_US = 700_000  # a pitch that takes longer is a rotor that stands
_DIFFERENT = 10  # 64ths of a pitch by which right and exchanged wires must differ at the index to be told apart


class Rotor:
    """The rotor as its three lines show it.

    pockets: 37 or 38; offsets: six, millionths of a turn, in the order of LINES. travel: marks passed since some
    start, by the line that is followed; slips: how often a count was proven wrong: what was read before a slip is
    worth nothing after it. trusted_a, trusted_b, trusted_index: whether the line's health allows it to be used.
    timed: whether the time within the turn bore out the last place. swapped: index turns in a row that show rotor_a
    and rotor_b exchanged.
    """

    def __init__(self, pockets, offsets):
        self.pockets = pockets
        self.turn = pockets * PITCH
        self.a = Marks(pockets)
        self.b = Marks(pockets)
        self.trusted_a = self.trusted_b = self.trusted_index = True
        self.travel = 0
        self.slips = 0
        self._count_slips = 0
        self.swapped = 0
        self.timed = False
        self.direction = 0  # CLOCKWISE, COUNTERCLOCKWISE, or 0 while it is not proven
        self.time = TurnTime()
        self._index_travel = 0
        self._votes = 0
        self._needed = _PROVEN
        self._a_at = self._b_at = 0  # of the last mark on each line, also of one that is not followed
        self._a_gap = 0
        self._was = 0  # a direction that was proven and is no more
        self._longest_gap = 0  # between marks of rotor_a since its last vote for the direction, and the one then
        self._usual_gap = 0
        self._b_between = 0
        place = [offset * self.turn // TURN for offset in offsets]
        self._pocket_from_index = place[POCKET] - place[ROTOR_INDEX]
        self._b_from_a = (place[ROTOR_B] - place[ROTOR_A]) % PITCH
        self._a_at_index = place[ROTOR_INDEX] - place[ROTOR_A]
        self._b_at_index = place[ROTOR_INDEX] - place[ROTOR_B]
        self._wiring_shows = whole_turns_apart(self._a_at_index, -self._b_at_index, PITCH) >= _DIFFERENT

    # -- marks ------------------------------------------------------------------------------------------

    def mark_a(self, t):
        """A pulse of rotor_a with its middle at t. Where rotor_b came since the last one tells the direction."""
        gap = t - self._a_at
        if gap > self._longest_gap:
            self._longest_gap = gap
        self._may_have_stopped(t)
        if self._b_between == 1 and gap > FASTEST_US and abs(gap - self._a_gap) <= gap >> 3:
            self._vote((self._b_at - self._a_at) * PITCH // gap)
        self._a_at = t
        self._a_gap = gap
        self._b_between = 0
        steps = self.a.pulse(t)
        if self.trusted_a or not self.b.fresh(t):
            self.travel += steps

    def mark_b(self, t):
        """A pulse of rotor_b with its middle at t."""
        self._may_have_stopped(t)
        self._b_at = t
        self._b_between += 1
        steps = self.b.pulse(t)
        if steps and not (self.trusted_a and self.a.fresh(t)):
            self.travel += steps

    def _may_have_stopped(self, t):
        """A rotor without a mark on either line for so long may come back the other way round."""
        gap = t - (self._a_at if self._a_at > self._b_at else self._b_at)
        if gap > _STOPPED_US or 4 * gap > _LONGEST_GAP * self._usual_gap > 0:
            self.forget_direction()

    def _vote(self, share):
        """A mark of rotor_b came this far between two of rotor_a: its place if clockwise, the rest if not.

        A rotor that has not stopped does not turn round: against a proven direction it takes more votes.
        """
        if not (self.trusted_a and self.trusted_b):
            return
        if abs(share - self._b_from_a) <= _NEAR_SHARE:
            way = CLOCKWISE
        elif abs(share - (PITCH - self._b_from_a)) <= _NEAR_SHARE:
            way = COUNTERCLOCKWISE
        else:
            return
        self._votes = min(max(self._votes + way, -_MOST_VOTES), _MOST_VOTES)
        if way == self.direction:
            self._longest_gap = 0
            self._usual_gap = self._a_gap
        elif self.direction and self._votes * self.direction <= 0:
            self.direction = 0
            self._needed = _MOST_VOTES
            self.slips += 1
            self._was = -way
        if self._votes * way >= self._needed:
            if self._was == -way and self._went_on():
                self.swapped = TURNS_SWAPPED
            self.direction = way
            self._was = 0

    def _went_on(self):
        """Whether the marks kept their pace while they seemed to turn round: no rotor does that, exchanged wires do."""
        usual = self._usual_gap
        return 2 * self._longest_gap < _LEAST_STOP * usual and abs(self._a_gap - usual) <= usual >> 3

    def pitch_us(self):
        """Microseconds a pitch, now; 0 when the rotor is not followed."""
        if self.a.locked and self.trusted_a:
            return self.a.period
        return self.b.period if self.b.locked else self.a.period if self.a.locked else 0

    def shorter_pitch_us(self):
        """The shorter of the pitches that the two lines show; 0 when neither is followed."""
        if self.a.locked and self.b.locked:
            return min(self.a.period, self.b.period)
        return self.pitch_us()

    def forget_direction(self):
        """The direction has to be proven anew."""
        self.direction = self._votes = self._was = 0
        self._needed = _PROVEN
        if self.swapped < TURNS_SWAPPED:
            self.swapped = 0

    def trust(self, rotor_a, rotor_b, rotor_index):
        """Which lines may be used."""
        if self.trusted_index and not rotor_index:
            self.a.forget_odd()
            self.b.forget_odd()
        self.trusted_a, self.trusted_b, self.trusted_index = rotor_a, rotor_b, rotor_index

    def last_mark(self):
        """The time of the last mark on either line."""
        return max(self._a_at, self._b_at)

    # -- the index --------------------------------------------------------------------------------------

    def index(self, t):
        """A pulse of rotor_index with its middle at t. False when it does not fit the marks."""
        if 0 <= t - self.time.at < FASTEST_US:
            return True  # another part of the same pulse
        by_a = self.a.index(t) if self.trusted_a else UNFOLLOWED
        by_b = self.b.index(t) if self.trusted_b else UNFOLLOWED
        slips = self.a.slips + self.b.slips
        if slips != self._count_slips:
            self._count_slips = slips
            self.slips += 1
            self.time.forget()
        if by_a == AGAIN or by_b == AGAIN:
            return True
        if (by_a == ODD or by_b == ODD) and by_a != FITS and by_b != FITS:
            return False
        if by_a != ODD and by_b != ODD:
            self._check_wiring(t)
        self.time.index(t, (self.travel - self._index_travel + self.pockets // 2) // self.pockets)
        self._index_travel = self.travel
        return True

    def _check_wiring(self, t):
        """At the index each line of marks stands where its sensor's place says; exchanged, they stand elsewhere."""
        a, b, way = self.a, self.b, self.direction
        if not (self._wiring_shows and way and a.fresh(t) and b.fresh(t)):
            return
        at_a, at_b = a.angle(t), b.angle(t)
        right = whole_turns_apart(at_a, way * self._a_at_index, PITCH)
        right += whole_turns_apart(at_b, way * self._b_at_index, PITCH)
        swapped = whole_turns_apart(at_a, -way * self._b_at_index, PITCH)
        swapped += whole_turns_apart(at_b, -way * self._a_at_index, PITCH)
        if self.swapped < TURNS_SWAPPED:
            self.swapped = self.swapped + 1 if swapped < right else 0

    # -- the place --------------------------------------------------------------------------------------

    def place(self, t):
        """The pocket before the pocket sensor at t, as pockets clockwise from 0; UNKNOWN or UNCLEAR.

        At least two of three must tell it: the marks of rotor_a since the index, those of rotor_b, the time
        within the turn; and none may tell another.
        """
        by_a = self.a.since_index(t) if self.trusted_a else None
        by_b = self.b.since_index(t) if self.trusted_b else None
        by_time = self.time.angle(t, self.turn) if self.trusted_index else None
        angle = by_b if by_a is None else by_a
        if self.direction == 0 or self.swapped or angle is None:
            return UNKNOWN
        if by_time is None and (by_a is None or by_b is None):
            return UNKNOWN
        if by_b is not None and whole_turns_apart(angle, by_b, self.turn) > NEAR:
            return UNCLEAR
        self.timed = by_time is not None
        if by_time is not None and whole_turns_apart(angle, by_time, self.turn) > _NEAR_BY_TIME:
            return UNCLEAR
        clockwise = self._pocket_from_index - self.direction * angle
        if whole_turns_apart(clockwise, 0, PITCH) > NEAR:
            return UNCLEAR
        return (clockwise + PITCH // 2) // PITCH % self.pockets

    def proven(self):
        """Whether the index has come round whole turns apart on every count that is in use."""
        a, b = self.trusted_a and self.a.agreed, self.trusted_b and self.b.agreed
        return (a >= 2 or b >= 2) and a != 1 and b != 1

    def rebase(self, us):
        """Take us off every time."""
        self.time.rebase(us)
        self._a_at -= us
        self._b_at -= us
        self.a.rebase(us)
        self.b.rebase(us)
