"""The verdict on each spin: what is proven by ball, rotor and pockets, and when.

The first proven cause stands, a void never turns valid again, and a number is never guessed: when in doubt the verdict
is "undetermined", or "sensor-fault" where a sensor has failed.
"""

from shared_core import wheel as wheels
from shared_core.ball_track import STARTED
from shared_core.sensor_health import MISSES, MISSING, SWAPPED
from shared_core.sensor_lines import BALL_A, BALL_B, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX
from shared_core.spin_measures import SpinMeasures

NEVER = 2**30 - 1

NO_BALL_TURNS = 3  # rotor turns without a pocket pulse that prove that the ball is gone; in dirt one more
LEAST_FALL_US = 200_000  # after its last pass, before which the ball cannot be in a pocket
SETTLE_US = 700_000  # after the drop, in which the ball can be in a pocket but not at rest
NUMBER_TURNS = 2  # rotor turns, seen to their end, in which one pocket alone was read
NUMBER_TURNS_IN_HEAVY_DIRT = 3  # the same where so many pulses are missed that another thing may be missed twice
MOST_READING_TURNS = 10  # rotor turns after the drop in which a number must be found
MOST_READING_US = 120_000_000
ROTOR_STOPPED_US = 12_000_000  # without a rotor mark after the drop: nothing more will be read
USUAL_DROP_US = 1_400_000  # a turn of the ball when it leaves the track; for warnings alone

CLEAN = 0  # how much dirt the lines show
LIGHT = 1
HEAVY = 2

_IDLE = 0  # waiting for a ball
_TRACK = 1  # ball on the track
_POCKETS = 2  # ball off the track
_DROP_ERROR = 8  # such a part of a rotor turn is added to them, since the time of the drop is an estimate
_FEW_GLITCHES = 2  # more of them are dirt
_HEAVY_SHARE = 40  # one rotor mark missed in so many is heavy dirt
_MOST_PLACELESS = 3  # reads without a place before a spin is given up for a sensor's fault
_WARN_AFTER = 4  # passes
_WARN_SHORT = 500  # thousandths of a turn by which the turns to come must fall short


