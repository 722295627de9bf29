"""Ends the program that a board runs, as Ctrl-C does: asks it to, and only when it does not hear sends the signal.

The unix port raises KeyboardInterrupt in the signal's handler, at any place, in whichever thread: in the middle of
the garbage collector that locks it up. board/_vb_ctrl_c.py has the other half of this.
"""

import ctypes
import os
import platform
import signal
import time

from host_tools.virtual_board import messages

ASKED, PRESSED = 1, 2
PATIENCE = 0.3  # seconds in which a program should come by a place where it can end
LOOK = 0.02  # seconds between two looks
RETURN = 0.001
_SYS_TGKILL = {"x86_64": 234, "aarch64": 131, "riscv64": 131, "i686": 270, "armv7l": 268}


class CtrlC:
    """One press at a time on the program of one board process (its main thread has the number pid)."""

    def __init__(self, pid, send, tick):
        self._pid, self._send, self._tick = pid, send, tick
        self._since = None
        self._pressed = False

    def is_open(self):
        """Whether a press has not reached the program yet."""
        return self._since is not None

    def is_heard(self):
        """Whether a program runs that Ctrl-C ends; at the prompt and after kbd_intr(-1) it is a byte like others."""
        try:
            with open(f"/proc/{self._pid}/status") as status:
                for line in status:
                    if line.startswith("SigCgt:"):
                        return bool(int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1)
        except OSError:
            pass
        return False

    def press(self):
        if self._since is None:
            self._since = time.monotonic()
            self._pressed = False
            self._send(messages.pack(messages.INTERRUPT, ASKED))
            self._tick()

    def tend(self):
        """Looks after an open press; the seconds to the next look, or None."""
        if self._since is None:
            return None
        if not self.is_heard():
            self.close()
            return None
        if self._reads_input():
            self.strike()
            return None
        if not self._pressed and time.monotonic() - self._since > PATIENCE:
            self._pressed = True
            self._send(messages.pack(messages.INTERRUPT, PRESSED))
        self._tick()
        return LOOK

    def strike_soon(self):
        """The program says that now is the time, from where it would be lost: give it the time to return."""
        time.sleep(RETURN)
        self.strike()

    def strike(self):
        """The signal itself, to the main thread alone."""
        if self.is_heard():
            _signal_thread(self._pid, signal.SIGINT)
        self.close()

    def close(self):
        self._since = None
        self._send(messages.pack(messages.TAKE_BACK))
        self._tick()

    def taken(self):
        """The program says that it was reached."""
        self._since = None

    def _reads_input(self):
        """Whether the program waits for input in a plain read, which nothing but the signal ends."""
        try:
            with open(f"/proc/{self._pid}/syscall") as call:
                number, descriptor = call.read().split()[:2]
        except (OSError, ValueError):
            return False
        return int(number) == _SYS_READ and int(descriptor, 16) == 0


_SYS_READ = {"x86_64": 0, "i686": 3, "armv7l": 3}.get(platform.machine(), 63)


def _signal_thread(pid, number):
    call = _SYS_TGKILL.get(platform.machine())
    if call is None or ctypes.CDLL(None).syscall(call, pid, pid, int(number)) != 0:
        os.kill(pid, number)
