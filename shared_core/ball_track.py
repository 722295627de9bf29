"""The ball on its track: direction, turns and speed from its passes at two sensors, through missing pulses.

Turns are counted in thousandths, times are microseconds. A run begins with three passes that fit one ball; from then
on a pass counts only when it comes where and when the ball is due.
"""

from shared_core.sensor_lines import BALL_A, BALL_B, TURN

NOTHING = 0
PASSED = 1
CORRECTED = 2
STARTED = 3
REVERSED = 4

_FASTEST_US = 250_000  # a turn
_SLOWEST_US = 3_000_000  # a turn
_SAME_PULSE_US = 120_000  # one ball cannot pass the same sensor twice within this time
_NEAR = 90  # thousandths of a turn by which a pass may be off its place
_NEAR_SHARE = 45  # the same for three passes that begin a run
_SLOWER_SHARE = 160  # thousandths by which the ball may have slowed between a part of a turn and the whole
_CLEAR = 60  # the same by which a direction must be apart from what missed passes could feign
_MOST_AHEAD = 2600  # thousandths of a turn between two passes; more is another run
_MOST_TURNED = 5  # halves of a turn from the last pass to the first that seems to go the other way
_CONFIRMED = 5  # passes after which a run is no guess any more
_CAN_DROP_US = 1_080_000  # a turn: a faster ball stays on the track, so its silence takes longer to believe
_FIRST_SLOWING = 60  # thousandths a turn, until it is measured
_SLOWER_FIRST = 120  # thousandths a turn that it may slow more than that
_SLOWER = 40  # the same once it is measured
_MOST_SLOWING = 250


