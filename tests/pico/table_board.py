"""A table on an emulated Pico: its program as it is flashed, its wheel and buttons on the pins, its display decoded,
the link over USB with the time of each line."""

import json
import re
from pathlib import Path

from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS
from tests.pico.display import PinDisplay
from tests.pico.emulator import Pico
from tests.pico.program import program

MAIN = Path(__file__).with_name("board") / "table_main.py"
SETTINGS = {"table": "8", "rules": "new-zealand", "options": {"min_turns": 4}}
START_US = 15_000_000
LEAD_US = 20_000
MEMORY = re.compile(rb'\{"(free|collected)": (\d+)\}\r?\n')
COLLECT_US = 600_000  # in which a quiet table collects garbage


class TableBoard:
    """files: {path: bytes} beside the program and the settings.

    pico: Pico; display: PinDisplay; lines: list of (us, dict) that came over the link; memory: lists of bytes of free
    memory as table_main.py tells them, by the word before them; zeros: times of the zero of the table's clock, one for
    each start.
    """

    def __init__(self, image, files=()):
        own = {"/main.py": MAIN.read_bytes(), "/table.json": json.dumps(SETTINGS).encode()}
        self.pico = Pico(image, files={**program(), **own, **dict(files)})
        self.lines = []
        self.memory = {b"free": [], b"collected": []}
        self.zeros = []
        self._counter_began = 0.0  # when the chip's counter of microseconds was 0
        self._read = 0
        self._begun = b""  # a line whose end is not there yet
        self._id = 0
        for pin in DEFAULT_PINS.values():
            self.pico.set(pin, 0)
        self.display = PinDisplay(self.pico, DEFAULT_DISPLAY["clk"], DEFAULT_DISPLAY["dio"])

    def _take_lines(self):
        """What table_main.py tells of the memory may stand in the middle of a line."""
        end = self.pico.output.rfind(b"\n") + 1
        text = self._begun + bytes(self.pico.output[self._read : end])
        self._read = max(self._read, end)
        for kind, free in MEMORY.findall(text):
            self.memory[kind].append(int(free))
        *lines, self._begun = MEMORY.sub(b"", text).split(b"\n")
        for line in lines:
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if "ticks" in told:
                self.zeros.append(self._counter_began + told["ticks"])
            else:
                self.lines.append((self.pico.now, told))

    def cut_power(self):
        """The power fails and comes back; what has begun of a line is gone."""
        self._take_lines()
        self._begun = b""
        self._read = len(self.pico.output)
        self.pico.reset(power_on=True)
        self._counter_began = self.pico.now

    def free_now(self):
        """Bytes that are free when garbage was collected twice from now on: all that is dropped is gone by then."""
        self.pico.run(2 * COLLECT_US)
        self._take_lines()
        return self.memory[b"free"][-1]

    def wait_line(self, wanted, within_us=START_US, since=0):
        """(us, line) of the first line from place `since` in `lines` on for which wanted(line) is true."""
        found = []

        def came():
            self._take_lines()
            found[:] = [row for row in self.lines[since:] if wanted(row[1])][:1]
            return bool(found)

        self.pico.wait(came, within_us)
        return found[0]

    def wait_event(self, name, within_us=START_US, since=0, **fields):
        """(us, event) of the first event of that name with these fields."""
        wanted = {"event": name, **fields}
        return self.wait_line(lambda line: wanted.items() <= line.items(), within_us, since)

    def send(self, **request):
        """Sends a request and does not wait; its id."""
        self._id += 1
        self.pico.send(json.dumps({"id": self._id, **request}).encode() + b"\n")
        return self._id

    def answer(self, request_id, within_us=5_000_000):
        """(us, answer) to a request."""
        return self.wait_line(lambda line: line.get("id") == request_id, within_us)

    def ask(self, **request):
        """The answer to a request."""
        return self.answer(self.send(**request))[1]

    def play(self, edges):
        """Plays edges (us, line, level) from now on; the time of their zero."""
        begin = self.pico.now + LEAD_US
        self.pico.drive((begin + t, DEFAULT_PINS[line], level) for t, line, level in edges)
        return begin

    def press(self, line, at_us, ms=90):
        """Presses a button at a time to come, with contacts that bounce."""
        pin = DEFAULT_PINS[line]
        bounces = [(at_us, 1), (at_us + 130, 0), (at_us + 210, 1), (at_us + ms * 1000, 0)]
        self.pico.drive((t, pin, level) for t, level in bounces)
