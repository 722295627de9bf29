"""The application: joins inputs, wheel, table, link, journal and display, and turns them in one loop.

capture -> wheel reader -> table -> actions -> journal, link, display
link    -> requests     -> table -> the same actions
"""

import asyncio
import binascii
import gc
import sys
import time

import machine

from firmware import VERSION, hardware, startup
from firmware.actions import Actions
from firmware.capture import Capture
from firmware.clock import Clock
from firmware.display import Display
from firmware.journal import Journal
from firmware.lines import LineReader, LineWriter
from firmware.pull import Pull
from firmware.storage import Storage
from shared_core import settings as table_settings
from shared_core import wheel as wheels
from shared_core.button import Button
from shared_core.link import Link
from shared_core.reader import WheelReader
from shared_core.recovery import restore
from shared_core.sensor_lines import LINES as SENSORS
from shared_core.sensor_lines import offsets_from
from shared_core.spin import SpinTracker
from shared_core.table import Table
from shared_core.wheel_check import WheelCheck

SETTINGS = "/table.json"
JOURNAL = "/journal"
KEY = "/journal/key"
TURN_MS = 2  # between two turns of the loop
DISPLAY_MS = 20
REBASE_US = 2**28  # 4.5 minutes: times stay small ints, and the clock is read often enough by far
BUTTONS = ("no_more_bets", "no_spin")  # the lines behind the sensors


class App:
    """One table on one board. settings_text: bytes of table.json, None where there is none; key: the journal's, bytes,
    or None; lines, writer: LineReader and LineWriter of the link."""

    def __init__(self, storage, settings_text, key, lines, writer):
        self.clock = Clock(time.ticks_us, time.ticks_diff)
        self.lines = lines
        self.writer = writer
        settings, self._errors = startup.read_settings(settings_text)
        self.display = Display(self._display_device(settings))
        board = binascii.hexlify(machine.unique_id()).decode()
        ring = table_settings.DEFAULT_JOURNAL if settings is None else settings.journal
        self.journal = Journal(storage, board, key, ring["segments"], ring["overwrite"])
        self._level = None  # of the journal, as the table was told
        self.pull = Pull(self.journal)
        self.actions = Actions(self.journal, self.writer, self.display)
        self.stopping = False
        self._held = []  # (time, line) read while a button is undecided
        self._buttons = [Button() for _ in BUTTONS]
        self.table = None
        self.reader = None
        self.check = None
        self._checking = False  # the table is closed: edges go to the wheel check, not to the tracker
        self.capture = None
        self._lost = 0  # edges that the capture has lost, as last seen
        if self.journal.damage:
            self._errors.insert(0, self.journal.damage)
        self._write_boot(settings_text)
        if not self._errors:
            self._start_table(settings)
        identity = (("firmware", VERSION), ("board", board))
        self.link = Link(self.table, identity, self._errors, self, self.pull)
        self._begin()

    def _display_device(self, settings):
        if settings is not None:
            try:
                return hardware.display(settings.display)
            except hardware.HardwareError as error:
                self._errors.append(table_settings.sentence(error.error))
        return hardware.display(table_settings.DEFAULT_DISPLAY)

    def _write_boot(self, settings_text):
        firmware = startup.firmware_sha256()
        told = (
            ("cause", startup.boot_cause(self.journal.history, firmware)),
            ("firmware", VERSION),
            ("firmware_sha256", firmware),
            ("settings", startup.hex_sha256(settings_text)),
            ("segments", self.journal.segments),
            ("torn", self.journal.torn),
        )
        self._perform([("record", self.journal.boot(told))])

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
        self.check = WheelCheck(len(wheels.pockets(rules.wheel)))
        history = self.journal.history
        self.table = Table(settings, history.round, history.spin)

    def _begin(self):
        """Tells the host of the start, and has the table go on where its journal ends."""
        if self.table is None:
            self.display.show("settings")
            told = [text[:200] for text in self._errors[:3]]
            self._perform([("event", (("event", "settings"), ("errors", told)))])
        else:
            restored = restore(self.table, self.now(), self.journal.history, self.journal.records)
            self._perform([("event", (("event", "boot"), ("round", self.table.round)))])
            self._perform(restored)

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

    def clear_fault(self, line):
        """For the link: a line at fault was mended."""
        if line in SENSORS:
            self.reader.clear_fault(line)

    def self_test(self, t, reset):
        """For the link: what each line did while the table is closed."""
        return self.check.self_test(t - self.reader.base, reset)

    def calibrate(self, rotor, ball):
        """For the link: begins a calibration, or tells what has come of it."""
        return self.check.calibrate(rotor, ball)

    def _wheel(self):
        """Takes in the edges up to now and what they and the time mean to the wheel, the buttons and the table."""
        if self.table is None:
            return
        now = self.clock.now()
        self._checking = self.table.under == "closed"
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
        self.check.rebase(us)
        for button in self._buttons:
            button.rebase(us)

    def _edge(self, ticks, line, level):
        t = self.clock.at(ticks)
        if self._checking:
            self.check.edge(t, line, level)  # a wheel turned by hand is no spin
        elif line < len(SENSORS):
            self.reader.edge(t, line, level)
        if line >= len(SENSORS):
            place = line - len(SENSORS)
            self._pressed(place, self._buttons[place].edge(t, level))

    def _pressed(self, place, t):
        """A button's press, stamped at its first edge t; None: it was none."""
        if t is None:
            return
        line = BUTTONS[place]
        if line == "no_spin" and self.table.live and self.reader.no_spin(t):
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
            self._answer(t, line)

    def _answer(self, t, line):
        """Answers a line once what it brought about is durable. While the journal fails it changes nothing."""
        self.link.stuck = self.actions.failed
        answer = self.link.line(t, line).encode()
        if self.link.window is not None:
            self.pull.busy = True
            self.writer.window(answer, self.link.window, self._window_sent)
            return
        if self.table is not None:
            self._tell_table()
            self._perform(self.table.take())
        for action in self.link.take():
            if action[0] == "maintenance":
                self.stopping = True
            else:
                self._perform([action])
        if self.link.stuck or self.stopping:
            self.writer.answer(answer)
        else:
            self._perform([("answer", answer)])

    def _window_sent(self):
        self.pull.busy = False

    # Actions

    def _perform(self, actions):
        """Does what was decided. A journal that cannot be written is a fault: shown and told although it is no record
        yet, for that has to wait with all the rest."""
        if not actions and not self.actions.failed:
            return
        if self.actions.perform(self.now(), actions):
            self._watch_journal()
        elif self.table is not None and "journal" not in self.table.faults:
            self.table.fault(self.now(), "journal", self.actions.failed)
            self.display.show("fault")
            try:
                self.actions.tell((("event", "fault"), ("fault", "journal"), ("evidence", self.actions.failed)))
            except OSError:
                return  # the display has it

    def _watch_journal(self):
        """Tells the table when the journal has less room or more than it had."""
        level = self.journal.level()
        if self.table is not None and level != self._level:
            self._level = level
            self.table.room(self.now(), level)


def main():
    """Starts the table and runs it until maintenance is asked for."""
    link = LineReader(sys.stdin.buffer), LineWriter(sys.stdout.buffer)
    app = App(Storage(JOURNAL), startup.read(SETTINGS), startup.read_key(KEY), *link)
    gc.collect()
    gc.threshold(-1)  # see main.py
    try:
        asyncio.run(app.run())
    except Exception:
        app.display.show("fault")  # the traceback goes to the port
        raise
