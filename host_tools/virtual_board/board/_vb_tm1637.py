"""A TM1637's answer on its data line: it pulls DIO low from the 8th falling clock edge to the 9th (data sheet,
"Program flow": ACK). What the bytes mean is the host's business."""


class Acknowledge:
    def __init__(self):
        self.low = False  # the chip pulls DIO down
        self._clock = 1
        self._clocks = -1  # rising edges since the start condition; -1: no transfer

    def clock(self, level):
        self._clock = level
        if self._clocks < 0:
            return False
        if level:
            self._clocks += 1
        elif self._clocks == 8:
            self.low = True
        elif self._clocks == 9:
            self.low = False
            self._clocks = 0
        return False

    def data(self, level):
        """True when a transfer is over."""
        if self._clock and not self.low:
            self._clocks = -1 if level else 0
            return level
        return False