class SpinJudge:
    """Judges one spin after the other.

    wheel, min_turns, offsets: as for SpinTracker; rotor, ball, reads, health: what the tracker feeds. events: not yet
    taken; deadline: when something follows from what did not come; verdict: of this spin, None so far; over: decided,
    and the ball off the track; look_at: travel of the rotor at which it may prove something; measures: of this spin.
    """

    def __init__(self, wheel, min_turns, offsets, rotor, ball, reads, health):
        self._numbers = wheels.pockets(wheel)
        self._void_number = wheels.void_number(wheel)
        self._min_turns = min_turns * 1000
        self._rotor, self._ball, self._reads, self._health = rotor, ball, reads, health
        self._ball_places = [offsets[line] // 1000 % 1000 for line in (BALL_A, BALL_B)]
        self.measures = SpinMeasures(len(self._numbers), offsets)
        self.events = []
        self.deadline = NEVER
        self.look_at = NEVER
        self._phase = _IDLE
        self._pocket_at = 0  # time, and travel of the rotor, at the last pocket pulse
        self._pocket_travel = 0
        self._empty_spins = 0  # spins running in which the pocket sensor saw nothing at all
        self._dealer_at = None
        self._marks_from = 0  # travel of the rotor when the count of missed marks began
        self._marks_before = self._missed_before = 0  # the same count's result in the spin before
        self._clear()

    def _clear(self):
        self.verdict = None
        self._began_at = 0  # time of the first pass of the ball, and of the last
        self._ran_until = 0
        self._both_due = 0  # time by which both sensors should have seen a ball of too few turns; 0 when it has passed
        self._warned = False
        self._drop_told = False
        self._drop_travel = 0  # travel of the rotor at the drop
        self._settled_at = 0  # before this time the ball cannot be at rest
        self._reading_from = 0  # travel of the rotor, and time, when the drop was found
        self._reading_from_us = 0
        self._placeless = 0
        self._contradicted = False
        self.over = False
        self._to_latch = []  # faults that let this spin go on, but no other begin: (line, evidence)

    def spinning(self):
        """Whether there is a spin to measure."""
        return self._phase != _IDLE

    def clean(self):
        """Whether the lines have shown no dirt: then a pulse that does not come means what it says."""
        rotor = self._rotor
        return self._health.glitches <= _FEW_GLITCHES and not (rotor.a.missed and rotor.b.missed)

    def dirt(self):
        """How much dirt the lines show: CLEAN, LIGHT or HEAVY."""
        if self.clean():
            return CLEAN
        rotor = self._rotor
        marks = rotor.travel - self._marks_from + self._marks_before
        missed = rotor.a.missed + rotor.b.missed + self._missed_before
        return HEAVY if missed * _HEAVY_SHARE > 2 * marks else LIGHT

    # -- the ball on the track --------------------------------------------------------------------------

    def ball_passed(self, now, outcome):
        """The ball passed a sensor; outcome: as BallTrack tells it."""
        if outcome == STARTED:
            self._start(now)
        elif self._phase == _POCKETS:  # only passes were missed: it had not dropped
            self._phase = _TRACK
        ball, seen = self._ball, self._ball_is_seen()
        self._ran_until = ball.last_at
        self._reads.ball_elsewhere()
        self.measures.passed(ball)
        self.deadline = ball.silent_after(seen and self.clean())
        self._both_due = ball.both_due() if seen and ball.turns < self._min_turns else 0
        if 0 < self._both_due < self.deadline:
            self.deadline = self._both_due  # both sensors saw it so far: then two passes missed prove too few turns
        self.look_at = 0
        place = self._ball_places[ball.last_sensor]
        self.events.append(("pass", ball.last_at, 1000000000 // ball.period_us, place, ball.direction))
        self._same_direction(now)
        self._warn(now)

    def _ball_is_seen(self):
        """Whether neither ball sensor has missed a pass of late."""
        health, ball = self._health, self._ball
        missed = ball.missed or ball.unseen(0) or ball.unseen(1)
        return not missed and health.reliable(BALL_A) and health.reliable(BALL_B)

    def taken_back(self):
        """The last pass was none."""
        if self._phase == _TRACK:
            self._ran_until = self._ball.last_at
            self.measures.turns = self._ball.turns
            self.deadline = self._ball.silent_after(False)

    def _start(self, now):
        """A ball run began; the spin before ends with it."""
        if self._phase != _IDLE:
            if self._phase == _POCKETS and self._pocket_at < self._ran_until:
                self._void(now, "ball-removed")
            self._unread(now, "another ball run began before the spin was decided")
            self._phase = _POCKETS
            self._end(now)
            self.measures.end(self.verdict)
        self._clear()
        self._reads.clear()
        self._phase = _TRACK
        self._began_at = self._ball.first_at
        self._health.glitches = min(self._health.glitches // 2, 2 * _FEW_GLITCHES)
        rotor = self._rotor
        self._marks_before, self._missed_before = rotor.travel - self._marks_from, rotor.a.missed + rotor.b.missed
        self._marks_from = rotor.travel
        rotor.a.missed = rotor.b.missed = 0
        if not (rotor.trusted_a and rotor.trusted_b):
            rotor.forget_direction()  # one line cannot show that it was turned round meanwhile
        self.events.append(("ball", now))
        if self._dealer_at is not None and self._dealer_at >= self._began_at:
            self._void(now, "dealer")

    def _same_direction(self, now):
        ball, rotor = self._ball, self._rotor
        self.measures.directions(ball.direction, rotor.direction)
        if ball.direction and ball.direction == rotor.direction and not rotor.swapped:
            if ball.certain or (self.clean() and self._ball_is_seen()):
                self._void(now, "same-direction")

    def _warn(self, now):
        """Too few turns are likely when the ball will leave the track before it has made them."""
        ball = self._ball
        if self._warned or self.verdict is not None or ball.passes < _WARN_AFTER:
            return
        if ball.turns + ball.turns_to(USUAL_DROP_US) + _WARN_SHORT < self._min_turns:
            self._warned = True
            self.events.append(("warning", now, "too-few-turns"))

    def _drop(self, now):
        """The ball did not come when it was due: it has left the track."""
        ball, rotor = self._ball, self._rotor
        self._phase = _POCKETS
        ball.silent = True
        drop_at = self.measures.dropped(ball, rotor)
        if not self._drop_told:
            self._drop_told = True
            self.events.append(("drop", now, drop_at))
        pitch = rotor.pitch_us()
        self._settled_at = drop_at + SETTLE_US
        if self._reads.steady_since < ball.last_at + LEAST_FALL_US:
            self._reads.ball_elsewhere()
        elif self._reads.first_at < self._settled_at:
            self._reads.restart()
        self._drop_travel = rotor.travel - ((now - drop_at) // pitch if pitch else 0)
        self._reading_from, self._reading_from_us = rotor.travel, now
        self.look_at = 0
        if ball.turns < self._min_turns:
            self._void(now, "too-few-turns")
        self._end(now)

    # -- the ball in the pockets ------------------------------------------------------------------------

    def pocket_pulse(self, middle):
        """Something passed the pocket sensor."""
        self._pocket_at, self._pocket_travel = middle, self._rotor.travel

    def placeless(self, now):
        """There is nothing to tell where it lies; where a sensor has failed, that will not change."""
        if self._phase == _POCKETS:
            self._placeless += 1
            if self._placeless >= _MOST_PLACELESS and self._health.first_faulty() is not None:
                self._unread(now, "the place of what was read is not known")

    def pocket_read(self, now):
        """A pocket was read: what the reads so far prove."""
        reads = self._reads
        if self._phase == _POCKETS:
            self._ball.stop()  # it rests: what the ball sensors may show now is another run
            self._health.due(POCKET, reads.missed, True, self.dirt())
            if self._pocket_at < self._settled_at:
                reads.restart()
            if reads.two_things():
                self.measures.rested(reads.two_things_since())
                self._void(now, "foreign-object")
            elif self._rotor.travel >= self._seen_out():
                self._number(now)
            else:
                self.look_at = 0
            if type(self.verdict) is int:
                self._contradiction(now)
        during = self._began_at < reads.steady_since < self._ball.before_last_at
        if self._phase != _IDLE and reads.steady >= 2 and during:
            self._void(now, "foreign-object")  # the ball passed twice after it was read first

    def _seen_out(self):
        """The rotor's travel at which the last turn of the reads is over, when they prove a number; else NEVER."""
        reads, rotor = self._reads, self._rotor
        if not (reads.agree(self.clean()) and rotor.proven()) or reads.slips != rotor.slips:
            return NEVER
        heavy = self.dirt() == HEAVY
        turns = NUMBER_TURNS_IN_HEAVY_DIRT if heavy else NUMBER_TURNS
        left = turns - reads.span
        return reads.travel + left * len(self._numbers) + 1 if left > 0 else reads.travel

    def _number(self, now):
        """The reads prove a number."""
        number = self._numbers[self._reads.pocket]
        self.measures.rested(self._reads.first_at)
        self.measures.reads = self._reads.held
        if self.verdict is not None:
            return
        if not self._ball.certain:
            self._unread(now, "the direction of the ball was not proven")
        elif number == self._void_number:
            self._void(now, "zero-zero")
        else:
            self._empty_spins = 0
            self._decide(number, ("number", now, number))

    def _contradiction(self, now):
        """Reading goes on after the number: another pocket, read again after a turn, is a fault."""
        read = self._numbers[self._reads.pocket]
        if read != self.verdict and self._reads.steady >= 2 and not self._contradicted:
            self._contradicted = True
            told = "contradiction: " + wheels.name(read) + " read after " + wheels.name(self.verdict)
            self.events.append(("fault", now, LINES[POCKET], told, True))

    def rotor_went_on(self, now):
        """The rotor went on to look_at or further: what the turns without an answer prove."""
        travel, pockets = self._rotor.travel, len(self._numbers)
        self.look_at = NEVER
        if self._phase == _TRACK:
            if self._rotor.direction:
                self._same_direction(now)
            else:
                self.look_at = travel + 1
        elif self._phase == _POCKETS and self.verdict is None:
            silent_at = max(self._drop_travel, self._pocket_travel) + NO_BALL_TURNS * pockets + pockets // _DROP_ERROR
            empty_at = silent_at if self.clean() else silent_at + pockets
            latest = self._reading_from + MOST_READING_TURNS * pockets
            seen_out = self._seen_out()
            self.look_at = min(empty_at if travel >= silent_at else silent_at, latest, seen_out)
            if travel >= silent_at:
                self._health.misses(POCKET, "none in 3 rotor turns: no ball, or a dead sensor")
            if travel >= seen_out:
                self._number(now)
            elif travel >= empty_at:
                self._no_ball(now)
            elif travel >= latest:
                self._unread(now, "no agreement in " + str(MOST_READING_TURNS) + " rotor turns")

    def _no_ball(self, now):
        """The ball is gone or, which looks the same, the sensor is dead."""
        if self._health.faulty(POCKET):
            self._unread(now, "no pulse after the drop")
            return
        self._empty_spins = self._empty_spins + 1 if self._pocket_at < self._began_at else 0
        if self._empty_spins >= 2:
            self._sensor_fault(now, POCKET, "no pulse after the drop in two spins running")
        else:
            self._void(now, "ball-removed")

    # -- deadlines --------------------------------------------------------------------------------------

    def expire(self, now):
        """The deadline came."""
        self.deadline = NEVER
        if self._phase == _TRACK:
            if now == self._both_due:
                self._void(now, "too-few-turns")
                self.deadline = self._ball.silent_after(False)
                return
            self._drop(now)
        if self._phase == _POCKETS and self.verdict is None:
            stopped = max(self._rotor.last_mark(), self._reading_from_us) + ROTOR_STOPPED_US
            latest = self._reading_from_us + MOST_READING_US
            if now >= stopped:
                self._unread(now, "the rotor stopped before the reads agreed")
            elif now >= latest:
                self._unread(now, "no agreement in " + str(MOST_READING_US // 1_000_000) + " s")
            else:
                self.deadline = min(stopped, latest)

    # -- verdicts ---------------------------------------------------------------------------------------

    def dealer(self, t):
        """The dealer called no spin at t."""
        self._dealer_at = t
        if self._phase != _IDLE:
            self._void(t, "dealer")

    def _void(self, now, reason):
        if self.verdict is None:
            if reason != "ball-removed":
                self._empty_spins = 0
            self.measures.alarm_us = now
            self._decide(reason, ("void", now, reason))

    def _unread(self, now, why):
        """The spin cannot be judged; where a sensor has failed, that is the reason."""
        if self.verdict is not None:
            return
        line = self._health.first_faulty()
        if line is not None:
            self._sensor_fault(now, line, why)
        else:
            self._decide("undetermined", ("undetermined", now, why))

    def _sensor_fault(self, now, line, evidence):
        self._decide("sensor-fault", ("fault", now, LINES[line], evidence, True))

    def _decide(self, verdict, event):
        self.verdict = verdict
        self.events.append(event)
        self._end(event[1])

    def fault(self, now, line, kind, evidence):
        """A line's health found a fault: the spin goes on where another line proves the same thing."""
        spins = self._phase != _IDLE and not self.over
        goes_on = kind == MISSES or (spins and self._goes_on(line, kind))
        if self._phase != _IDLE and self.verdict is None and not goes_on:
            self._sensor_fault(now, line, evidence)
            return
        self.events.append(("fault", now, LINES[line], evidence, not goes_on))
        if goes_on and kind != MISSES:
            self._to_latch.append((line, evidence))

    def _goes_on(self, line, kind):
        rotor = self._rotor
        if line == BALL_A or line == BALL_B:
            return kind != SWAPPED and self._ball.certain  # its direction is proven: one sensor counts the turns
        if line == ROTOR_A or line == ROTOR_B:
            return kind != SWAPPED and rotor.direction != 0 and (rotor.trusted_a or rotor.trusted_b)
        return line == ROTOR_INDEX and kind == MISSING and rotor.trusted_a and rotor.trusted_b

    def mended(self):
        """A fault was cleared."""
        self._empty_spins = 0

    def _end(self, now):
        """A spin is over when it is decided and its ball has left the track."""
        if self.verdict is None or self._phase != _POCKETS or self.over:
            return
        self.over = True
        for line, evidence in self._to_latch:
            if self._health.faulty(line):
                self.events.append(("fault", now, LINES[line], evidence, True))
        self.events.append(("over", now))

    def rebase(self, us):
        """Take us off every time."""
        self._pocket_at -= us
        self._began_at -= us
        self._ran_until -= us
        self._both_due = max(self._both_due - us, 0)
        self._reading_from_us -= us
        self._settled_at -= us
        if self._dealer_at is not None:
            self._dealer_at -= us
        if self.deadline != NEVER:
            self.deadline -= us
        self.measures.rebase(us)
