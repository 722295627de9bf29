"""Starts the table, one part after the other: a Pico has no room for all that this needs at once. So the settings are
read before the program is loaded, and what has read and checked them is forgotten then."""

import gc
import sys

from firmware import quick_imports
from firmware.lines import LineReader, LineWriter
from firmware.memory import forget
from firmware.storage import Storage

SETTINGS = "/table.json"
JOURNAL = "/journal"
KEY = "/journal/key"
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
    "firmware.quick_imports",
    "firmware.table_start",
    "firmware.startup",
    "firmware.firmware_hash",
    "firmware.hardware",
    "firmware.capture_choice",
    "firmware.journal_start",
    "shared_core.recovery",
)


def started():
    """The App."""
    try:
        quick_imports.begin()
        return _started()
    finally:
        quick_imports.end()
        for name in START_ONLY + CHECKS:
            forget(name)


def _started():
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
    return app
