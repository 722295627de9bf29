"""What is measured of a spin, for its record."""

from shared_core.sensor_lines import BALL_A, TURN

DIRECTIONS = {1: "clockwise", -1: "counterclockwise", 0: None}
_MOST_PASSES = 48  # of which the speed is kept; the latest ones

_SECOND_MILLI = 1_000_000_000  # thousandths of a turn a second are this by the microseconds of a turn


class SpinMeasures:
    """Collects the measures of one spin; times in microseconds relative to the tracker's base."""

    def __init__(self, pockets, offsets):
        self._pockets = pockets
        self._places = (offsets[BALL_A], offsets[BALL_A + 1])
        self._speeds = [0] * _MOST_PASSES
        self.previous = None
        self._clear()

    def _clear(self):
        self.turns = 0
        self.ball_direction = 0
        self.rotor_direction = 0
        self.alarm_us = None
        self.drop_us = None
        self.rest_us = None
        self.reads = 0
        self._passes = 0
        self._rotor_speed = None
        self._rotor_slowing = None
        self._sixteenth = None

    def end(self, verdict):
        """Another spin begins; this one ended with that verdict."""
        self.previous = (verdict, self.pairs())
        self._clear()

    def passed(self, ball):
        """The ball passed a sensor: it is on the track."""
        self.turns = ball.turns
        self.drop_us = None
        self._speeds[self._passes % _MOST_PASSES] = _SECOND_MILLI // ball.period_us
        self._passes += 1

    def directions(self, ball, rotor):
        """The directions as far as they are proven."""
        self.ball_direction = ball or self.ball_direction
        self.rotor_direction = rotor

    def dropped(self, ball, rotor):
        """The ball has left the track: half-way between its last pass and the next that was due. Returns when."""
        self.drop_us = ball.last_at + (ball.next_due() - ball.last_at >> 1)
        turn_us = rotor.pitch_us() * self._pockets
        self._rotor_speed = _SECOND_MILLI // turn_us if turn_us else None
        if rotor.time.turn_us and rotor.time.slower_us is not None:
            self._rotor_slowing = rotor.time.slower_us * 1000 // rotor.time.turn_us
        if ball.direction:
            on = ball.to_next() * (TURN // 2000) * ball.direction
            self._sixteenth = (self._places[ball.last_sensor] + on) % TURN * 16 // TURN
        return self.drop_us

    def rested(self, t):
        """The first of the reads that agree came at t."""
        if self.rest_us is None:
            self.rest_us = t

    def pairs(self, base=0):
        """The measures as (key, value) pairs; None where a value is not known. base: what is added to each time.

        ball_turns_milli: proven turns in thousandths; directions: "clockwise", "counterclockwise"; alarm_us, drop_us,
        rest_us; ball_speeds_milli: thousandths of a turn a second at each pass, the latest 48, as a string;
        rotor_speed_milli: the same at the drop; rotor_slowing_milli: thousandths by which its turns grew longer;
        drop_sixteenth: of the wheel, 0 to 15 clockwise from the reader; reads: pocket reads that agreed.
        """
        first = max(self._passes - _MOST_PASSES, 0)
        speeds = [str(self._speeds[place % _MOST_PASSES]) for place in range(first, self._passes)]
        return (
            ("ball_turns_milli", self.turns),
            ("ball_direction", DIRECTIONS[self.ball_direction]),
            ("rotor_direction", DIRECTIONS[self.rotor_direction]),
            ("alarm_us", _later(self.alarm_us, base)),
            ("drop_us", _later(self.drop_us, base)),
            ("rest_us", _later(self.rest_us, base)),
            ("ball_speeds_milli", " ".join(speeds)),
            ("rotor_speed_milli", self._rotor_speed),
            ("rotor_slowing_milli", self._rotor_slowing),
            ("drop_sixteenth", self._sixteenth),
            ("reads", self.reads),
        )

    def rebase(self, us):
        """Take us off every time."""
        self.alarm_us = _later(self.alarm_us, -us)
        self.drop_us = _later(self.drop_us, -us)
        self.rest_us = _later(self.rest_us, -us)


def _later(t, us):
    return None if t is None else t + us