class BallTrack:
    """A run of the ball.

    offsets: six, millionths of a turn, in the order of LINES. direction: 1 clockwise, -1 counterclockwise, 0 not
    proven; last_sensor: that it passed last; certain: whether no missed passes could feign it. turns: thousandths
    between the first and the last pass; period_us: a turn, now; slowing: by how many thousandths of itself the period
    grows a turn; passes: in this run; missed: passes that the sensor of the last one had missed before it.
    Sensors are 0 (ball_a) and 1 (ball_b).
    """

    def __init__(self, offsets):
        self._a_to_b = (offsets[BALL_B] - offsets[BALL_A]) * 1000 // TURN % 1000
        self.direction = 0
        self.certain = False
        self.turns = 0
        self.passes = 0
        self.first_at = 0
        self.last_at = 0
        self.before_last_at = 0
        self.period_us = 0
        self.slowing = 0
        self.missed = 0
        self.running = False
        self.silent = False
        self.last_sensor = 0
        self._passed_at = [0, 0]  # by sensor: time of its last pass, and the turns then
        self._passed_turns = [0, 0]
        self._passed = [False, False]
        self._recent = []  # the last three pulses, (sensor, time)
        self._fitting = 0  # passes in a row that fitted the direction, at one sensor after the other
        self._misfits = 0  # pulses that did not fit the run; in a row once it is confirmed
        self._seen_at = [-_SAME_PULSE_US, -_SAME_PULSE_US]
        self._before = ()  # the run before its last pass, and its times then; empty when it cannot be taken back
        self._before_at = [0, 0, 0]

    def pulse(self, sensor, t):
        """A pulse with its middle at t.

        NOTHING: it fits no ball (yet); PASSED: the ball of this run; CORRECTED: the run was taken up anew with what
        its last three passes say; STARTED: another run began with three passes that fit one ball; REVERSED: they fit
        this ball at its pace, only the other way round, as no ball does and exchanged sensors show.
        """
        if t - self._seen_at[sensor] < _SAME_PULSE_US:
            return NOTHING
        self._seen_at[sensor] = t
        self._recent.append((sensor, t))
        if len(self._recent) > 3:
            self._recent.pop(0)
        if self.running:
            if self._passes(sensor, t):
                if self.passes >= _CONFIRMED:
                    self._misfits = 0
                return PASSED
            self._misfits += 1
            self._fitting = 0
            if self._misfits < (3 if self.passes >= _CONFIRMED else 2):
                return NOTHING
        return self._begins() if len(self._recent) == 3 else NOTHING

    # -- a run goes on ----------------------------------------------------------------------------------

    def ahead(self, sensor, direction):
        """Thousandths of a turn from the last pass to the next one at a sensor, in a direction."""
        return self._between(self.last_sensor, sensor, direction)

    def _between(self, one, other, direction):
        if one == other:
            return 1000
        return (self._a_to_b if other else -self._a_to_b) * direction % 1000

    def time_for(self, turns):
        """Microseconds that the next `turns` thousandths should take, the slowing included."""
        turns += turns * turns // 1000 * self.slowing // 2000
        return (self.period_us >> 6) * turns // 1000 << 6

    def _passes(self, sensor, t):
        """Whether the ball was due at the sensor at t, up to some missed passes; it goes on if so."""
        gap = t - self.last_at
        if self.direction:
            ahead = self.ahead(sensor, self.direction)
        elif sensor == self.last_sensor:
            ahead = 1000
        else:
            return self._shows_direction(sensor, t)
        near = (self.period_us >> 6) * _NEAR // 1000 << 6
        more = _SLOWER if self.passes >= _CONFIRMED else _SLOWER_FIRST
        slower = (self.period_us >> 6) * more // 1000 << 6
        while ahead <= _MOST_AHEAD:
            late = gap - self.time_for(ahead)
            if late < -near:
                return False
            if late <= near + slower * ahead // 1000:
                self._go_on(sensor, t, ahead)
                return True
            ahead += 1000
            near += near >> 1
        return False

    def _shows_direction(self, sensor, t):
        """The other sensor speaks for the first time in a run that one sensor began."""
        gap = t - self.last_at
        if gap > 2 * self.period_us:
            return False
        share = (gap >> 4) * 1000 // (self.period_us >> 4) % 1000
        direction = _direction(share, self.ahead(sensor, 1), 0, 1)
        if direction == 0:
            return False
        self.direction = direction
        self._fitting = 2
        if self._passes(sensor, t):
            return True
        self.direction = 0
        return False

    def _go_on(self, sensor, t, ahead):
        self._keep(sensor)
        self.silent = False
        gap = t - self.last_at
        self.turns += ahead
        self.passes += 1
        if sensor != self.last_sensor:
            self._fitting += 1
        if self.direction and self._fitting >= _CONFIRMED:
            self.certain = True
        whole = self.turns - self._passed_turns[sensor]
        self.missed = max(whole // 1000 - 1, 0)
        before = self.period_us
        if self._passed[sensor] and whole <= 3000:  # whole turns of one sensor have no error of its place
            period = (t - self._passed_at[sensor] >> 6) * 1000 // whole << 6
        else:
            period, whole = (gap >> 6) * 1000 // ahead << 6, ahead
        # the mean over these turns is the period half of them ago
        self.period_us = period + (period >> 10) * (self.slowing * whole // 2000)
        grown = (self.period_us - before) * 1000 // before * 1000 // ahead
        self.slowing = min(max((3 * self.slowing + grown) // 4, 0), _MOST_SLOWING)
        self._note(sensor, t)

    def _note(self, sensor, t):
        self._passed[sensor] = True
        self._passed_at[sensor] = t
        self._passed_turns[sensor] = self.turns
        self.last_sensor = sensor
        self.before_last_at = self.last_at
        self.last_at = t

    def _keep(self, sensor):
        """Keep what a pass of the sensor changes."""
        passed = (self._passed_turns[sensor], self._passed[sensor])
        run = (self.turns, self.passes, self.period_us, self.slowing, self.last_sensor, self._fitting, self.certain)
        self._before = passed + run
        self._before_at = [self.last_at, self.before_last_at, self._passed_at[sensor]]

    def take_back(self, sensor, since):
        """The sensor was found noisy: a last pass that it saw since then was none. Whether there was one."""
        if not self._before or self.last_sensor != sensor or self.last_at < since:
            return False
        self._passed_turns[sensor], self._passed[sensor], *run = self._before
        self.turns, self.passes, self.period_us, self.slowing, self.last_sensor, self._fitting, self.certain = run
        self.last_at, self.before_last_at, self._passed_at[sensor] = self._before_at
        self._before = ()
        return True

    def unseen(self, sensor):
        """How many passes in a row a sensor has missed while the other saw the ball."""
        return (self.turns - self._passed_turns[sensor]) // 1000

    # -- a run begins -----------------------------------------------------------------------------------

    def _begins(self):
        """What the last three pulses are if they fit one ball: the begin of a run, or one that sets this run right."""
        (one, t1), (two, t2), (three, t3) = self._recent
        if one == three != two:
            turn, part, origin, other = t3 - t1, t2 - t1, one, two
        elif one == two != three:
            turn, part, origin, other = t2 - t1, t3 - t2, two, three
        else:
            turn, part, origin, other = t3 - t2, t2 - t1, one, two
        if not (_FASTEST_US <= turn <= _SLOWEST_US and part < turn + (turn >> 3)):
            return NOTHING
        direction, certain = 0, False
        if origin == other:
            if not -(turn >> 4) <= t3 - t2 - (t2 - t1) <= turn >> 2:
                return NOTHING
        else:
            share = (part >> 6) * 1000 // (turn >> 6)
            clockwise = self._between(origin, other, 1)
            direction = _direction(share, clockwise, two == three, one == two)
            if direction == 0:
                return NOTHING
            certain = one == three != two and not _could_feign(share, clockwise, direction)
        outcome = self._taken_as(turn, direction)
        if outcome == CORRECTED or outcome == STARTED:
            self._take_up(turn, direction, certain, outcome == STARTED)
        return outcome

    def _taken_as(self, turn, direction):
        """What three passes that fit each other, but not the run, mean for it."""
        if self.running and self.passes >= _CONFIRMED and direction and direction == -self.direction:
            period, gap = self.period_us, self._recent[0][1] - self.last_at
            if period - (period >> 3) <= turn <= period + (period >> 1) and 2 * gap <= _MOST_TURNED * period:
                return REVERSED
        if self.silent or not self.running:
            return STARTED
        if self.passes < _CONFIRMED:
            return CORRECTED
        if turn < self.period_us - (self.period_us >> 3):
            return STARTED  # a ball on the track only slows down: a hand has sent it off again
        return CORRECTED if direction == self.direction else NOTHING

    def _take_up(self, turn, direction, certain, anew):
        (one, t1), (two, t2), (three, t3) = self._recent
        if anew:
            self.first_at = t1
        if anew or self.passes < _CONFIRMED:
            self.turns = 0
        self.running = True
        self.silent = False
        self._before = ()
        self.direction = direction
        self.certain = certain
        self._fitting = 3
        self.period_us = turn
        self.slowing = _FIRST_SLOWING
        self._passed = [False, False]
        self._passed_turns = [self.turns, self.turns]
        self.passes = 3
        self._note(one, t1)
        self.turns += self._between(one, two, direction)
        self._note(two, t2)
        self.turns += self._between(two, three, direction)
        self._note(three, t3)
        self._misfits = 0

    # -- a run ends -------------------------------------------------------------------------------------

    def silent_after(self, clean):
        """The time after which the ball, not seen again, is held to have left the track.

        clean: whether pulses are known to come unspoiled. Then a slow ball has left before its second pass is due;
        a fast one does not leave by itself, and in dirt passes are missed: these take more.
        """
        first = self.to_next()
        slow = self.period_us >= _CAN_DROP_US
        late = self.period_us >> 3
        if slow and clean:
            if self.direction:
                return self.last_at + self.period_us - (self.period_us >> 5)
            return self.last_at + self.time_for(1000) + 2 * late
        if clean:
            return self.last_at + self.time_for(1000) + late
        return self.last_at + self.time_for((1000 if slow else 2000) + first) + late

    def both_due(self):
        """The time by which both sensors should have seen the ball again; 0 when that is not known, or it is too fast
        to leave the track."""
        if self.direction == 0 or self.period_us < _CAN_DROP_US:
            return 0
        return self.last_at + self.time_for(1000) + (self.period_us >> 4)

    def next_due(self):
        """The time at which the next pass is due, of either sensor."""
        return self.last_at + self.time_for(self.to_next())

    def to_next(self):
        """Thousandths of a turn from the last pass to the next, at whichever sensor."""
        return self.ahead(1 - self.last_sensor, self.direction) if self.direction else 1000

    def turns_to(self, period_us):
        """Thousandths of a turn until a turn will take so long, at the present slowing; at most 30 turns."""
        period, turns = self.period_us, 0
        while period < period_us and turns < 30:
            period += (period >> 10) * max(self.slowing, 10)
            turns += 1
        return turns * 1000

    def stop(self):
        """The ball is known not to be on the track any more."""
        self.running = False
        self._recent = []

    def rebase(self, us):
        """Take us off every time."""
        self.first_at -= us
        self.last_at -= us
        self.before_last_at -= us
        self._seen_at = [at - us for at in self._seen_at]
        self._passed_at = [at - us for at in self._passed_at]
        self._recent = [(sensor, at - us) for sensor, at in self._recent]
        self._before_at = [at - us for at in self._before_at]


def _direction(share, clockwise, early, late):
    """1 or -1 when a share of a turn (thousandths) fits the way between two sensors so, else 0.

    early, late: whether the turn that it is a share of came later or earlier, when it took longer or not so long.
    """
    found, least = 0, 1000
    for direction, right in ((1, clockwise), (-1, 1000 - clockwise)):
        off = share - right
        slower = right * _SLOWER_SHARE // 1000
        fits = -_NEAR_SHARE - slower * early <= off <= _NEAR_SHARE + slower * late
        if fits and abs(off) < least:
            found, least = direction, abs(off)
    return found


def _could_feign(share, clockwise, direction):
    """Whether the other direction would show the same share with a turn missed in it."""
    other = (1000 - clockwise if direction > 0 else clockwise) // 2
    return abs(share - other) < _CLEAR or abs(share - other - 500) < _CLEAR
