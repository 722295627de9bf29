"""The table that the board is built into: how it is wired, what its lines do, what its display shows."""

import heapq
import json
from itertools import count

from host_tools.trace import KNOWN
from host_tools.virtual_board.outputs import Outputs
from host_tools.virtual_board.wires import Wires
from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS

OUTPUTS = ("displays", "lamps", "buzzer", "absent")
DEFAULT_WIRING = {**DEFAULT_PINS, "displays": [DEFAULT_DISPLAY], "lamps": {}, "buzzer": None}


class Table:
    """on_event(event) is called with each event, a dict with t_us."""

    def __init__(self, clock, pins, on_event, absent=()):
        self.wires = Wires(KNOWN)
        self.driven = {}  # gpio -> level, of the pins that the board has driven
        self._clock = clock
        self._default = {**DEFAULT_WIRING, **pins, "absent": list(absent)}
        self._wiring = self._default
        self._on_event = on_event
        self._meet_outputs()
        self._planned = []
        self._order = count()

    def default_wiring(self):
        return self._default

    def gpio(self, line):
        """The pin of a line; a pin's own number is itself. None: not wired."""
        return line if isinstance(line, int) else self._wiring.get(line)

    def hello(self, wiring):
        """A board starts with this wiring (JSON); the levels of its pins as (gpio, level)."""
        self._wiring = json.loads(wiring)
        if self.outputs.wiring != self._output_wiring():
            self._meet_outputs()
        self.outputs.release()
        self._look_at_all()
        self.driven = {}
        pairs = [(self.gpio(line), level) for line, level in self.wires.levels.items()]
        return [(gpio, level) for gpio, level in pairs if gpio is not None]

    def power_off(self):
        self.event({"power": "off"})
        self.outputs.blank()
        self._look_at_all()

    def pins(self, changes):
        """The board drove pins: their number, then changes, each table time << 8 | gpio << 1 | level."""
        for change in changes[1 : 1 + changes[0]]:
            gpio, level = change >> 1 & 0x7F, change & 1
            self.driven[gpio] = level
            for name in self.outputs.pin(gpio, level):
                self._look(name, change >> 8)

    def bits(self, values):
        """The board sent bits: GPIO, table time, four times in ns, then bytes."""
        gpio, t = values[:2]
        for name in self.outputs.bits(gpio, t, values[2:6], values[6:]):
            self._look(name, t)

    @property
    def display(self):
        """The text on the first display with digits."""
        return self.shown[self.outputs.main]["text"] if self.outputs.main else ""

    def event(self, event, t=None):
        self._on_event({"t_us": self._clock.now() if t is None else t, **event})

    def plan_event(self, t, event):
        heapq.heappush(self._planned, (t, next(self._order), event))

    def pass_to(self, now):
        """Time went on; the time of the next planned event, or None."""
        while self._planned and self._planned[0][0] <= now:
            t, _, event = heapq.heappop(self._planned)
            self.event(event, t)
        return self._planned[0][0] if self._planned else None

    def _output_wiring(self):
        return {key: self._wiring[key] for key in OUTPUTS}

    def _meet_outputs(self):
        self.outputs = Outputs(self._output_wiring())
        self.shown = {name: self.outputs.shown(name) for name in self.outputs.names()}

    def _look_at_all(self):
        for name in self.outputs.names():
            self._look(name, self._clock.now())

    def _look(self, name, t):
        shown = self.outputs.shown(name)
        if shown == self.shown[name]:
            return
        self.shown[name] = shown
        if name == self.outputs.main:
            self.event({"display": shown["text"], "segments": shown["segments"], "brightness": shown["brightness"]}, t)
        else:
            self.event({"output": name, **shown}, t)
