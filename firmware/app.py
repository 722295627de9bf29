"""The application: joins inputs, wheel, table, link, journal and display, and turns them in one loop.

capture -> wheel reader -> table -> actions -> journal, link, display
link    -> requests     -> table -> the same actions
"""

import sys
import time

from firmware.actions import Actions
from firmware.in_order import InOrder
from firmware.inputs import WHEEL
from firmware.lines import BYTES_A_CALL, FEW_BYTES
from firmware.memory import Memory
from firmware.pull import Later, Pull
from firmware.trial import Trial
from shared_core.dealer_buttons import PRESS
from shared_core.errors import Refused
from shared_core.sensor_lines import LINES as SENSORS
from shared_core.table_setup import STATUS_LINE

TURN_MS = 2  # between two turns of the loop
REBASE_US = 2**28  # 4.5 minutes: times stay small ints, and the clock is read often enough by far
TIMERS_US = 20000  # from one look at the table's timers to the next: times since boot are objects, and make garbage
LINE = "line"  # a kind of what happened, beside those of inputs.py
MOST_LINES = 64  # that wait for their answers
MOST_BYTES = 4096  # of them
ACTS_A_TURN = 8


class App:
    """One table on one board, as table_start.py has made it.

    lines, writer: LineReader and LineWriter of the link. table, reader, inputs: None where the settings cannot
    be used.
    """

    def __init__(self, clock, lines, writer, display, journal):
        self.clock = clock
        self.lines = lines
        self.writer = writer
        self.display = display
        self.journal = journal
        self.pull = Pull(journal, self._in_play)
        self.actions = Actions(journal, writer, display)
        self.trial = Trial()
        self.link = None
        self.table = None
        self.reader = None
        self.inputs = None
        self.status_output = None
        self.key = None  # the supervisor's, a Pin, or None
        self.check = None  # of the program's hash, as long as it is not done
        self.deaf = None  # why nothing may be written while a ball is live, or None
        self.stopping = False
        self._level = None  # of the journal, as the table was told
        self._order = InOrder()
        self._lines = 0  # lines in it
        self._line_bytes = 0
        self._later = None  # (time, line) whose answer takes more than one turn
        self._lost = 0  # edges that the capture has lost, as last seen
        self._acted = -TIMERS_US  # up to when all was acted on, us since the clock's base

    # The loop

    def run(self, watchdog):
        """Runs until somebody may have the prompt and the last answer is sent. watchdog: a machine.WDT or None, fed
        when every part has had its turn."""
        memory = Memory()
        while not (self.stopping and self.writer.pump()):
            self.turn()
            now_ms = time.ticks_ms()
            self.display.tick(now_ms)
            memory.tick(now_ms, self.table is None or not self.table.live, self.closed, self._awaits_number())
            if self.check is not None and self._rests():
                self._check()
            if watchdog is not None:
                watchdog.feed()
            time.sleep_ms(TURN_MS)
        if self.inputs is not None:
            self.inputs.close()

    def _rests(self):
        """Whether no ball is live. One that is deaf while the flash is written has to be closed: a spin may begin."""
        return self.closed or (self.deaf is None and self.table.under == "place-bets" and not self.table.live)

    def _check(self):
        """Checks one piece more of the program."""
        actions = self.check.step(self.now())
        if actions is not None:
            self.check = None
            self.perform(actions)

    def turn(self):
        """Takes in all that happened, and acts on it in the order in which it did."""
        more = self._read_lines()
        self.journal.look()
        if self._later is not None:
            line, self._later = self._later, None
            self._answer(*line)
        self._act(self._watch(), more)
        if self.status_output is not None and self.table is not None:
            told = not self.actions.failed and not self.actions.waiting  # nothing goes out before its record is durable
            self.status_output.turn(time.ticks_ms(), self.table if told else None, self.reader, self.clock)
        self.writer.pump(FEW_BYTES if self._awaits_number() else BYTES_A_CALL)

    def _awaits_number(self):
        return self.table is not None and self.table.awaits_number

    def broke(self, error):
        """Shows and records, as far as that goes, that the program cannot go on."""
        for do in (lambda: self.display.show("fault"), lambda: self._record_crash(error)):
            try:
                do()
            except Exception as another:
                sys.print_exception(another)

    def _record_crash(self, error):
        if self.journal.intact:
            told = type(error).__name__ + ": " + str(error)
            self.journal.append((("kind", "crash"), ("t", self.now()), ("error", told[:200])))
            self.journal.flush()

    def key_on(self):
        """Whether the supervisor's key lets a tool in while the table is in play."""
        return self.key is not None and bool(self.key())

    def now(self):
        """Microseconds since boot."""
        return self.clock.since_boot(self.clock.now())

    def no_spin(self, t, cause):
        """For the link: voids the spin on the wheel; whether there was one."""
        return self.reader.no_spin(t - self.reader.base, cause)

    @property
    def closed(self):
        """Whether no game is on."""
        return self.table is None or self.table.under == "closed"

    def _in_play(self):
        return not self.closed

    def clear_fault(self, line):
        """For the link: a line at fault was mended."""
        if line in SENSORS or line == STATUS_LINE:
            self.reader.clear_fault(line)

    def self_test(self, t, reset):
        """For the link: what each line did while the table is closed. All displays and lamps are lit meanwhile."""
        self.display.self_test()
        self._needs_sensors()
        return self.inputs.wheel_check().self_test(t - self.reader.base, reset)

    def calibrate(self, rotor, ball):
        """For the link: begins a calibration, or tells what has come of it."""
        self._needs_sensors()
        return self.inputs.wheel_check().calibrate(rotor, ball)

    def _needs_sensors(self):
        if self.table.settings.reader == STATUS_LINE:
            raise Refused("no-sensors", "this table reads a wheel's status line: there are no sensors to look at")

    def _read_lines(self):
        """Lines are stamped as soon as they are read: none waits for the answer to the one before it. Whether there is
        more to read at once, and room for it."""
        if self.stopping or self.writer.full or self.actions.crowded:  # what follows a Ctrl-C is for the prompt
            return False
        for line in self.lines.lines():
            self._order.add(self.now(), LINE, line)
            self._lines += 1
            self._line_bytes += len(line or b"")
            if self._lines >= MOST_LINES or self._line_bytes >= MOST_BYTES:
                return False
        if self.lines.interrupted:
            self.lines.interrupted = False
            self._interrupt()
        return self.lines.more

    def _interrupt(self):
        """Somebody wants the prompt, by hand or with a tool."""
        if not self.stopping and (self.closed or self.key_on()):
            self.perform([("record", (("kind", "maintenance"), ("t", self.now()), ("by", "prompt")))])
            self.stopping = True

    def _watch(self):
        """Takes in what the wheel and the buttons did; the time up to which all is known, us since the clock's base."""
        if self.table is None:
            return self.clock.now()
        self.actions.hold = self.deaf is not None and self.table.live
        known = self.inputs.take(self._order, self.closed)
        if self.inputs.lost != self._lost:
            self._lost = self.inputs.lost
            self.table.fault(self.now(), "capture", str(self._lost) + " edges lost since the start")
        if self.inputs.noisy is not None:
            self.table.fault(self.now(), self.inputs.noisy, "its contacts do not come to rest")
            self.inputs.noisy = None
        if self.clock.now() >= REBASE_US:
            us = self.clock.rebase()
            self.inputs.rebase(us)
            self._acted -= us
            known -= us
        return known

    def _act(self, known, but_lines):
        """Acts on what happened up to `known`, us since the clock's base, though not on more than a turn has time for.
        but_lines: answers none."""
        if self._order.first() is None and known - self._acted < TIMERS_US:
            return
        self._acted = known
        known = self.clock.since_boot(known)
        for _ in range(ACTS_A_TURN):
            happened = self._order.take(known, LINE if but_lines or self._later else None)
            if happened is None:
                break
            t, kind, what = happened
            self._time(t)
            if kind == LINE:
                self._lines -= 1
                self._line_bytes -= len(what or b"")
                self._answer(t, what)
            elif kind == WHEEL:
                self.table.wheel(t, *what)
            else:
                self._button(t, *what)
            self._tell_table()
        first = self._order.first()
        self._time(known if first is None else min(known, first))

    def _time(self, t):
        if self.table is not None:
            self.table.time(t)
            self.perform(self.table.take())

    def _button(self, t, line, gesture):
        if line == "no_spin" and gesture == PRESS and self.table.live and self.no_spin(t, "dealer"):
            return
        self.table.button(t, line, gesture)

    def _tell_table(self):
        """What the wheel makes of a no-spin; and does what the table has decided."""
        if self.table is None:
            return
        for t, event, measures in self.reader.take():
            self.table.wheel(t, event, measures)
        self.perform(self.table.take())

    def _answer(self, t, line):
        """Answers a line once what it brought about is durable. While the journal fails it changes nothing."""
        self.link.stuck = self.actions.failed
        if not self.actions.waiting:
            self.link.unsaid = []
        try:
            answer = self.link.line(t, line)
        except Later:
            self._later = t, line
            return
        if answer is None:
            return
        text, answer = answer, answer.encode()
        if self.link.window is not None:
            self.pull.busy = True
            self.writer.window(answer, self.link.window, self._window_sent)
            return
        self._tell_table()
        for action in self.link.take():
            if action[0] == "maintenance":
                self.stopping = True
            else:
                self.perform([action])
        if self.link.stuck or self.stopping:
            self.writer.answer(answer)
        else:
            self.perform([("answer", answer)])
            if self.actions.waiting:
                self.link.unsaid.append(text)
            if self.trial.answered(self.now(), self.actions.failed):
                self.link.identity = self.link.identity[:-1]

    def _window_sent(self):
        self.pull.busy = False

    # Actions

    def perform(self, actions):
        """Does what was decided. A journal that cannot be written is a fault: shown and told although it is no record
        yet, for that has to wait with all the rest."""
        if not actions and not self.actions.failed and not self.actions.waiting:
            return
        if self.actions.perform(self.now(), actions):
            self._watch_journal()
        elif self.table is not None and "journal" not in self.table.faults:
            self.table.fault(self.now(), "journal", self.actions.failed)
            self.display.show("fault-journal")
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
