"""The application: joins inputs, wheel, table, link, journal and display, and turns them in one loop.

capture -> wheel reader -> table -> actions -> journal, link, display
link    -> requests     -> table -> the same actions
"""

import asyncio
import binascii
import gc
import hashlib
import sys
import time

import machine

from firmware import VERSION, hardware
from firmware.capture import Capture
from firmware.clock import Clock
from firmware.display import Display
from firmware.journal import Journal
from firmware.lines import LineReader, LineWriter
from firmware.storage import Storage
from shared_core import settings as table_settings
from shared_core import wheel as wheels
from shared_core.button import Button
from shared_core.link import Link
from shared_core.reader import WheelReader
from shared_core.sensor_lines import LINES as SENSORS
from shared_core.sensor_lines import offsets_from
from shared_core.spin import SpinTracker
from shared_core.table import Table
from shared_core.wire import dump

SETTINGS = "/table.json"
JOURNAL = "/journal"
TURN_MS = 2  # between two turns of the loop
DISPLAY_MS = 20
REBASE_US = 2**28  # 4.5 minutes: times stay small ints, and the clock is read often enough by far
BUTTONS = ("no_more_bets", "no_spin")  # the lines behind the sensors


class App:
    """One table on one board. settings_text: bytes of table.json, or None where there is none."""

    def __init__(self, storage, settings_text, stdin, stdout):
        self.clock = Clock(time.ticks_us, time.ticks_diff)
        self.journal = Journal(storage)
        self.lines = LineReader(stdin)
        self.writer = LineWriter(stdout)
        self.stopping = False
        self._held = []  # (time, line) read while a button is undecided
        self._buttons = [Button() for _ in BUTTONS]
        self.table = None
        self.reader = None
        self.capture = None
        self._lost = 0  # edges that the capture has lost, as last seen
        settings, errors = _settings(settings_text)
        self._errors = [table_settings.sentence(error) for error in errors]
        if self.journal.damage:
            self._errors.insert(0, self.journal.damage)
        self.display = Display(self._display_device(settings))
        if not self._errors:
            self._start_table(settings)
        identity = (("firmware", VERSION), ("board", binascii.hexlify(machine.unique_id()).decode()))
        self.link = Link(self.table, identity, self._errors, self)
        self._begin(settings_text)

    def _display_device(self, settings):
        if settings is not None:
            try:
                return hardware.display(settings.display)
            except hardware.HardwareError as error:
                self._errors.append(table_settings.sentence(error.error))
        return hardware.display(table_settings.DEFAULT_DISPLAY)

    def _start_table(self, settings):
        rules = settings.rules
        offsets = offsets_from(len(wheels.pockets(rules.wheel)), settings.offsets)
        try:
            pins = hardware.inputs(settings.pins)
        except hardware.HardwareError as error:
            self._errors.append(table_settings.sentence(error.error))
            return
        self.capture = Capture(pins)
        self.reader = WheelReader(SpinTracker(rules.wheel, rules.min_turns, offsets))
        history = self.journal.history
        self.table = Table(settings, history.round, history.spin)

    def _begin(self, settings_text):
        """Writes the boot and tells the host of it."""
        told = (("firmware", VERSION), ("cause", _reset_cause()))
        if settings_text is not None:
            told += (("settings", binascii.hexlify(hashlib.sha256(settings_text).digest()).decode()),)
        if not self.journal.damage:
            self.journal.boot(told)
        if self.table is None:
            self.display.show("settings")
            errors = self._errors or ["there is no " + SETTINGS]
            self._event((("event", "settings"), ("errors", [text[:200] for text in errors[:3]])))
        else:
            self._event((("event", "boot"), ("round", self.table.round)))
            self._perform(self.table.take())

    # The loop

    async def run(self):
        """Runs until maintenance is asked for and its answer is sent."""
        display = asyncio.create_task(self._display_task())
        while not (self.stopping and self.writer.pump()):
            self.turn()
            await asyncio.sleep_ms(TURN_MS)
        display.cancel()
        if self.capture is not None:
            self.capture.close()

    async def _display_task(self):
        while True:
            self.display.tick(time.ticks_ms())
            await asyncio.sleep_ms(DISPLAY_MS)

    def turn(self):
        """Everything that is due: edges first, then time, then the lines that came before both."""
        self._wheel()
        if not self.writer.full and not self._held:
            for line in self.lines.lines():
                self._held.append((self.now(), line))
                self._wheel()  # a press that came before the line closes the bets before it
                if self.writer.full:
                    break
        self._answer_held()
        self.writer.pump()

    def now(self):
        """Microseconds since boot."""
        return self.clock.since_boot(self.clock.now())

    def no_spin(self, t, cause):
        """For the link: voids the spin on the wheel; whether there was one."""
        return self.reader.no_spin(t - self.reader.base, cause)

    def _wheel(self):
        """Takes in the edges up to now and what they and the time mean to the wheel, the buttons and the table."""
        if self.table is None:
            return
        now = self.clock.now()
        self.capture.drain(self._edge)
        if self.capture.lost != self._lost:
            self._lost = self.capture.lost
            self.table.fault(self.clock.since_boot(now), "capture", str(self._lost) + " edges lost since the start")
        self.reader.time(now)
        for place, button in enumerate(self._buttons):
            self._pressed(place, button.time(now))
        self._tell_table()
        self.table.time(self.clock.since_boot(now))
        self._perform(self.table.take())
        if now >= REBASE_US:
            self._rebase()

    def _rebase(self):
        us = self.clock.rebase()
        self.reader.rebase(us)
        for button in self._buttons:
            button.rebase(us)

    def _edge(self, ticks, line, level):
        t = self.clock.at(ticks)
        if line < len(SENSORS):
            self.reader.edge(t, line, level)
        else:
            place = line - len(SENSORS)
            self._pressed(place, self._buttons[place].edge(t, level))

    def _pressed(self, place, t):
        """A button's press, stamped at its first edge t; None: it was none."""
        if t is None:
            return
        line = BUTTONS[place]
        if line == "no_spin" and self.reader.no_spin(t):
            return
        self._tell_table()
        self.table.button(self.clock.since_boot(t), line)

    def _tell_table(self):
        for t, event, measures in self.reader.take():
            self.table.wheel(t, event, measures)
            self._perform(self.table.take())

    def _answer_held(self):
        """Answers the lines, oldest first; a line that came after the first edge of an undecided press waits for it."""
        while self._held:
            t, line = self._held[0]
            for button in self._buttons:
                if button.pending is not None and self.clock.since_boot(button.pending) < t:
                    return
            self._held.pop(0)
            self.writer.answer(self.link.line(t, line).encode())
            if self.table is not None:
                self._tell_table()
                self._perform(self.table.take())
            self._perform(self.link.take())

    # Actions

    def _perform(self, actions):
        for action in actions:
            if action[0] == "record":
                self._record(action[1])
            elif action[0] == "event":
                self._event(action[1])
            elif action[0] == "show":
                self.display.show(action[1], action[2])
            elif action[0] == "maintenance":
                self.stopping = True

    def _record(self, pairs):
        try:
            self.journal.append(pairs)
        except OSError as error:
            self._event((("event", "fault"), ("fault", "journal"), ("evidence", str(error))))
            if self.table is not None and "journal" not in self.table.faults:
                self.table.fault(self.now(), "journal", str(error))

    def _event(self, pairs):
        """Sends an event: ("event", name) first in pairs; the number goes in behind it."""
        number = self.journal.event_number()
        self.writer.event(dump(pairs[:1] + (("n", number),) + pairs[1:]).encode())


def _settings(text):
    """(Settings or None, errors) from the bytes of table.json."""
    if text is None:
        return None, [("table.json", "missing", "a file that tablectl flash --settings has sent")]
    return table_settings.read(text)


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _reset_cause():
    cause = machine.reset_cause()
    for name, text in (
        ("PWRON_RESET", "power-on"),
        ("HARD_RESET", "reset"),
        ("WDT_RESET", "watchdog"),
        ("SOFT_RESET", "soft-reset"),
    ):
        if cause == getattr(machine, name, None):
            return text
    return "unknown"


def main():
    """Starts the table and runs it until maintenance is asked for."""
    app = App(Storage(JOURNAL), _read(SETTINGS), sys.stdin.buffer, sys.stdout.buffer)
    gc.collect()
    gc.threshold(-1)  # see main.py
    try:
        asyncio.run(app.run())
    except Exception:
        app.display.show("fault")  # the traceback goes to the port
        raise
