"""The board's port: a raw pseudo terminal whose far end may be opened and closed at any time.

As on USB, what the board says while nobody has the port open is lost. When somebody has but does not read, the host's
buffer fills first, then the board is held up for half a second, then what it says is lost.
"""

import os
import select
import termios
import time
import tty

PATIENCE = 0.5  # seconds for which a reader may keep the board waiting
ROOM = 1 << 16  # bytes that wait for the reader


class Port:
    """path: the far end; is_open: whether somebody has it open, as far as look() and read() have seen."""

    def __init__(self):
        self.master, slave = os.openpty()
        self.path = os.ttyname(slave)
        tty.setraw(slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        self._poll = select.poll()
        self._poll.register(self.master, 0)
        self._far_end_closed()

    def close(self):
        os.close(self.master)

    def look(self):
        """Whether somebody has the far end open; to be asked now and then while nobody has."""
        self.is_open = not self._poll.poll(0)
        return self.is_open

    def read(self):
        """What came from the far end; b"" when there is nothing or when it was closed."""
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""
        except OSError:
            self._far_end_closed()
            return b""

    def is_held(self):
        """Whether something waits for the reader."""
        return bool(self._out)

    def has_room(self):
        """Whether the board may go on speaking: there is room, or no more patience."""
        return len(self._out) < ROOM or self._is_out_of_patience()

    def write(self, data):
        if self.is_open and not (len(self._out) >= ROOM and self._is_out_of_patience()):
            if not self._out:
                self._taken_at = time.monotonic()
            self._out += data
            self.pump()

    def pump(self):
        """Hand on what waits, as far as it is taken."""
        while self._out:
            try:
                written = os.write(self.master, self._out)
            except BlockingIOError:
                return
            except OSError:
                self._out = b""
                return
            self._out = self._out[written:]
            self._taken_at = time.monotonic()

    def _is_out_of_patience(self):
        return time.monotonic() - self._taken_at > PATIENCE

    def _far_end_closed(self):
        self.is_open = False
        self._out = b""
        self._taken_at = 0.0
        termios.tcflush(self.master, termios.TCOFLUSH)
