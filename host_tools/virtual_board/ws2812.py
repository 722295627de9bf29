"""Reads the colours of WS2812 pixels from the level of their data line (data sheet WS2812B, "Data transfer time",
"Composition of 24bit data")."""

RESET_NS = 50_000  # low for longer: the pixels take over what they were sent
HIGH_NS = ((250, 550), (650, 950))  # of a 0, of a 1
LOW_NS = ((700, 1000), (300, 600))


class Strip:
    """Feed changes of the line to data(). colours: of each pixel, as "rrggbb" in hex, nearest to the board first.

    wrong: bits whose times are those of neither 0 nor 1.
    """

    def __init__(self):
        self.blank()

    def blank(self):
        """The pixels lose their power."""
        self.colours = []
        self.wrong = 0
        self.release()

    def release(self):
        self._bits = []
        self._level = 0
        self._since = 0
        self._high = None  # ns of the last bit's high, while its low goes on

    def data(self, level, ns):
        """The line changed to level at ns."""
        if level == self._level:
            return
        passed, self._since, self._level = ns - self._since, ns, level
        if not level:
            self._high = passed
        elif self._high is not None and passed > RESET_NS:
            self._latch()
        elif self._high is not None:
            self._bit(self._high, passed)

    def look(self, ns):
        """It is ns now. True when the pixels have taken over something since the last call of it."""
        if self._level or self._high is None or ns - self._since <= RESET_NS:
            return False
        self._latch()
        return True

    def _bit(self, high, low):
        fits = [bit for bit in (0, 1) if HIGH_NS[bit][0] <= high <= HIGH_NS[bit][1]]
        if not fits or (low is not None and not LOW_NS[fits[0]][0] <= low <= LOW_NS[fits[0]][1]):
            self.wrong += 1
        self._bits.append(fits[0] if fits else 0)

    def _latch(self):
        self._bit(self._high, None)  # its low went on as the reset
        self._high = None
        bits = "".join(map(str, self._bits))
        self._bits = []
        for place in range(len(bits) // 24):
            green, red, blue = (int(bits[24 * place + part : 24 * place + part + 8], 2) for part in (0, 8, 16))
            self.colours[place : place + 1] = [f"{red:02x}{green:02x}{blue:02x}"]
