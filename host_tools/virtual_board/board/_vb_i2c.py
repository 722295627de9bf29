"""The answers of I2C chips on the data line: the one whose address was called pulls SDA low from the 8th falling clock
edge of each byte to the 9th (HT16K33 data sheet, "Acknowledge"). What the bytes mean is the host's business."""


class Acknowledge:
    """The chips on one bus."""

    def __init__(self):
        self.addresses = []
        self.low = False  # a chip pulls SDA down
        self._clock = 1
        self._data = 1
        self._clocks = -1  # rising edges in this byte; -1: no transfer, or none that is meant for a chip here
        self._byte = 0
        self._is_address = False

    def clock(self, level):
        self._clock = level
        if self._clocks < 0:
            return False
        if level:
            self._clocks += 1
            if self._clocks <= 8:
                self._byte = self._byte << 1 & 0xFF | self._data
        elif self._clocks == 8:
            self._answer()
        elif self._clocks == 9:
            self.low = False
            self._clocks = 0
        return False

    def data(self, level):
        """True when a transfer is over."""
        self._data = level
        if not self._clock or self.low:
            return False
        stopped = level == 1 and self._clocks >= 0
        self._clocks = -1 if level else 0
        self._is_address = True
        return stopped

    def _answer(self):
        if self._is_address and self._byte not in [address << 1 for address in self.addresses]:
            self._clocks = -1
        else:
            self.low = True
        self._is_address = False
