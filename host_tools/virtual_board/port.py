"""The board's port: a raw pseudo terminal whose far end may be opened and closed at any time.

As on USB, what the board says while nobody has the port open is lost, and when somebody has but does not read, the
board is held up for half a second, then what it says is dropped.
"""

import os
import select
import termios
import time
import tty

PATIENCE = 0.5  # seconds for which a reader may keep the board waiting
ROOM = 4096


class Port:
    def __init__(self):
        self.master, slave = os.openpty()
        self.path = os.ttyname(slave)
        tty.setraw(slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.is_open = False
        self._out = b""
        self._held_since = None
        self._dropping = False
        self._poll = select.poll()
        self._poll.register(self.master, 0)

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

    def has_room(self):
        return len(self._out) < ROOM

    def is_held(self):
        return bool(self._out)

    def write(self, data):
        if not self.is_open:
            return
        self._out += data
        self.pump()

    def pump(self):
        """Hand on what waits; once nobody took anything for too long, drop it."""
        while self._out:
            try:
                written = os.write(self.master, self._out)
            except BlockingIOError:
                break
            except OSError:
                self._out = b""
                break
            self._out = self._out[written:]
            self._held_since = None
            self._dropping = False
        if not self._out:
            self._held_since = None
            return
        now = time.monotonic()
        if self._held_since is None:
            self._held_since = now
        if self._dropping or now - self._held_since > PATIENCE:
            self._dropping = True
            self._out = b""

    def _far_end_closed(self):
        self.is_open = False
        self._out = b""
        self._held_since = None
        self._dropping = False
        termios.tcflush(self.master, termios.TCOFLUSH)
