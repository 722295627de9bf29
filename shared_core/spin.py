"""The verdict on a spin, from the edges of the six sensor lines.

    edges -> pulses -> rotor (rotor.py), ball on the track (ball_track.py), pockets read (pocket_reads.py) -> verdict

with the health of each line (sensor_health.py) beside it. Time is an argument: microseconds, a small int relative to
a base that the caller chooses and moves with rebase(). Nothing is known before its edge came or its time was up, and
a number is never guessed: when in doubt the verdict is "undetermined".
"""

from shared_core import wheel as wheels
from shared_core.ball_track import NOTHING, STARTED, BallTrack
from shared_core.pocket_reads import PocketReads
from shared_core.rotor import SURELY_SWAPPED, UNCLEAR, UNKNOWN, Rotor
from shared_core.sensor_health import MISSING, SWAPPED, SensorHealth
from shared_core.sensor_lines import BALL_A, BALL_B, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX, default_offsets
from shared_core.spin_measures import SpinMeasures

GLITCH_US = 200  # a level that lasts less is no level
LONGEST_BALL_US = 120_000  # longer at a ball sensor is a hand or a sleeve
NO_BALL_TURNS = 3  # rotor turns without a pocket pulse that prove that the ball is gone
NO_BALL_TURNS_IN_DIRT = 4  # the same where pulses are known to be missed
MOST_READING_TURNS = 10  # rotor turns after the drop in which a number must be found
MOST_READING_US = 120_000_000
ROTOR_STOPPED_US = 12_000_000  # without a rotor mark after the drop: nothing more will be read
USUAL_DROP_US = 1_400_000  # a turn of the ball when it leaves the track; for warnings alone

_IDLE, _TRACK, _POCKETS = range(3)  # waiting for a ball; ball on the track; ball in the pockets
_NEVER = 2**30 - 1
_FEW_GLITCHES = 2
_MOST_PLACELESS = 3  # reads without a place before a spin is given up for a sensor's fault
_WARN_AFTER = 4  # passes
_WARN_SHORT = 500  # thousandths of a turn by which the turns to come must fall short


