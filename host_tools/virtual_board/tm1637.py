"""Reads what a TM1637 would show from the levels of its CLK and DIO pins (data sheet, "Program flow").

A transfer starts when DIO falls while CLK is high and stops when DIO rises while CLK is high; bits are taken at the
rising clock, the lowest first; the ninth clock is the chip's answer. The first byte of a transfer is a command.
"""

from host_tools.virtual_board.segments import text_of

GRIDS = 6


class Display:
    """Feed pin changes to clock() and data(); take what is to be seen from segments(), text()."""

    def __init__(self):
        self.blank()

    def blank(self):
        """The chip loses its power."""
        self._ram = bytearray(GRIDS)
        self.on = False
        self.brightness = 0
        self._address = 0
        self._fixed = False
        self.release()

    def release(self):
        """Both lines are let go, as by a board that starts."""
        self._clk = self._dio = 1
        self._clocks = -1  # rising edges in this byte; -1: no transfer
        self._byte = 0
        self._is_command = True

    def segments(self):
        """What is lit: four bytes, six when the module's last two grids are used."""
        lit = bytes(self._ram) if self.on else bytes(GRIDS)
        return lit if any(self._ram[4:]) else lit[:4]

    def text(self):
        return text_of(self.segments())

    def answers(self):
        """Whether the chip pulls DIO low now: from the eighth clock's fall to the ninth's."""
        return self._clocks == 8 and not self._clk

    def clock(self, level):
        """CLK changed. The byte's bits are complete after the eighth rising edge."""
        if level == self._clk:
            return
        self._clk = level
        if self._clocks < 0 or not level:
            return
        self._clocks += 1
        if self._clocks <= 8:
            self._byte = self._byte >> 1 | self._dio << 7
            if self._clocks == 8:
                self._take(self._byte)
        else:
            self._clocks = 0

    def data(self, level):
        """DIO changed on the board's side. True when a transfer ended, so that the picture may have changed."""
        if level == self._dio:
            return False
        self._dio = level
        if not self._clk or self._clocks == 8:
            return False
        stopped = level == 1 and self._clocks >= 0
        self._clocks = -1 if level else 0
        self._is_command = True
        return stopped

    def _take(self, byte):
        if not self._is_command:
            self._ram[self._address % GRIDS] = byte
            if not self._fixed:
                self._address += 1
            return
        kind = byte & 0xC0
        if kind == 0x40:
            self._fixed = bool(byte & 0x04)
        elif kind == 0x80:
            self.on = bool(byte & 0x08)
            self.brightness = byte & 0x07
        elif kind == 0xC0:
            self._address = byte & 0x07
            self._is_command = False
