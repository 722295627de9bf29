"""Ctrl-C: a KeyboardInterrupt where the program can bear it.

The unix port raises it out of a signal's handler, wherever the interpreter is, be it in the middle of the garbage
collector or of the file system. So the host asks instead: a program that comes by the clock, a wait, a pin, an import,
print or open ends there. Only one that does not come by for some time is hit by the signal, right after a step of it
and with the collector off.
"""

import builtins
import gc

ASKED, PRESSED = 1, 2

pending = 0  # ASKED or PRESSED while the host waits
_world = None
_collects = True
_plain = {name: getattr(builtins, name) for name in ("__import__", "open", "print")}


def begin(world):
    global _world
    _world = world


def ask(how):
    global pending
    pending = how
    for name, function in _plain.items():
        setattr(builtins, name, _checking(function))


def take_back():
    """The program is at the prompt, or was hit."""
    global pending
    pending = 0
    _unhook()
    if _collects:
        gc.enable()


def check():
    """Raises KeyboardInterrupt if the host still asks for it."""
    global pending
    if pending:
        _world.receive()
    if pending:
        pending = 0
        _unhook()
        _world.tell(_world.INTERRUPTED)
        raise KeyboardInterrupt


def strike():
    """From a tick, so between two steps of the program: have the signal sent now."""
    global pending, _collects
    pending = 0
    _unhook()
    _collects = gc.isenabled()
    gc.disable()
    _world.tell(_world.STRIKE)


def _checking(function):
    def call(*args, **kwargs):
        check()
        return function(*args, **kwargs)

    return call


def _unhook():
    for name, function in _plain.items():
        setattr(builtins, name, function)
