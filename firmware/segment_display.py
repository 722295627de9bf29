"""Pictures on any driver of seven-segment digits.

A driver has digits, how many it has, and write(segments), which shows as many codes as pictures.py makes them, and
returns whether the chip surely shows them; it may raise OSError.
"""

from firmware.pictures import row


class SegmentDisplay:
    """driver: TM1637, MAX7219, HT16K33."""

    def __init__(self, driver):
        self._driver = driver

    def show(self, name, lit, earlier):
        """The picture at the right, dark while it blinks off; left of it, where there is room, the earlier numbers."""
        return self._driver.write(row(name if lit else "dark", self._driver.digits, earlier))
