"""Runs the table so that nothing stops it silently.

The watchdog is fed only by a loop of which every part turns. Ctrl-C, and with it mpremote, comes as a byte like others,
and the table leaves for it only where it may (App.interrupted). What goes wrong is told, shown and recorded, and the
board starts anew: the journal has it go on where it was.
"""

import asyncio
import gc
import select
import sys
import time

import machine
import micropython

from firmware import watchdog
from firmware.app import App, forget
from firmware.lines import CTRL_C, LineReader, LineWriter
from firmware.storage import Storage

SETTINGS = "/table.json"
JOURNAL = "/journal"
KEY = "/journal/key"
PARTS = 2  # of App.run() that beat for the watchdog
REPAIR_MS = 5000  # in which Ctrl-C keeps a program that fails at every start from starting again
POLL_MS = 50
# What only the start needs, and what it imports for that: forgotten after it, since a Pico has no room for it besides.
START_ONLY = (
    "firmware.startup",
    "firmware.hardware",
    "shared_core.settings",
    "shared_core.output_settings",
    "shared_core.stated",
    "shared_core.recovery",
)


def main():
    """Starts the table, and returns when somebody may use the prompt."""
    micropython.kbd_intr(-1)
    device = watchdog.start()
    app = None
    try:
        app = _start()
        asyncio.run(app.run(watchdog.Watchdog(PARTS, device)))
    except Exception as error:
        watchdog.stop()
        sys.print_exception(error)
        if app is not None:
            app.broke(error)
        if not _is_interrupted():
            machine.reset()
    watchdog.stop()
    micropython.kbd_intr(CTRL_C)


def _start():
    from firmware import startup

    link = LineReader(sys.stdin.buffer), LineWriter(sys.stdout.buffer)
    app = App(Storage(JOURNAL), startup.read(SETTINGS), startup.read_key(KEY), *link)
    del startup
    for name in START_ONLY:
        forget(name)
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
