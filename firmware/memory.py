"""The board's memory: garbage is collected while nothing goes on, so that none has to be while a ball is live; what
only the start needs is forgotten after it."""

import gc
import sys

EVERY_MS = 2000
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board


class Memory:
    """collect: gc.collect, or any function like it."""

    def __init__(self, collect=gc.collect):
        self._collect = collect
        self._at = None

    def tick(self, now_ms, quiet):
        """Call it often, with ticks_ms() and whether nothing goes on."""
        if quiet and (self._at is None or (now_ms - self._at) & TICKS_MASK >= EVERY_MS):
            self._collect()
            self._at = now_ms


def forget(name):
    """Frees a module, as far as nothing refers to it any more."""
    if name in sys.modules:
        package, module = name.split(".")
        # A deleted entry of a table keeps its value on MicroPython: so None takes its place first.
        setattr(sys.modules[package], module, None)
        delattr(sys.modules[package], module)
        sys.modules[name] = None  # pyright: ignore
        del sys.modules[name]
