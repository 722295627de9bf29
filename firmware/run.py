"""Runs the table so that nothing stops it silently.

The watchdog is fed only by a loop of which every part turns. Ctrl-C, and with it mpremote, comes as a byte like others,
and the table leaves for it only where it may (App.interrupted). What goes wrong is told, shown and recorded, and the
board starts anew: the journal has it go on where it was.
"""

import gc
import select
import sys
import time

import machine
import micropython

from firmware import watchdog
from firmware.lines import CTRL_C
from firmware.memory import forget

REPAIR_MS = 5000  # in which Ctrl-C keeps a program that fails at every start from starting again
POLL_MS = 50


def main():
    """Starts the table, and returns when somebody may use the prompt."""
    micropython.kbd_intr(-1)
    device = watchdog.start()
    app = None
    try:
        app = _started()
        app.run(device)
    except Exception as error:
        watchdog.stop()
        sys.print_exception(error)
        if app is not None:
            app.broke(error)
        if not _is_interrupted():
            machine.reset()
    watchdog.stop()
    micropython.kbd_intr(CTRL_C)


def _started():
    """The App; only what it needs stays in memory."""
    from firmware.start import started

    app = started()
    del started
    forget("firmware.start")
    gc.collect()
    gc.threshold(-1)  # see main.py
    return app


def _is_interrupted():
    """Whether a Ctrl-C comes while the board waits before it starts anew."""
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    byte = bytearray(1)
    for _ in range(REPAIR_MS // POLL_MS):
        while poller.poll(0):
            if sys.stdin.buffer.readinto(byte) != 1 or byte[0] == CTRL_C:
                return byte[0] == CTRL_C
        time.sleep_ms(POLL_MS)
    return False