class SpinTracker:
    """Follows the wheel and judges each spin.

    wheel: one of wheel.WHEELS; min_turns: revolutions that a valid spin needs, 0 for no minimum; offsets: six ints in
    the order of LINES, millionths of a turn clockwise from the reader, None for DESIGN's defaults.
    """

    def __init__(self, wheel, min_turns=0, offsets=None):
        self._numbers = wheels.pockets(wheel)
        self._void_number = wheels.void_number(wheel)
        self._min_turns = min_turns * 1000
        pockets = len(self._numbers)
        offsets = offsets or default_offsets(pockets)
        self._rotor = Rotor(pockets, offsets)
        self._ball = BallTrack(offsets)
        self._reads = PocketReads(pockets)
        self._health = SensorHealth(pockets)
        self._measures = SpinMeasures(pockets, offsets)
        lines = len(LINES)
        self._level = bytearray(lines)
        self._rise = [-1] * lines  # time of the rise of a pulse that is not over; -1 when it was not seen
        self._pending = [-1] * lines  # time of a change that is not yet older than a glitch
        self._changed = []  # the lines with such a change, oldest first
        self._glitches = 0
        self._phase = _IDLE
        self._events = []
        self._deadline = _NEVER  # when a verdict or the drop follows from what did not come
        self._due = _NEVER  # the deadline or the end of the oldest pending change
        self._checked_travel = 0
        self._pocket_at = 0  # time, and travel of the rotor, at the last pocket pulse
        self._pocket_travel = 0
        self._ran_until = 0  # time of the last pass of the ball in this spin
        self._empty_spins = 0  # spins running in which the pocket sensor saw no ball
        self._dealer_at = None
        self._clear()

    def _clear(self):
        self._verdict = None  # of this spin: a number id, or the reason why there is none as a word
        self._over = False
        self._warned = False
        self._placeless = 0
        self._dropped = False
        self._contradicted = False
        self._drop_travel = 0  # travel of the rotor at the drop
        self._reading_since = 0  # travel of the rotor, and time, when the drop was found
        self._reading_since_us = 0
        self._to_latch = []  # faults that let this spin go on, but no other begin: (line, evidence)

    # -- what comes in ----------------------------------------------------------------------------------

    def edge(self, t, line, level):
        """A line (index in LINES) changed to level 0 or 1 at t."""
        if t >= self._due:
            self.time(t)
        if self._pending[line] >= 0:
            if level == self._level[line]:
                self._pending[line] = -1
                self._changed.remove(line)
                self._glitches += 1
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
            elif self._deadline <= now:
                self._expire(now)
            self._due = self._deadline
            if self._changed:
                self._due = min(self._due, self._pending[self._changed[0]] + GLITCH_US)

    def deadline(self):
        """The next time at which time() has something to do, or None."""
        return None if self._due == _NEVER else self._due

    def dealer_no_spin(self, t):
        """The dealer called no spin at t."""
        self.time(t)
        self._dealer_at = t
        if self._phase != _IDLE:
            self._void(t, "dealer")

    def clear_fault(self, line):
        """The line of that name was mended: it is judged anew."""
        self._health.clear(LINES.index(line))
        self._rotor.swapped = 0
        self._trust()

    def take(self):
        """The events since the last call, oldest first, as tuples (name, t, ...)."""
        events, self._events = self._events, []
        return events

    def rebase(self, us):
        """Move the base of time on by us: every time that is stored or told from now on is smaller by it."""
        for times in (self._rise, self._pending):
            for line in range(len(LINES)):
                if times[line] >= 0:
                    times[line] = max(times[line] - us, 0)
        for part in (self._rotor, self._ball, self._reads, self._health, self._measures):
            part.rebase(us)
        self._reading_since_us -= us
        self._pocket_at -= us
        self._ran_until -= us
        if self._dealer_at is not None:
            self._dealer_at -= us
        if self._deadline != _NEVER:
            self._deadline -= us
        if self._due != _NEVER:
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
            self._health.rose(line, self._rotor.travel)
            return
        rise = self._rise[line]
        self._rise[line] = -1
        if rise < 0:
            return  # it was high from the start
        middle = rise + (at - rise >> 1)
        if line == ROTOR_A or line == ROTOR_B:
            self._mark(line, middle, at - rise, now)
        elif line == ROTOR_INDEX:
            self._index(middle, at - rise)
        elif line == POCKET:
            self._pocket(middle, at - rise, now)
        elif at - rise <= LONGEST_BALL_US:
            self._ball_pulse(line, middle, now)
        if self._health.found:
            self._report(now)

    def _mark(self, line, middle, width, now):
        rotor = self._rotor
        if line == ROTOR_A:
            rotor.mark_a(middle)
        else:
            rotor.mark_b(middle)
        self._health.mark(line, middle, width, rotor.shorter_pitch_us(), self._level)
        if rotor.swapped >= SURELY_SWAPPED:
            self._health.swapped()
        if rotor.travel - self._checked_travel >= 8:
            self._checked_travel = rotor.travel
            self._health.turned(rotor.travel, self._level)
        if self._phase != _IDLE:
            self._after_mark(now)

    def _index(self, middle, width):
        rotor = self._rotor
        if self._health.fits(ROTOR_INDEX, width, rotor.pitch_us()) and rotor.trusted_index:
            self._health.index(rotor.index(middle), rotor.travel, self._most_missed())
            if rotor.swapped >= 2:
                self._health.swapped()

    # -- the ball on the track --------------------------------------------------------------------------

    def _ball_pulse(self, line, middle, now):
        if not self._health.ball(line, middle):
            return
        ball = self._ball
        if self._over and ball.running:
            ball.stop()
        outcome = ball.pulse(line - BALL_A, middle)
        if outcome == NOTHING:
            return
        if outcome == STARTED:
            self._start(now)
        elif self._phase == _POCKETS:  # only passes were missed: it had not dropped
            self._phase = _TRACK
        self._reads.restart()
        self._ran_until = ball.last_at
        self._measures.passed(ball)
        self._health.seen(line, ball.missed, self._most_missed())
        self._health.unseen(BALL_A + BALL_B - line, ball.unseen(BALL_B - line), self._most_missed(), line)
        self._deadline = ball.silent_after(self._clean())
        self._same_direction(now)
        self._warn(now)

    def _clean(self):
        """Whether the lines have shown no dirt: then a pulse that does not come means what it says."""
        return self._glitches <= _FEW_GLITCHES and not (self._rotor.a.missed and self._rotor.b.missed)

    def _most_missed(self):
        """How many passes a ball sensor may miss in a row."""
        return 1 if self._clean() else 3

    def _start(self, now):
        """A ball run began."""
        if self._phase != _IDLE:
            if self._phase == _POCKETS and self._pocket_at < self._ran_until:
                self._void(now, "ball-removed")
            self._unread(now, "another ball run began before the spin was decided")
            self._phase = _POCKETS
            self._is_over(now)
            self._measures.end(self._verdict)
        self._reads.clear()
        self._clear()
        self._phase = _TRACK
        self._glitches = min(self._glitches, 4 * _FEW_GLITCHES) // 2
        self._rotor.a.missed = self._rotor.b.missed = 0
        if not (self._rotor.trusted_a and self._rotor.trusted_b):
            self._rotor.forget_direction()  # one line cannot show that it was turned round meanwhile
        self._events.append(("ball", now))
        if self._dealer_at is not None and self._dealer_at >= self._ball.first_at:
            self._void(now, "dealer")

    def _same_direction(self, now):
        ball, rotor = self._ball, self._rotor
        if self._phase == _TRACK:
            self._measures.directions(ball.direction, rotor.direction)
            sure = ball.certain or self._clean()
            if sure and ball.direction and ball.direction == rotor.direction and not rotor.swapped:
                self._void(now, "same-direction")

    def _warn(self, now):
        """Too few turns are likely when the ball will leave the track before it has made them."""
        ball = self._ball
        if self._warned or self._verdict is not None or ball.passes < _WARN_AFTER:
            return
        if ball.turns + ball.turns_to(USUAL_DROP_US) + _WARN_SHORT < self._min_turns:
            self._warned = True
            self._events.append(("warning", now, "too-few-turns"))

    def _silence(self, now):
        """The ball did not come when it was due: it has left the track."""
        self._phase = _POCKETS
        self._ball.silent = True
        drop_at = self._measures.dropped(self._ball, self._rotor)
        if not self._dropped:
            self._dropped = True
            self._events.append(("drop", now, drop_at))
        pitch = self._rotor.pitch_us()
        self._drop_travel = self._rotor.travel - ((now - drop_at) // pitch if pitch else 0)
        self._reading_since = self._rotor.travel
        self._reading_since_us = now
        if self._ball.turns < self._min_turns:
            self._void(now, "too-few-turns")
        self._is_over(now)

    # -- the ball in the pockets ------------------------------------------------------------------------

    def _pocket(self, middle, width, now):
        rotor = self._rotor
        if not self._health.fits(POCKET, width, rotor.pitch_us()) or self._health.distrusted[POCKET]:
            return
        self._pocket_at = middle
        self._pocket_travel = rotor.travel
        place = rotor.place(middle)
        if place == UNCLEAR:
            self._reads.restart()
        elif place == UNKNOWN:
            self._no_place(now)
        elif place >= 0:
            new = self._reads.read(place, middle, rotor.travel, rotor.slips, rotor.timed)
            if new and self._phase == _POCKETS:
                self._ball.stop()  # it rests: what the ball sensors may show now is another run
                self._health.seen(POCKET, self._reads.missed, self._most_missed())
            if new and self._phase != _IDLE:
                self._judge(now)

    def _no_place(self, now):
        """Something was read, and there is nothing to tell where; where a sensor has failed, that will not change."""
        self._placeless += 1
        if self._placeless >= _MOST_PLACELESS and self._phase == _POCKETS and self._health.first_faulty() is not None:
            self._unread(now, "the place of what was read is not known")

    def _judge(self, now):
        """What the reads so far prove."""
        reads, ball = self._reads, self._ball
        if self._phase == _TRACK:
            # the ball was on the track twice after something else was read first, and it is still there
            if reads.steady >= 2 and ball.first_at < reads.steady_since < ball.before_last_at:
                self._void(now, "foreign-object")
            return
        if reads.two_things():
            self._measures.rested(reads.two_things_since())
            self._void(now, "foreign-object")
        elif reads.steady >= 2 and reads.steady_since < ball.before_last_at:
            self._void(now, "foreign-object")
        elif reads.agree(self._clean()) and self._rotor.proven():
            self._measures.rested(reads.first_at)
            self._measures.reads = reads.held
            self._number(now, self._numbers[reads.pocket])
        if type(self._verdict) is int:
            self._contradiction(now)

    def _number(self, now, number):
        if self._verdict is not None:
            return
        if not (self._ball.direction and self._ball.certain):
            self._unread(now, "the direction of the ball was not proven")
        elif number == self._void_number:
            self._void(now, "zero-zero")
        else:
            self._verdict = number
            self._empty_spins = 0
            self._events.append(("number", now, number))
            self._is_over(now)

    def _contradiction(self, now):
        """Reading goes on after the number: another pocket, read twice, is a fault."""
        reads = self._reads
        read = self._numbers[reads.pocket]
        if read != self._verdict and reads.steady >= 2 and not self._contradicted:
            self._contradicted = True
            told = "contradiction: " + wheels.name(read) + " read after " + wheels.name(self._verdict)
            self._events.append(("fault", now, LINES[POCKET], told, True))

    def _after_mark(self, now):
        """The rotor went on by a mark: what the turns without an answer prove."""
        if self._phase == _TRACK:
            if self._measures.rotor_direction == 0 and self._rotor.direction:
                self._same_direction(now)
            return
        if self._verdict is not None:
            return
        travel, pockets = self._rotor.travel, len(self._numbers)
        empty_since = max(self._drop_travel, self._pocket_travel)
        if travel - empty_since >= (NO_BALL_TURNS if self._clean() else NO_BALL_TURNS_IN_DIRT) * pockets:
            self._no_ball(now)
        elif travel - self._reading_since >= MOST_READING_TURNS * pockets:
            self._unread(now, "no agreement in " + str(MOST_READING_TURNS) + " rotor turns")

    def _no_ball(self, now):
        if self._health.faulty(POCKET):
            self._unread(now, "no pulse after the drop")
            return
        self._empty_spins += 1
        if self._empty_spins >= 2:
            self._sensor_fault(now, POCKET, "no pulse after the drop in two spins running")
        else:
            self._void(now, "ball-removed")

    # -- deadlines --------------------------------------------------------------------------------------

    def _expire(self, now):
        self._deadline = _NEVER
        if self._phase == _TRACK:
            self._silence(now)
        if self._phase == _POCKETS and self._verdict is None:
            stopped = max(self._rotor.last_mark(), self._reading_since_us) + ROTOR_STOPPED_US
            latest = self._reading_since_us + MOST_READING_US
            if now >= stopped:
                self._unread(now, "the rotor stopped before the reads agreed")
            elif now >= latest:
                self._unread(now, "no agreement in " + str(MOST_READING_US // 1_000_000) + " s")
            else:
                self._deadline = min(stopped, latest)

    # -- verdicts ---------------------------------------------------------------------------------------

    def _void(self, now, reason):
        if self._verdict is None:
            self._verdict = reason
            if reason != "ball-removed":
                self._empty_spins = 0
            self._measures.alarm_us = now
            self._events.append(("void", now, reason))
            self._is_over(now)

    def _unread(self, now, why):
        """The spin cannot be judged; where a sensor has failed, that is the reason."""
        if self._verdict is not None:
            return
        line = self._health.first_faulty()
        if line is not None:
            self._sensor_fault(now, line, why)
        else:
            self._verdict = "undetermined"
            self._events.append(("undetermined", now, why))
            self._is_over(now)

    def _sensor_fault(self, now, line, evidence):
        self._verdict = "sensor-fault"
        self._events.append(("fault", now, LINES[line], evidence, True))
        self._is_over(now)

    def _report(self, now):
        """Faults that the lines' health found. This spin goes on where another line proves the same thing."""
        rotor = self._rotor
        found, self._health.found = self._health.found, []
        self._trust()
        for line, kind, evidence in found:
            goes_on = False
            if self._phase != _IDLE:
                if line == BALL_A or line == BALL_B:
                    goes_on = self._ball.certain
                elif line == ROTOR_INDEX:
                    goes_on = kind == MISSING and rotor.trusted_a and rotor.trusted_b
                elif line == ROTOR_A or line == ROTOR_B:
                    goes_on = kind != SWAPPED and rotor.direction != 0 and (rotor.trusted_a or rotor.trusted_b)
            evidence = kind + ": " + evidence
            if goes_on:
                self._events.append(("fault", now, LINES[line], evidence, False))
                self._to_latch.append((line, evidence))
            elif self._phase != _IDLE and self._verdict is None:
                self._sensor_fault(now, line, evidence)
            else:
                self._events.append(("fault", now, LINES[line], evidence, True))

    def _trust(self):
        """Let the rotor use the lines that are in order."""
        rotor, distrusted = self._rotor, self._health.distrusted
        rotor.trust(not distrusted[ROTOR_A], not distrusted[ROTOR_B], not distrusted[ROTOR_INDEX])

    def _is_over(self, now):
        """A spin is over when it is decided and its ball has left the track."""
        if self._verdict is None or self._phase != _POCKETS or self._over:
            return
        self._over = True
        for line, evidence in self._to_latch:
            if self._health.faulty(line):
                self._events.append(("fault", now, LINES[line], evidence, True))
        self._events.append(("over", now))

    # -- what is told -----------------------------------------------------------------------------------

    def verdict(self):
        """The verdict of the spin: a number id, the reason why there is none as a word, or None so far."""
        return self._verdict

    def spinning(self):
        """Whether there is a spin to measure: one runs, or the last one has not been followed by another."""
        return self._phase != _IDLE

    def measures(self):
        """What was measured of the spin so far, as in spin_measures.py."""
        return self._measures.pairs()

    def previous(self):
        """(verdict, measures) of the spin before this one, or None."""
        return self._measures.previous
