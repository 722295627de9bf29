"""Where the sensors sit, and whether they are wired right, from a wheel that is turned by hand.

The ball lies in pocket 0 while the rotor is turned some times in a stated direction; then it is taken out and rolled
round the track in a stated direction. From that follow the number of pockets, the place of each sensor, and whether
two lines are exchanged: on a wheel in play exchanged ball sensors look like a ball that runs with the rotor.

Offsets are told in the units of the settings: thousandths of a turn clockwise from rotor_a, for rotor_b thousandths of
a pocket's pitch (shared_core/settings.py).
"""

from shared_core.line_stats import GLITCH_US
from shared_core.sensor_lines import BALL_A, BALL_B, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX

TURNS = 3  # whole turns, of the rotor and of the ball, that are needed
MOST = 12  # samples kept of anything
SPREAD = 60  # thousandths by which samples of one place may differ
UNCLEAR = 100  # thousandths: nearer to 0, a half or a whole turn the order of two sensors tells no direction

CLOCKWISE, COUNTERCLOCKWISE = 1, -1


class Calibration:
    """One calibration of a wheel with so many pockets; the directions are CLOCKWISE or COUNTERCLOCKWISE."""

    def __init__(self, pockets, rotor, ball):
        self._pockets = pockets
        self._rotor = rotor
        self._ball = ball
        self._rise = [None] * len(LINES)
        self._marks = 0  # of rotor_a, all
        self._zero = None  # the one of them that was the mark of number 0 last
        self._a_at = 0
        self._a_gap = 0
        self._b_at = None  # of the mark of rotor_b since the last one of rotor_a
        self._waiting = []  # (line, t) of index and pocket pulses since the last mark of rotor_a
        self._turns = []  # marks in each turn
        self._places = [[] for _ in LINES]  # samples, thousandths of a turn; of rotor_b and rotor_index of a pitch
        self._passes = ([], [])  # times at ball_a and ball_b

    def edge(self, t, line, level):
        """A sensor line (index in LINES) changed to level at t, microseconds of one base under 2**30."""
        if level:
            self._rise[line] = t
        elif self._rise[line] is not None:
            width = t - self._rise[line]
            if width >= GLITCH_US:
                self._pulse(line, self._rise[line] + (width >> 1))
            self._rise[line] = None

    def _pulse(self, line, t):
        if line == ROTOR_A:
            self._mark(t)
        elif line == ROTOR_B:
            self._b_at = t
        elif line in (BALL_A, BALL_B):
            passes = self._passes[line - BALL_A]
            if len(passes) < MOST:
                passes.append(t)
        else:
            self._waiting.append((line, t))
            del self._waiting[:-4]

    def _mark(self, t):
        """A mark of rotor_a: everything since the one before has its place between the two."""
        gap = t - self._a_at
        steady = self._a_gap and abs(gap - self._a_gap) * 4 <= self._a_gap
        if steady and self._b_at is not None:
            self._sample(ROTOR_B, self._clockwise((self._b_at - self._a_at) * 1000 // gap, 1000))
        for line, at in self._waiting:
            part = (at - self._a_at) * 1000 // gap if gap else 0
            if line == ROTOR_INDEX:
                self._index(part, steady)
            elif self._zero is not None and steady:
                turn = (1000 * (self._marks - self._zero) + part) // self._pockets
                self._sample(POCKET, self._clockwise(turn, 1000))
        self._waiting = []
        self._a_at, self._a_gap = t, gap
        self._b_at = None
        self._marks += 1

    def _index(self, part, steady):
        """The index came, `part` thousandths of a pitch after a mark: it belongs to the nearer of two."""
        ahead = 1 if part > 500 else 0
        zero = self._marks + ahead
        if self._zero is not None and len(self._turns) < MOST:
            self._turns.append(zero - self._zero)
        self._zero = zero
        if steady:
            self._sample(ROTOR_INDEX, self._clockwise(part - 1000 * ahead, 0))

    def _clockwise(self, part, whole):
        """A part of a turn or pitch in the rotor's direction, as one clockwise."""
        return part if self._rotor == CLOCKWISE else whole - part

    def _sample(self, line, thousandths):
        if len(self._places[line]) < MOST:
            self._places[line].append(thousandths)

    def rebase(self, us):
        """The caller's base moved `us` later."""
        self._rise = [None if at is None else at - us for at in self._rise]
        self._a_at -= us
        self._b_at = None if self._b_at is None else self._b_at - us
        self._waiting = [(line, at - us) for line, at in self._waiting]
        self._passes = tuple([[at - us for at in passes] for passes in self._passes])

    # What comes of it

    def progress(self):
        """How far it is, as pairs: rotor turns, passes of the ball at either sensor, and whether that is enough."""
        rolled = min(len(self._passes[0]), len(self._passes[1]))
        done = len(self._turns) >= TURNS and rolled > TURNS
        return (("turns", len(self._turns)), ("passes", rolled), ("done", done))

    def result(self):
        """(offsets, errors): {line: thousandths} as table.json has them, and sentences on what is wrong."""
        errors = []
        offsets = {}
        self._check_marks(errors)
        for line, unit in ((ROTOR_B, 1000), (ROTOR_INDEX, 0), (POCKET, 1000)):
            place = self._place(line, unit, errors)
            if place is not None:
                offsets[LINES[line]] = place
        if "rotor_index" in offsets:  # from a pitch to a turn
            offsets["rotor_index"] = offsets["rotor_index"] // self._pockets % 1000
        self._check_order(LINES[ROTOR_B], offsets, "rotor_a and rotor_b are exchanged, or the rotor was", errors)
        ball = self._ball_place(errors)
        if ball is not None:
            offsets["ball_b"] = ball
            self._check_order("ball_b", offsets, "ball_a and ball_b are exchanged, or the ball was", errors)
        return offsets, errors

    def _check_marks(self, errors):
        if len(self._turns) < TURNS:
            errors.append(
                "rotor_index: "
                + str(len(self._turns))
                + " whole turns were seen; turn the rotor at least "
                + str(TURNS + 1)
                + " times, steadily"
            )
        for marks in self._turns:
            if marks != self._pockets:
                errors.append(
                    "rotor_a: "
                    + str(marks)
                    + " marks in a turn, the wheel has "
                    + str(self._pockets)
                    + " pockets: clean or adjust rotor_a and rotor_index"
                )
                return

    def _place(self, line, whole, errors):
        """The middle of the samples of a line, or None with an error."""
        samples = self._places[line]
        name = LINES[line]
        if len(samples) < TURNS:
            where = " with the ball in pocket 0" if line == POCKET else ""
            errors.append(
                name
                + ": "
                + str(len(samples))
                + " pulses were seen"
                + where
                + ", at least "
                + str(TURNS)
                + " are needed"
            )
            return None
        first = samples[0]
        # A place near 0 shows on both sides of it: count from the first sample.
        near = sorted([(sample - first + 500) % 1000 - 500 if whole else sample - first for sample in samples])
        if near[-1] - near[0] > SPREAD * (4 if line != POCKET else 1):
            errors.append(name + ": its pulses do not come at one place: check its mounting, and turn steadily")
            return None
        place = first + near[len(near) // 2]
        return place % 1000 if whole else place

    def _ball_place(self, errors):
        """Where ball_b sits clockwise from ball_a, thousandths of a turn, or None with an error."""
        at_a, at_b = self._passes
        parts = []
        for i in range(len(at_a) - 1):
            start, end = at_a[i], at_a[i + 1]
            between = [t for t in at_b if start < t < end]
            if len(between) == 1:
                parts.append((between[0] - start) * 1000 // (end - start))
        if len(parts) < TURNS - 1:
            errors.append(
                "ball_a, ball_b: " + str(len(at_a)) + " and " + str(len(at_b)) + " passes were seen; roll the ball"
                " at least " + str(TURNS + 1) + " times round"
            )
            return None
        part = sorted(parts)[len(parts) // 2]
        return part if self._ball == CLOCKWISE else (1000 - part) % 1000

    def _check_order(self, name, offsets, who, errors):
        """A quarter clockwise is where a second sensor belongs; three quarters is what exchanged wires look like."""
        if name not in offsets:
            return
        place = offsets[name]
        if UNCLEAR <= place <= 500 - UNCLEAR:
            return
        if 500 + UNCLEAR <= place <= 1000 - UNCLEAR:
            errors.append(name + ": " + who + " turned the other way than stated")
        else:
            errors.append(
                name + ": it sits at " + str(place) + " thousandths, where it cannot tell a direction; right is"
                " about 250"
            )
