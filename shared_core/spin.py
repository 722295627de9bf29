"""Follows the wheel from the edges of its six sensor lines and judges each spin.

    edges -> pulses (here) -> rotor.py, ball_track.py, pocket_reads.py -> verdict (spin_judge.py)

with the health of each line (sensor_health.py) beside it. Time is an argument: microseconds, a small int relative to
a base that the caller chooses and moves with rebase(). Nothing is known before its edge came or its time was up.
"""

from shared_core import wheel as wheels
from shared_core.ball_track import NOTHING, REVERSED, BallTrack
from shared_core.pocket_reads import PocketReads
from shared_core.rotor import TURNS_SWAPPED, UNCLEAR, UNKNOWN, Rotor
from shared_core.sensor_health import NOISY, SWAPPED, SensorHealth
from shared_core.sensor_lines import BALL_A, BALL_B, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX, default_offsets
from shared_core.spin_judge import NEVER, SpinJudge

GLITCH_US = 200  # a level that lasts less is no level
LONGEST_BALL_US = 120_000  # longer at a ball sensor is a hand or a sleeve

STANDS_US = 1_000_000  # without a mark

_CHECK_EVERY = 4  # marks from one look at the lines' health to the next


class SpinTracker:
    """The way from edges to verdicts.

    wheel: one of wheel.WHEELS; min_turns: revolutions that a valid spin needs, 0 for no minimum; offsets: six ints in
    the order of LINES, millionths of a turn clockwise from the reader, None for DESIGN's defaults.
    """

    def __init__(self, wheel, min_turns=0, offsets=None):
        pockets = len(wheels.pockets(wheel))
        offsets = offsets or default_offsets(pockets)
        self._rotor = Rotor(pockets, offsets)
        self._ball = BallTrack(offsets)
        self._reads = PocketReads(pockets)
        self._health = SensorHealth(pockets)
        parts = (self._rotor, self._ball, self._reads, self._health)
        self._judge = SpinJudge(wheel, min_turns, offsets, *parts)
        lines = len(LINES)
        self._level = bytearray(lines)
        self._rise = [-1] * lines  # time of the rise of a pulse that is not over; -1 when it was not seen
        self._pending = [-1] * lines  # time of a change that is not yet older than a glitch
        self._changed = []  # the lines with such a change, oldest first
        self._due = NEVER  # when time() has something to do: the oldest change ages, or the judge's deadline
        self._check_at = 0  # travel of the rotor for the next look at the lines' health

    # -- what comes in ----------------------------------------------------------------------------------

    def edge(self, t, line, level):
        """A line (index in LINES) changed to level 0 or 1 at t."""
        if t >= self._due:
            self.time(t)
        if self._pending[line] >= 0:
            if level == self._level[line]:
                self._pending[line] = -1
                self._changed.remove(line)
                self._health.glitches += 1
        elif level != self._level[line]:
            self._pending[line] = t
            self._changed.append(line)
            if t + GLITCH_US < self._due:
                self._due = t + GLITCH_US

    def time(self, t):
        """Time went on to t without an edge."""
        while self._due <= t:
            now = self._due
            if self._changed and self._pending[self._changed[0]] + GLITCH_US <= now:
                self._settle(self._changed.pop(0), now)
            elif self._judge.deadline <= now:
                self._judge.expire(now)
            due = self._judge.deadline
            if self._changed:
                aged = self._pending[self._changed[0]] + GLITCH_US
                due = aged if aged < due else due
            self._due = due

    def rotor(self, t):
        """(microseconds that the rotor takes for a turn, its direction); 0 while it stands or is not followed."""
        stands = t - self._rotor.last_mark() > STANDS_US
        return (0 if stands else self._rotor.pitch_us() * self._rotor.pockets), self._rotor.direction

    def deadline(self):
        """The next time at which time() has something to do, or None."""
        return None if self._due == NEVER else self._due

    def dealer_no_spin(self, t):
        """The dealer called no spin at t."""
        self.time(t)
        self._judge.dealer(t)

    def clear_fault(self, line):
        """The line of that name was mended: it is judged anew."""
        self._health.clear(LINES.index(line))
        self._rotor.swapped = 0
        self._judge.mended()
        self._trust()

    def rebase(self, us):
        """Move the base of time on by us: every time that is stored or told from now on is smaller by it.

        At any time; often enough that times stay under 2**29.
        """
        for times in (self._rise, self._pending):
            for line in range(len(LINES)):
                if times[line] >= 0:
                    times[line] = max(times[line] - us, 0)
        for part in (self._rotor, self._ball, self._reads, self._health, self._judge):
            part.rebase(us)
        if self._due != NEVER:
            self._due -= us

    # -- from edges to pulses ---------------------------------------------------------------------------

    def _settle(self, line, now):
        """A change is no glitch any more: it becomes a level, and a pulse when the line fell."""
        at = self._pending[line]
        self._pending[line] = -1
        level = self._level[line] ^ 1
        self._level[line] = level
        if level:
            self._rise[line] = at
            self._health.rise_travel[line] = self._rotor.travel
            return
        rise = self._rise[line]
        self._rise[line] = -1
        if rise < 0:
            return  # it was high from the start
        self._pulse(line, rise + (at - rise >> 1), at - rise, now)
        if self._health.changed:
            self._report(now)

    def _pulse(self, line, middle, width, now):
        if line == ROTOR_A or line == ROTOR_B:
            self._mark(line, middle, width, now)
        elif line == ROTOR_INDEX:
            self._index(middle, width)
        elif line == POCKET:
            self._pocket(middle, width, now)
        elif width <= LONGEST_BALL_US:
            self._ball_pulse(line, middle, now)

    def _mark(self, line, middle, width, now):
        rotor, health = self._rotor, self._health
        if line == ROTOR_A:
            rotor.mark_a(middle)
        else:
            rotor.mark_b(middle)
        health.mark(line, middle, width, rotor.shorter_pitch_us(), self._level)
        travel = rotor.travel
        if travel >= self._check_at:
            self._check_at = travel + _CHECK_EVERY
            if rotor.swapped >= TURNS_SWAPPED:
                health.fault(ROTOR_A, SWAPPED, "the index comes with a mark of rotor_b, not of rotor_a")
            health.turned(travel, self._level, self._judge.dirt())
        if travel >= self._judge.look_at:
            self._judge.rotor_went_on(now)

    def _index(self, middle, width):
        rotor, health = self._rotor, self._health
        if health.fits(ROTOR_INDEX, width, rotor.pitch_us()) and rotor.trusted_index:
            health.index(rotor.index(middle), rotor.travel, self._judge.dirt())

    def _pocket(self, middle, width, now):
        rotor, judge, pitch = self._rotor, self._judge, self._rotor.pitch_us()
        fits = self._health.fits(POCKET, width, pitch)
        if self._health.distrusted[POCKET]:
            return
        if not pitch or width < pitch:
            judge.pocket_pulse(middle)  # too short to tell a place, and yet not nothing
        if not fits:
            return
        place = rotor.place(middle)
        if place < 0:
            self._reads.missed = -1
        if place == UNKNOWN:
            judge.placeless(now)
        elif place == UNCLEAR:
            self._reads.restart()
        elif self._reads.read(place, middle, rotor.travel, rotor.slips, rotor.timed):
            judge.pocket_read(now)

    def _ball_pulse(self, line, middle, now):
        health, judge, ball = self._health, self._judge, self._ball
        if not health.ball(line, middle):
            return
        if judge.over and ball.running:
            ball.stop()
        outcome = ball.pulse(line - BALL_A, middle)
        if outcome == REVERSED:
            health.fault(BALL_A, SWAPPED, "the ball seems to turn round at its pace: ball_a and ball_b are exchanged")
        elif outcome != NOTHING:
            judge.ball_passed(now, outcome)
            health.due(line, ball.missed, True, judge.dirt())
            if not health.faulty(line):
                health.due(BALL_A + BALL_B - line, ball.unseen(BALL_B - line), False, judge.dirt())

    def _report(self, now):
        """A line's health changed: use it or not, and tell the judge what was found."""
        found, self._health.found = self._health.found, []
        self._health.changed = False
        self._trust()
        for line, kind, evidence in found:
            if kind == NOISY and line >= BALL_A and self._ball.take_back(line - BALL_A, self._health.burst_at[line]):
                self._judge.taken_back()
            self._judge.fault(now, line, kind, kind + ": " + evidence)

    def _trust(self):
        distrusted = self._health.distrusted
        self._rotor.trust(not distrusted[ROTOR_A], not distrusted[ROTOR_B], not distrusted[ROTOR_INDEX])

    # -- what is told -----------------------------------------------------------------------------------

    def take(self):
        """The events since the last call, oldest first, as tuples; t is when it was known:

        ("ball", t): a spin began; ("pass", t, speed, place, direction), t when it passed: thousandths of a turn a
        second, the sensor's place in thousandths of a turn, the ball's direction or 0; ("drop", t, drop_us);
        ("warning", t, "too-few-turns"): likely by its speed;
        ("void", t, reason); ("number", t, number id); ("undetermined", t, why);
        ("fault", t, line, evidence, unsafe): unsafe when the spin, or any other spin, must not be played with it: then
        a spin that was not decided has the verdict "sensor-fault"; ("over", t): decided, and the ball is off the track.
        """
        if not self._judge.events:
            return ()  # most often, and then without a new list
        events, self._judge.events = self._judge.events, []
        return events

    def verdict(self):
        """The verdict of the spin: a number id (0 is one), the reason why there is none as a word, or None so far."""
        return self._judge.verdict

    def spinning(self):
        """Whether there is a spin to measure: one runs, or the last one has not been followed by another."""
        return self._judge.spinning()

    def measures(self, base=0):
        """What was measured of the spin so far, as in spin_measures.py."""
        return self._judge.measures.pairs(base)

    def previous(self):
        """(verdict, measures) of the spin before this one, or None."""
        return self._judge.measures.previous
