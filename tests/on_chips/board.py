"""The firmware on chips in memory: a clock, pins, a display and a link that the script holds, all else as on a board.

Import this before anything of the firmware. Runs on MicroPython only.
"""

import json
import sys

import vfs

BOARD_ID = bytes(range(8))
SEGMENT = 8184  # bytes: two blocks of littlefs, so that a short session turns the ring


class Time:
    """The module `time` of a board whose clock stands still between steps."""

    def __init__(self):
        self.us = 0

    def ticks_us(self):
        return self.us

    def ticks_ms(self):
        return self.us // 1000

    def ticks_diff(self, end, start):
        return end - start

    def ticks_add(self, ticks, delta):
        return ticks + delta

    def sleep_ms(self, ms):
        self.us += ms * 1000


class Pin:
    IN, OPEN_DRAIN, PULL_UP, PULL_DOWN, IRQ_FALLING, IRQ_RISING = range(6)

    def __init__(self, *_):
        pass

    def __call__(self, level=None):
        return 0

    def irq(self, *_, **__):
        return self

    def flags(self):
        return 0


class Machine:
    PWRON_RESET = 1
    Pin = Pin

    def unique_id(self):
        return BOARD_ID

    def reset_cause(self):
        return self.PWRON_RESET


time = Time()
sys.modules["time"] = time  # type: ignore[assignment]
sys.modules["machine"] = Machine()  # type: ignore[assignment]

from firmware import firmware_hash, hardware, journal, startup  # noqa: E402
from firmware.inputs import BUTTON  # noqa: E402
from firmware.storage import Storage  # noqa: E402
from firmware.table_start import start  # noqa: E402
from shared_core.dealer_buttons import PRESS  # noqa: E402
from tests.on_chips.fram_storage import FramStorage  # noqa: E402

journal.SEGMENT = SEGMENT
STATED = {"table": "8", "rules": "new-zealand", "journal": {"segments": 5}, "options": {"min_turns": 4}}
firmware_hash.at_start = lambda on_trial: ("0" * 64, None)
_read = startup.read_settings
_known = {}


def read_settings(text):
    """startup.read_settings(), which takes most of the time of a start, but once for each text."""
    if text not in _known:
        _known[text] = _read(text)
    return _known[text][0], list(_known[text][1])


startup.read_settings = read_settings


class Display:
    """The display's device."""

    def __init__(self, *_, **__):
        self.codes = b""
        self.digits = 4

    def write(self, codes):
        self.codes = codes
        return True


hardware.DISPLAYS["tm1637"] = Display


class Lines:
    """The link's incoming side: what the script puts into `waiting`."""

    more = interrupted = False

    def __init__(self):
        self.waiting = []

    def lines(self):
        while self.waiting:
            yield self.waiting.pop(0)


class Writer:
    """The link's outgoing side: each line counts as heard by the host at once. heard: function(line, window)."""

    full = False

    def __init__(self, heard):
        self._heard = heard

    def answer(self, line):
        self._heard(line, None)

    event = answer

    def window(self, line, data, done):
        self._heard(line, bytes(data))
        done()

    def pump(self, most=None):
        return True


class Wheel:
    """The spin tracker's events, as the script has them."""

    base = 0

    def __init__(self):
        self.events = []

    def no_spin(self, t, cause="dealer"):
        return False

    def take(self):
        taken, self.events = self.events, []
        return taken

    def edge(self, *_):
        pass

    time = rebase = clear_fault = edge


class Board:
    """One run of a board, from power-on until it is left. chip: of flash.py; heard: as Writer's; link: a LineReader and
    a LineWriter to take the place of Lines and Writer."""

    def __init__(self, chip, heard, storage=None, stated=STATED, link=None):
        time.us = 1000
        self.lines, writer = link or (Lines(), Writer(heard))
        self.app = start(storage or open_storage(chip), json.dumps(stated).encode(), None, self.lines, writer)
        self.app.reader = self.app.inputs.reader = Wheel()
        self.table = self.app.table
        self.ids = 10**6  # of requests that a test makes
        self.journal = self.app.journal

    def turn(self, ms=10):
        time.us += ms * 1000
        self.app.turn()

    def line(self, text):
        self.lines.waiting.append(text)
        self.turn()

    def wheel(self, name, *more, measures=()):
        time.us += 1000
        self.app.reader.events.append((time.us, (name, time.us) + more, measures))
        self.turn()

    def press(self, line):
        time.us += 1000
        self.app._order.add(time.us, BUTTON, (line, PRESS))
        self.turn()


def format_chip(chip):
    if not is_fram(chip):
        vfs.VfsLfs2.mkfs(chip, progsize=256)


def is_fram(chip):
    return hasattr(chip, "bytes_at")


def open_storage(chip):
    """The storage on a chip, mounted as at a start of the board, but for the files' times: the host's clock would have
    the same start write other bytes each time."""
    if is_fram(chip):
        return FramStorage(chip, SEGMENT + 72)
    vfs.mount(vfs.VfsLfs2(chip, progsize=256, mtime=False), "/flash")
    return Storage("/flash/journal")


def close_storage(chip):
    """The power is gone."""
    if not is_fram(chip):
        vfs.umount("/flash")
