"""Reads what the four-digit module with an HT16K33 would show from the levels of SCL and SDA (data sheet Rev. 1.10,
p. 26 to 30, and its commands).

A transfer starts when SDA falls while SCL is high and stops when it rises so; bits are taken at SCL's rise, the highest
first; the ninth clock is the chip's answer. The first byte is address and direction; the next a command or the address
in the memory, and then come the bytes for it.
"""

from host_tools.virtual_board.segments import text_of

MEMORY = 16
PLACES = (0, 2, 6, 8)  # of the digits, left to right


class Display:
    """Feed pin changes to clock() and data(); take what is to be seen from segments(), text(). address: 7 bits."""

    def __init__(self, address=0x70):
        self._address = address
        self.blank()

    def blank(self):
        """The chip loses its power."""
        self._memory = bytearray(MEMORY)
        self._oscillator = False
        self._display = False
        self.blinking = 0
        self.brightness = 15
        self.release()

    def release(self):
        self._scl = self._sda = 1
        self._clocks = -1  # rising edges in this byte; -1: no transfer
        self._byte = 0
        self._place = 0  # of this byte in the transfer
        self._pointer = 0

    @property
    def on(self):
        return self._oscillator and self._display

    def segments(self):
        """What is lit, four bytes."""
        return bytes(self._memory[place] if self.on else 0 for place in PLACES)

    def text(self):
        return text_of(self.segments())

    def answers(self):
        """Whether the chip pulls SDA low now: from the eighth clock's fall to the ninth's."""
        return self._clocks == 8 and not self._scl

    def clock(self, level):
        if level == self._scl:
            return False
        self._scl = level
        if self._clocks < 0 or not level:
            return False
        self._clocks += 1
        if self._clocks <= 8:
            self._byte = (self._byte << 1 | self._sda) & 0xFF
        else:
            self._clocks = 0
            self._take(self._byte)
        return False

    def data(self, level):
        """SDA changed on the board's side. True when a transfer ended, so that the picture may have changed."""
        if level == self._sda:
            return False
        self._sda = level
        if not self._scl:
            return False
        stopped = level == 1 and self._clocks >= 0
        self._clocks = -1 if level else 0
        self._place = 0
        return stopped

    def _take(self, byte):
        if self._place == 0 and byte != self._address << 1:
            self._clocks = -1  # meant for another chip
        elif self._place == 1:
            self._command(byte)
        elif self._place > 1:
            self._memory[self._pointer % MEMORY] = byte
            self._pointer += 1
        self._place += 1

    def _command(self, byte):
        kind = byte & 0xF0
        if kind == 0x00:
            self._pointer = byte & 0x0F
        elif kind == 0x20:
            self._oscillator = bool(byte & 1)
        elif kind == 0x80:
            self._display = bool(byte & 1)
            self.blinking = byte >> 1 & 3
        elif kind == 0xE0:
            self.brightness = byte & 0x0F
