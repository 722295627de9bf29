"""What the table shows, steady or blinking, on one display device.

A device is any object with write(segments), which shows four segment codes and returns whether they arrived.
"""

from firmware.pictures import DARK, picture

BLINK_MS = 250  # lit, then dark for as long
RETRY_MS = 1000  # a display that did not answer is tried again
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board


class Display:
    """Shows one picture at a time. present: whether the device answered when it was last written."""

    def __init__(self, device):
        self.present = False
        self._device = device
        self._name = None
        self._blink = False
        self._codes = DARK
        self._lit = True
        self._since = None  # ticks_ms at which the picture was last turned on, off or sent again

    def show(self, name, blink=False):
        """Shows a picture of firmware/pictures.py at once, lit first when it blinks. Raises ValueError."""
        if name == self._name and blink == self._blink:
            return
        self._codes = picture(name)
        self._name = name
        self._blink = blink
        self._lit = True
        self._since = None
        self._write()

    def tick(self, now_ms):
        """Blinks, and tries again when the device did not answer. Call it often, with ticks_ms()."""
        if self._since is None:
            self._since = now_ms
        elapsed = (now_ms - self._since) & TICKS_MASK
        if self._blink and elapsed >= BLINK_MS:
            self._lit = not self._lit
        elif self.present or elapsed < RETRY_MS:
            return
        self._since = now_ms
        self._write()

    def _write(self):
        self.present = self._device.write(self._codes if self._lit else DARK)
