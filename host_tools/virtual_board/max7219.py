"""Reads what a MAX7219 would show from the levels of its DIN, CLK and LOAD pins (data sheet, "Serial-Addressing Modes"
and tables 2 to 10).

A bit is taken at CLK's rise, the highest first; LOAD's rise latches the last 16 of them: four that mean nothing, four
of the register's address, eight of its value. Digit 0 is the rightmost.
"""

from host_tools.virtual_board.segments import text_of

DIGITS = 8
DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 0x09, 0x0A, 0x0B, 0x0C, 0x0F
LIT = 0xFF
BARS = 0x49


class Display:
    """Feed pin changes to data(), clock() and load(); take what is to be seen from segments(), text()."""

    def __init__(self):
        self.blank()

    def blank(self):
        """The chip loses its power; it begins in shutdown, one digit, the dimmest, p. 7."""
        self._registers = bytearray(16)
        self.release()

    def release(self):
        """The board lets its pins go."""
        self._din = self._clk = 0
        self._load = 1
        self._word = 0
        self._bits = 0

    @property
    def on(self):
        return bool(self._registers[SHUTDOWN] & 1 or self._registers[TEST] & 1)

    @property
    def brightness(self):
        return self._registers[INTENSITY] & 0x0F

    def segments(self):
        """What is lit, eight bytes, left to right, bit 0 segment a; a digit left to the chip's decoder is BARS."""
        if self._registers[TEST] & 1:
            return bytes((LIT,)) * DIGITS
        limit = self._registers[SCAN_LIMIT] & 0x07
        digits = [self._digit(place) if self.on and place <= limit else 0 for place in range(DIGITS)]
        return bytes(reversed(digits))

    def text(self):
        return text_of(self.segments())

    def data(self, level):
        self._din = level
        return False

    def clock(self, level):
        if level and not self._clk:
            self._word = (self._word << 1 | self._din) & 0xFFFF
            self._bits += 1
        self._clk = level
        return False

    def load(self, level):
        """LOAD (CS) changed. True when a word was taken. A word of fewer bits than 16 is a fault of its sender."""
        latched = bool(level and not self._load and self._bits >= 16)
        if latched:
            self._registers[self._word >> 8 & 0x0F] = self._word & 0xFF
        if not level:
            self._bits = 0
        self._load = level
        return latched

    def _digit(self, place):
        if self._registers[DECODE] >> place & 1:
            return BARS
        code = self._registers[1 + place]
        return code & 0x80 | sum((code >> bit & 1) << (6 - bit) for bit in range(7))
