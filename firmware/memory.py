"""The board's memory: garbage is collected while nothing goes on, so that none has to be while a ball is live; what
only the start or a closed table needs is forgotten after it.

Wagers on a ball that is live make garbage, too, and may make so much that MicroPython would collect it in the turn that
reads the number, which takes a Pico 20 ms. So where little is left, which takes 8 ms to find out, it is collected as
soon as the bets are sealed: to write them down has just taken several times as long, and what is answered then is late
anyway.
"""

import gc
import sys

EVERY_MS = 500  # a ball that comes finds no more garbage than that of half a second
ENOUGH = 49152  # bytes, for a ball from the sealing of its bets to its number: 10 s of turns and passes take 20 KB
# What only a closed table needs; should it be asked for while the table is open, it is loaded once more.
CLOSED_ONLY = (
    "shared_core.pit_boss",
    "shared_core.inspection",
    "shared_core.rulebooks",
    "shared_core.coast",
    "shared_core.wheel_check",
    "shared_core.line_stats",
    "shared_core.calibration",
)
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board


class Memory:
    """collect, free: gc.collect and gc.mem_free, or functions like them."""

    def __init__(self, collect=gc.collect, free=None):
        self._collect = collect
        self._free = free or getattr(gc, "mem_free", None)  # CPython has none
        self._at = None
        self._awaited = False

    def tick(self, now_ms, quiet, closed=True, awaited=False):
        """Call it often, with ticks_ms(), whether nothing goes on, whether the table is closed, and whether a number is
        awaited."""
        if awaited and not self._awaited and self._free() < ENOUGH:
            self._collect()
        self._awaited = awaited
        if quiet and (self._at is None or (now_ms - self._at) & TICKS_MASK >= EVERY_MS):
            for name in () if closed else CLOSED_ONLY:
                forget(name)
            self._collect()
            self._at = now_ms


def forget(name):
    """Frees a module, with a package all that lies in it, as far as nothing refers to it any more."""
    if name in sys.modules:
        for inner in [other for other in sys.modules if other.startswith(name + ".")]:
            forget(inner)
        package, module = name.rsplit(".", 1)
        # A deleted entry of a table keeps its value on MicroPython: so None takes its place first.
        setattr(sys.modules[package], module, None)
        delattr(sys.modules[package], module)
        sys.modules[name] = None  # pyright: ignore
        del sys.modules[name]
