"""The table that the board is built into: how it is wired, what its lines do, what its display shows."""

import heapq
import json
from itertools import count

from host_tools.trace import KNOWN
from host_tools.virtual_board.tm1637 import Display
from host_tools.virtual_board.wires import Wires
from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS

DEFAULT_WIRING = {**DEFAULT_PINS, "display_clk": DEFAULT_DISPLAY["clk"], "display_dio": DEFAULT_DISPLAY["dio"]}


class Table:
    """on_event(event) is called with each event, a dict with t_us."""

    def __init__(self, clock, pins, on_event):
        self.wires = Wires(KNOWN)
        self.display = Display()
        self.driven = {}  # gpio -> level, of the pins that the board has driven
        self._clock = clock
        self._default = {**DEFAULT_WIRING, **pins}
        self._wiring = self._default
        self._on_event = on_event
        self._shown = self._seen()
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
        self.display.release()
        self.driven = {}
        pairs = [(self.gpio(line), level) for line, level in self.wires.levels.items()]
        return [(gpio, level) for gpio, level in pairs if gpio is not None]

    def power_off(self):
        self.event({"power": "off"})
        self.display.blank()
        self._look(self._clock.now())

    def pins(self, changes):
        """The board drove pins: their number, then changes, each table time << 8 | gpio << 1 | level."""
        clk, dio = self._wiring.get("display_clk"), self._wiring.get("display_dio")
        for change in changes[1 : 1 + changes[0]]:
            gpio, level = change >> 1 & 0x7F, change & 1
            self.driven[gpio] = level
            if gpio == clk:
                self.display.clock(level)
            elif gpio == dio and self.display.data(level):
                self._look(change >> 8)

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

    def _seen(self):
        return self.display.segments(), self.display.brightness if self.display.on else 0

    def _look(self, t):
        if self._seen() != self._shown:
            self._shown = segments, brightness = self._seen()
            self.event({"display": self.display.text(), "segments": segments.hex(), "brightness": brightness}, t)
