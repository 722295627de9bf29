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

from firmware import quick_imports, watchdog
from firmware.lines import CTRL_C, LineReader, LineWriter
from firmware.memory import forget
from firmware.storage import Storage

SETTINGS = "/table.json"
JOURNAL = "/journal"
KEY = "/journal/key"
REPAIR_MS = 5000  # in which Ctrl-C keeps a program that fails at every start from starting again
POLL_MS = 50
RESERVE = 16384  # bytes in one piece for the buffers of the table, kept while the program is loaded
# What reads the settings, and makes the rules and the layout of them.
CHECKS = (
    "shared_core.settings",
    "shared_core.output_settings",
    "shared_core.stated",
    "shared_core.rule_options",
    "shared_core.geometry",
    "shared_core.rulebooks",
)
START_ONLY = (
    "firmware.table_start",
    "firmware.startup",
    "firmware.firmware_hash",
    "firmware.hardware",
    "firmware.capture_choice",
    "firmware.journal_start",
    "shared_core.recovery",
)


def main():
    """Starts the table, and returns when somebody may use the prompt."""
    micropython.kbd_intr(-1)
    device = watchdog.start()
    app = None
    try:
        quick_imports.begin()
        try:
            app = _start()
        finally:
            quick_imports.end()
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


def _start():
    """The App. A Pico has no room for all that the start needs at once: so the settings are read before the program is
    loaded, and what has checked them is forgotten."""
    __import__("firmware.capture_choice")  # the capture takes its rings while the memory is in one piece
    reserve = bytearray(RESERVE)
    from firmware import startup

    text = startup.read(SETTINGS)
    stated = startup.read_settings(text)
    for name in CHECKS:
        forget(name)
    gc.collect()
    from firmware.table_start import start

    link = LineReader(sys.stdin.buffer), LineWriter(sys.stdout.buffer)
    del reserve
    gc.collect()
    app = start(Storage(JOURNAL), text, startup.read_key(KEY), link[0], link[1], stated)
    if stated[0] is not None:
        stated[0].started()
    del startup, start
    for name in START_ONLY + CHECKS:
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
