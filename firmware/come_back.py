"""Brings the table back when whoever was at the board's prompt is done: a prompt at which nothing has run for two
minutes ends in a reset, and the table starts.

What runs allocates memory, and a waiting prompt does not; so nobody need say anything, and a plain mpremote session
that was left, or one that broke off, is noticed, too. boot.py starts it, and main.py stops it before the table begins.
"""

import gc

QUIET_S = 120
PERIOD_MS = 1000


class ComeBack:
    """allocated: gc.mem_alloc; reset: machine.reset; both may be any functions like them. tick() is called every
    second, and allocates nothing itself."""

    def __init__(self, allocated, reset, quiet_s=QUIET_S):
        self._allocated = allocated
        self._reset = reset
        self._quiet_s = quiet_s
        self._was = 0
        self._quiet = 0

    def tick(self, _=None):
        now = self._allocated()
        if now == self._was:
            self._quiet += 1
            if self._quiet >= self._quiet_s:
                self._reset()
        else:
            self._was = now
            self._quiet = 0


_timer = None


def start():
    """Begins to watch the prompt, where the port has timers."""
    global _timer
    import machine

    if hasattr(machine, "Timer") and _timer is None:
        tick = ComeBack(gc.mem_alloc, machine.reset).tick
        _timer = machine.Timer(-1)
        _timer.init(period=PERIOD_MS, mode=machine.Timer.PERIODIC, callback=tick)


def stop():
    """Watches no more."""
    global _timer
    if _timer is not None:
        _timer.deinit()
        _timer = None
