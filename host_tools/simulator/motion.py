"""Something that turns: its angle over time, in pieces of constant acceleration.

Times are seconds, angles turns, both floats; clockwise, seen from above, is positive. Angles are not wrapped.
"""

from bisect import bisect_right
from math import ceil, floor, sqrt


class Motion:
    """An angle that starts at `start` seconds and is carried on by the methods below, piece by piece."""

    def __init__(self, start, angle, speed):
        self.start = self.end = start
        self.angle_end = angle
        self.speed_end = speed
        self._starts = []
        self._pieces = []  # (start, seconds, angle, speed, acceleration, angle at the end)

    def run(self, seconds, acceleration=0.0):
        """Go on for some seconds at a constant acceleration (turns/s^2), the direction kept."""
        if seconds <= 0:
            return
        angle = self.angle_end + (self.speed_end + acceleration * seconds / 2) * seconds
        self._starts.append(self.end)
        self._pieces.append((self.end, seconds, self.angle_end, self.speed_end, acceleration, angle))
        self.end += seconds
        self.angle_end = angle
        self.speed_end += acceleration * seconds

    def reach(self, speed, seconds):
        """Change evenly to another speed (turns/s, signed) within some seconds, if need be through a stop."""
        if speed * self.speed_end < 0:
            share = self.speed_end / (self.speed_end - speed)
            self.reach(0.0, seconds * share)
            self.reach(speed, seconds * (1 - share))
            return
        self.run(seconds, (speed - self.speed_end) / seconds)
        self.speed_end = speed

    def coast(self, seconds, friction, step=1.0):
        """Slow down for some seconds; `friction(speed)` is the deceleration (turns/s^2) at an unsigned speed.

        Each step takes the friction at the speed that the step has in its middle (the midpoint rule).
        """
        until = self.end + seconds
        while self.end < until:
            self.run(min(step, until - self.end), self._deceleration(friction, step))

    def coast_to(self, speed, friction, step=0.1):
        """Slow down until an unsigned speed is reached."""
        while abs(self.speed_end) > speed:
            acceleration = self._deceleration(friction, step)
            self.run(min(step, (abs(self.speed_end) - speed) / abs(acceleration)), acceleration)
            if abs(self.speed_end) - speed < 1e-9:
                return

    def coast_turns(self, turns, friction):
        """Slow down for at least some turns."""
        before = self.angle_end
        while abs(self.angle_end - before) < turns:
            self.coast(0.5, friction)

    def _deceleration(self, friction, step):
        speed = abs(self.speed_end)
        middle = max(speed - friction(speed) * step / 2, 0.0)
        return -friction(middle) if self.speed_end > 0 else friction(middle)

    def cut(self, end):
        """The same motion up to `end`, as a new one; afterwards it may be carried on another way."""
        copy = Motion(self.start, self._pieces[0][2], self._pieces[0][3])
        for start, seconds, _angle, _speed, acceleration, _last in self._pieces:
            if start >= end:
                break
            copy.run(min(seconds, end - start), acceleration)
        return copy

    def angle(self, t):
        """The angle at t seconds; before the start and after the end that of the start and the end."""
        if not self._pieces or t >= self.end:
            return self.angle_end
        start, _seconds, angle, speed, acceleration, _last = self._piece(t)
        dt = max(t - start, 0.0)
        return angle + (speed + acceleration * dt / 2) * dt

    def speed(self, t):
        """The signed speed at t seconds, in turns/s."""
        if not self._pieces or t >= self.end:
            return self.speed_end
        start, _seconds, _angle, speed, acceleration, _last = self._piece(t)
        return speed + acceleration * max(t - start, 0.0)

    def _piece(self, t):
        return self._pieces[max(bisect_right(self._starts, t) - 1, 0)]

    def crossings(self, phase, pitch, since=None, until=None):
        """The times, ascending, at which the angle passes phase + k * pitch for any whole k."""
        since = self.start if since is None else since
        until = self.end if until is None else until
        times = []
        first = max(bisect_right(self._starts, since) - 1, 0)
        for start, _seconds, angle, speed, acceleration, last in self._pieces[first:]:
            if start > until:
                break
            for target in _between(angle, last, phase, pitch):
                t = start + _time_to(target - angle, speed, acceleration)
                if since < t <= until:
                    times.append(t)
        return times

    def passing(self, turns, since):
        """When the angle is some turns on from where it was at `since`, or None if it never is."""
        there = self.angle(since)
        ahead = self.crossings(there + turns, 1e9, since)
        behind = self.crossings(there - turns, 1e9, since)
        return min(ahead + behind, default=None)


def _between(angle, last, phase, pitch):
    """The targets phase + k * pitch that a piece meets, in order; its end is part of it, its start is not."""
    if last >= angle:
        first, stop = floor((angle - phase) / pitch) + 1, floor((last - phase) / pitch)
        return [phase + k * pitch for k in range(first, stop + 1)]
    first, stop = ceil((angle - phase) / pitch) - 1, ceil((last - phase) / pitch)
    return [phase + k * pitch for k in range(first, stop - 1, -1)]


def _time_to(distance, speed, acceleration):
    """Seconds until a distance is covered: the root of s = v t + a t^2 / 2, in a form that bears small a."""
    root = sqrt(max(speed * speed + 2 * acceleration * distance, 0.0))
    return 2 * distance / (speed + root if distance > 0 else speed - root)
