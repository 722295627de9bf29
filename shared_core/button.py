"""A push button: contacts bounce, lines catch noise, and a press counts from its first edge.

Times are int microseconds from a base of the caller's choice, not falling from call to call.
"""

STABLE_US = 5000  # contacts come to rest within this; noise on a line is far shorter
NOISY_US = 50000  # contacts that have not come to rest after this are broken


class Button:
    """One button, active high.

    A press is told once the line was high for stable_us on end, stamped with the first edge of its bouncing.
    What is low again for stable_us before that was noise. A release counts after stable_us too, so that its
    bouncing is no press. Both edge() and time() return the time of a press that became certain, else None.

    pending: the first edge of what may yet turn out to be a press, or None. down: whether the button is held.
    noisy: set when the line did not come to rest for NOISY_US; what was pending then is no press.
    """

    def __init__(self, stable_us=STABLE_US):
        self.pending = None
        self.down = False
        self.noisy = False
        self._stable_us = stable_us
        self._level = 0
        self._changed = 0  # when the line came to its level

    def edge(self, t, level):
        """The line changed to `level` at t."""
        press = self.time(t)
        if self.pending is not None and t - self.pending >= NOISY_US:
            self.noisy = True
            self.pending = None
        if level != self._level:
            self._level = level
            self._changed = t
            if level and not self.down and self.pending is None:
                self.pending = t
        return press

    def time(self, t):
        """It is t now, and every edge before t has been told."""
        if not self._undecided() or t - self._changed < self._stable_us:
            return None
        press = self.pending if self._level else None
        self.down = self._level == 1
        self.pending = None
        return press

    def deadline(self):
        """When time() will have something to decide unless an edge comes, or None."""
        return self._changed + self._stable_us if self._undecided() else None

    def rebase(self, us):
        """The caller's base moved `us` later."""
        self._changed -= us
        if self.pending is not None:
            self.pending -= us

    def _undecided(self):
        return self.pending is not None or self.down != (self._level == 1)
