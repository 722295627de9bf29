"""What the sensors can prove of a rotor that was spun and coasts: how even its marks are, and how fast it slows.

The pit boss sees whether all parts rotate "freely and evenly" (live-dealer 4.2.2); this puts numbers to it, so that
they can be compared with the same table's earlier inspections. One sensor sees places and speeds: it cannot tell
whether the wheel stands level.
"""

from shared_core.line_stats import GLITCH_US
from shared_core.sensor_lines import ROTOR_A, ROTOR_INDEX

TURNS = 4  # that the rotor coasts before it is judged
SLOWEST_US = 12000000  # a turn
KEPT = 8  # earlier inspections that are compared
FEWEST = 3  # of them that make a comparison
UNEVEN = 30  # thousandths of a pitch by which the marks may be less even than before


class Coast:
    """Feeds on the rotor's edges. pockets: of the wheel. Times are microseconds of the caller's base.

    A turn that is shorter than the one before means a hand: the measure begins again.
    """

    def __init__(self, pockets):
        self._pockets = pockets
        self._rise = {}
        self._marks = []  # times of the marks since that of pocket 0, itself first
        self._index_at = None  # an index that has no mark yet
        self._turns = []  # the last turns, us
        self._uneven = 0
        self._found = None

    def edge(self, t, line, level):
        """rotor_index or rotor_a changed to level at t."""
        if level:
            self._rise[line] = t
        elif line in self._rise:
            rise = self._rise.pop(line)
            if t - rise >= GLITCH_US:
                self._pulse(line, rise + (t - rise >> 1))

    def take(self):
        """Pairs of what a coasting rotor has shown since the last call, or None: turns; uneven, the worst gap between
        two marks in thousandths of a pitch off; friction, millionths of a turn a second that it loses in a second;
        speed_milli, at its end."""
        found, self._found = self._found, None
        return found

    def rebase(self, us):
        """The caller's base moved `us` later."""
        self._rise = {line: t - us for line, t in self._rise.items()}
        self._marks = [t - us for t in self._marks]
        self._index_at = None if self._index_at is None else self._index_at - us

    def _pulse(self, line, middle):
        if line == ROTOR_INDEX:
            self._index_at = middle
        elif line == ROTOR_A:
            self._marks.append(middle)
            if self._index_at is not None and len(self._marks) > 1:
                self._turn_ended()
            elif len(self._marks) > 2 * self._pockets:
                self._marks = self._marks[-1:]
                self._turns = []

    def _turn_ended(self):
        """The index came with one of the last two marks: it is the mark of pocket 0, and a turn ends with it."""
        before, last = self._marks[-2:]
        end = len(self._marks) - (2 if self._index_at - before < last - self._index_at else 1)
        marks, self._marks = self._marks[: end + 1], self._marks[end:]
        self._index_at = None
        turn = marks[-1] - marks[0]
        if len(marks) != self._pockets + 1 or turn > SLOWEST_US:
            self._turns = []
            return
        if self._turns and turn < self._turns[-1]:
            self._turns = []
        slower = turn - self._turns[-1] if self._turns else 0
        self._turns.append(turn)
        if len(self._turns) == 1:
            self._uneven = 0
            return
        self._uneven = max(self._uneven, _uneven(marks, turn, slower))
        if len(self._turns) > TURNS:
            self._turns.pop(0)
            self._tell()

    def _tell(self):
        first, last = self._turns[0], self._turns[-1]
        lost = 10**12 // first - 10**12 // last  # millionths of a turn a second
        took = sum(self._turns[1:-1]) + (first + last) // 2
        self._found = (
            ("turns", len(self._turns)),
            ("uneven", self._uneven),
            ("friction", lost * 10**6 // took),
            ("speed_milli", 10**9 // last),
        )


def _uneven(marks, turn, slower):
    """The worst gap between two marks, in thousandths of a pitch off what it should be in a turn that slows evenly."""
    pockets = len(marks) - 1
    worst = 0
    for k in range(pockets):
        gap = (marks[k + 1] - marks[k]) * pockets
        should = turn + slower * (2 * k + 1 - pockets) // (2 * pockets)
        worst = max(worst, abs(gap - should) * 1000 // turn)
    return worst


def remembered(earlier, uneven, friction):
    """The [uneven, friction] of the last inspections, with those of one more."""
    return (earlier + [[uneven, friction]])[-KEPT:]


def drift(earlier, uneven, friction):
    """Sentences on what has changed against earlier inspections, a list of [uneven, friction]; few tell nothing."""
    if len(earlier) < FEWEST:
        return []
    told = []
    usual = _median([one[0] for one in earlier])
    if uneven > usual + UNEVEN:
        told.append("the marks are uneven by " + str(uneven) + " thousandths of a pitch, usual here is " + str(usual))
    usual = _median([one[1] for one in earlier])
    if friction * 2 > usual * 3 or friction * 3 < usual * 2:
        more = "more" if friction > usual else "less"
        told.append("the rotor has " + more + " friction, " + str(friction) + ", usual here is " + str(usual))
    return told


def _median(values):
    return sorted(values)[len(values) // 2]
