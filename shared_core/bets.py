"""When the bets of a spin closed, by whose call, and the evidence that decides a dispute about it.

Bets are open, then closed, then sealed: written down, and binding from there on.
"""

from shared_core.errors import Refused

# A wager that was read before bets closed may be handled after it: so long the bets stay unsealed.
GRACE_US = 50000
CALLS = ("button", "link", "timer", "ball-speed", "wheel")  # else the ball left the track uncalled
MOST_EARLY = 4  # presses that came too early, of which the record tells the times
MOST_LAST = 6  # wagers that came last, of which it tells how long before the call
LAST_US = 5000000
MOST_LATE = 8  # wagers of a spin that came late and have a record of their own
PASS_HOLDS_US = 3000000  # no ball that is on the track takes longer for a turn


class Bets:
    """The betting on one spin. closed_at: us since boot, or None while it is open; closed_by: the call, or what else
    closed it; sealed: written down; timer_at: when the bet timer ends, or None; late: wagers that came after it."""

    def __init__(self):
        self.open_again(None)

    def open_again(self, timer_at):
        """Bets are placed, on this round's spin or on another try at it."""
        self.closed_at = None
        self.closed_by = None
        self.sealed = False
        self.timer_at = timer_at
        self.late = 0
        self._early = []
        self._last = []  # (t, seat, spot name) of the wagers that came last
        self._ball = None  # its last pass: (t, thousandths of a turn a second, place, direction)

    @property
    def open(self):
        return self.closed_at is None

    def close(self, t, by):
        """Bets closed at t."""
        self.closed_at = t
        self.closed_by = by
        self.timer_at = None

    def seal_at(self):
        """When they are to be written down, or None."""
        return None if self.open or self.sealed else self.closed_at + GRACE_US

    def check_in_time(self, t):
        """Raises Refused("late") for what came at t, unless bets were open then."""
        if self.open or (t <= self.closed_at and not self.sealed):
            return
        us = t - self.closed_at
        ago = str(us // 1000) + " ms before the wager came" if us > 0 else "and were written down before it was handled"
        raise Refused("late", "bets closed " + ago)

    # Evidence

    def came(self, t, seat, spot):
        """A wager was taken that came at t."""
        self._last.append((t, seat, spot))
        if len(self._last) > MOST_LAST:
            self._last.pop(0)

    def too_early(self, t):
        """The dealer called before the rulebook lets him."""
        if len(self._early) < MOST_EARLY:
            self._early.append(t)

    def ball_passed(self, t, speed, place, direction):
        """The ball passed a sensor at t: its speed, thousandths of a turn a second; the sensor's place, thousandths
        of a turn clockwise from the reader; 1 clockwise, -1 counterclockwise, 0 not known yet."""
        if self.open:
            self._ball = t, speed, place, direction

    def evidence(self):
        """Pairs for the record of the closed bets: where the ball was and how fast, what came early, what came last."""
        speed = place = None
        if self._ball is not None and self.closed_at - self._ball[0] < PASS_HOLDS_US:
            passed_at, speed, place, direction = self._ball
            gone = speed * ((self.closed_at - passed_at) // 1000) // 1000
            place = (place + direction * gone) % 1000 if direction else None
        closed_at = self.closed_at
        last = [[(closed_at - t) // 1000, seat, spot] for t, seat, spot in self._last if closed_at - t <= LAST_US]
        pairs = (("ball_speed_milli", speed), ("ball_place_milli", place))
        if self._early:
            pairs += (("early", self._early),)
        return pairs + (("last", last),) if last else pairs
