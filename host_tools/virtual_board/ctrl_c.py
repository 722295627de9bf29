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
EFFECT = 0.5  # seconds in which a program that was hit should have ended
_SYS_TGKILL = {"x86_64": 234, "aarch64": 131, "riscv64": 131, "i686": 270, "armv7l": 268}


class CtrlC:
    """One press at a time on the program of one board process (its main thread has the number pid)."""

    def __init__(self, pid, send, tick):
        self._pid, self._send, self._tick = pid, send, tick
        self._unsent = []
        self._since = None  # when the program was asked
        self._struck = None  # when it was hit
        self._pressed = False
        self._again = False

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
            self._again = False
            self._ask()

    def tend(self):
        """Looks after an open press; the seconds to the next look, or None."""
        self._tell()
        if self._since is None:
            return LOOK if self._unsent else None
        now = time.monotonic()
        if not self.is_heard():
            self.close()
        elif self._struck is not None:
            self._look_after_strike(now)
        elif self._reads_input():
            self.strike()
        elif not self._pressed and now - self._since > PATIENCE:
            self._pressed = True
            self._tell(messages.pack(messages.INTERRUPT, PRESSED))
        self._tick()
        return LOOK if self._since is not None else None

    def strike_soon(self):
        """The program says that now is the time, from where it would be lost: give it the time to return."""
        if self.is_open():  # else another one runs by now
            time.sleep(RETURN)
            self.strike()

    def strike(self):
        """The signal itself, to the main thread alone."""
        if self.is_heard():
            _signal_thread(self._pid, signal.SIGINT)
        self._struck = time.monotonic()
        self._tell(messages.pack(messages.TAKE_BACK))

    def missed(self):
        """The signal came where it was lost."""
        if self.is_open():
            self._ask()

    def close(self):
        self._since = None
        self._tell(messages.pack(messages.TAKE_BACK))

    def taken(self):
        """The program says that it was reached. What it was asked meanwhile is not for the next one."""
        self.close()

    def _ask(self):
        self._since = time.monotonic()
        self._struck = None
        self._pressed = False
        self._tell(messages.pack(messages.INTERRUPT, ASKED))

    def _look_after_strike(self, now):
        # A program that was hit and goes on may have caught it, or it was lost on the way: ask once more.
        if now - self._struck > EFFECT:
            if self._again:
                self._since = None
            else:
                self._again = True
                self._ask()

    def _tell(self, message=None):
        if message:
            self._unsent.append(message)
        while self._unsent and self._send(self._unsent[0]):
            self._unsent.pop(0)
        self._tick()

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
