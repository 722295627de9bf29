"""What each input line does, for a self-test: its level, its pulses and how long they last."""

GLITCH_US = 200  # shorter is no pulse (DESIGN, "The sensors")


class LineStats:
    """Counts by line since start or reset. lines: how many there are.

    Bounded, whatever the lines do. Times are int microseconds of the caller's base, not falling.
    """

    def __init__(self, lines):
        self._count = lines
        self._level = bytearray(lines)
        self._changed = [0] * lines
        self.reset(0)

    def reset(self, t):
        """Counts anew from t; levels stay known."""
        self._since = t
        self._pulses = [0] * self._count
        self._glitches = [0] * self._count
        self._shortest = [0] * self._count
        self._longest = [0] * self._count

    def edge(self, t, line, level):
        """A line changed to level at t."""
        if level == self._level[line]:
            return
        self._level[line] = level
        width = t - self._changed[line]
        self._changed[line] = t
        if level:
            return
        if width < GLITCH_US:
            self._glitches[line] += 1
            return
        self._pulses[line] += 1
        if self._shortest[line] == 0 or width < self._shortest[line]:
            self._shortest[line] = width
        if width > self._longest[line]:
            self._longest[line] = width

    def line(self, line, t):
        """What is known of one line at t, as pairs: its level, pulses, widths and the time since it changed."""
        elapsed = t - self._since
        return (
            ("level", self._level[line]),
            ("pulses", self._pulses[line]),
            ("per_minute", self._pulses[line] * 60000000 // elapsed if elapsed > 0 else 0),
            ("glitches", self._glitches[line]),
            ("shortest_us", self._shortest[line]),
            ("longest_us", self._longest[line]),
            ("unchanged_us", t - self._changed[line]),
        )

    def rebase(self, us):
        """The caller's base moved `us` later."""
        self._since -= us
        self._changed = [at - us for at in self._changed]
