"""Time without wrapping, from a microsecond counter that wraps.

ticks_us() starts again at 0 after 17.9 minutes on a Pico, and a difference of two of them holds for half of
that. So the clock has to be read (`now`) at least every 8 minutes; the firmware's loop does it many times a
second.

Times are microseconds since `base`, so that they stay small ints, which cost no memory, as long as `rebase`
is called within 17 minutes; only `since_boot` makes numbers that grow without end.
"""


class Clock:
    """ticks: time.ticks_us; diff: time.ticks_diff, or the same of any counter. The clock starts at 0.

    base: microseconds from the start of the clock to the zero of its times.
    """

    def __init__(self, ticks, diff):
        self.base = 0
        self._ticks = ticks
        self._diff = diff
        self._last = ticks()
        self._last_us = 0

    def now(self):
        """The time, us since base."""
        ticks = self._ticks()
        self._last_us = self.at(ticks)
        self._last = ticks
        return self._last_us

    def at(self, ticks):
        """The time, us since base, of a stamp taken within 8 minutes before or after the last now()."""
        return self._last_us + self._diff(ticks, self._last)

    def rebase(self):
        """Begins to count anew from the last now(); returns by how many us all times became smaller."""
        us = self._last_us
        self.base += us
        self._last_us = 0
        return us

    def since_boot(self, us):
        """A time, us since base, as us since the start of the clock."""
        return self.base + us
