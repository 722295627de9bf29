"""The virtual board as tests, the demonstration and the command use it."""

import shutil
import tempfile
import threading
import time
from contextlib import suppress

from host_tools.errors import ToolError
from host_tools.micropython import interpreter
from host_tools.trace import BUTTONS
from host_tools.virtual_board.state import State
from host_tools.virtual_board.supervisor import Supervisor
from host_tools.virtual_board.table import Table
from host_tools.virtual_board.table_time import TableTime
from host_tools.virtual_board.uarts import Uarts
from host_tools.virtual_board.wires import trace_plan
from shared_core.sensor_lines import LINES

LEAD = 0.1  # host seconds between a call and the first edge that it plans, so that the board knows of it in time
TRACE_LEAD = 0.3
EVENTS = 10_000  # that are kept in memory
FLASH_CUTS = ("none", "half", "garbage", "done")  # what the flash has done when its power fails


class VirtualBoard:
    """A running board; use it in a `with`, or call close().

    state_dir: folder that keeps flash image and unique id; a new one is a blank board; None: a temporary one.
    rate: table time runs so many times as fast as the host's clock. heap_kib: the board's heap, in KiB of a 32-bit
    board. ticks_start_us: what ticks_us would be at power-on if it did not wrap; (1 << 30) * 1000 - 5_000_000 has
    ticks_us and ticks_ms both wrap after five seconds. pins: {line: GPIO} where they
    differ from the defaults; a table.json on the board goes before both. absent: displays of it that are not there, by
    their names in `outputs`. on_event: function(event), called for
    each event, quickly.

    All times are table time: microseconds since this object was made. They go on over resets; the event of a boot says
    when a board began. `events` is a list of the last 10,000, dicts, each with "t_us" and one of

        {"boot": 1, "cause": "power-on" ...}                         {"main": "started" | "ended"}
        {"display": "  17", "segments": "00000607", "brightness": 4}  {"crash": signal number}
        {"output": name, ...}: as in `outputs`
        {"trace": "started" | "ended", "name": ...}                   {"power": "off"}
        {"failed": what}: the simulation itself
    """

    def __init__(
        self,
        state_dir=None,
        *,
        rate=1,
        heap_kib=192,
        ticks_start_us=0,
        pins=None,
        on_event=None,
        power=True,
        absent=(),
    ):
        interpreter()
        self._clock = TableTime(rate)
        self._on_event = on_event
        self._state = self._uarts = self._supervisor = None
        self._temporary = tempfile.mkdtemp(prefix="virtual-board-") if state_dir is None else None
        try:
            self._state = State(state_dir or self._temporary)
            self._uarts = Uarts()
            self._table = Table(self._clock, pins or {}, self._happened, absent)
            self.events = []
            self._played_until = 0  # end of the trace that was played last
            self._supervisor = Supervisor(
                self._table, self._clock, self._state, self._uarts.fds, heap_kib, ticks_start_us
            )
            self._lock = self._supervisor.lock
            self._news = threading.Condition(self._lock)
            if power:
                self.power_on()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the board's process and leave nothing behind but the state folder."""
        if self._supervisor:
            self._supervisor.close()
            self._supervisor = None
        if self._uarts:
            self._uarts.close()
            self._uarts = None
        if self._state:
            self._state.close()
            self._state = None
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    # -- the board ----------------------------------------------------------------------------------------------

    @property
    def port(self):
        """The path of its serial port."""
        return self._supervisor.console.port.path

    def uart(self, number):
        """The path of the far end of UART `number`."""
        return self._uarts.paths[number]

    @property
    def now_us(self):
        return self._clock.now()

    def span_us(self, host_seconds):
        """Table microseconds that pass in so many seconds of the host."""
        return self._clock.span(host_seconds)

    def power_on(self):
        with self._lock:
            self._supervisor.power_on()

    def power_cut(self):
        """The power fails at once, in the middle of whatever the board does; power_on() starts it again."""
        with self._lock:
            self._supervisor.power_off()
            self._table.power_off()

    def reset(self):
        """The board's reset line is pulled."""
        with self._lock:
            self._supervisor.reset()

    def cut_at_flash(self, operations, how="none"):
        """The power fails at the flash operation (a block's erase or a page's program) that follows `operations` more;
        while the power is off: `operations` after the next power_on(). how: what is done of it, a word of FLASH_CUTS.
        An event {"power": "off"} tells that it happened."""
        with self._lock:
            self._supervisor.cut_at_flash(operations, FLASH_CUTS.index(how))

    @property
    def flash_work(self):
        """(blocks erased, pages programmed) since the board's last start."""
        with self._lock:
            return self._supervisor.flash

    # -- the wheel and the buttons ------------------------------------------------------------------------------

    def play(self, rows, after_us=0, name=None, length_us=0):
        """Play a trace, a list of (t_us, line, level), into the board's pins; (start, end) of it in table time.

        It begins `after_us` from now, though not before the board can know of it, nor before the trace played last has
        ended: there is one wheel. It ends with its last row, or after length_us when that is later.
        """
        with self._lock:
            start = max(self._clock.now() + max(after_us, self._clock.span(TRACE_LEAD)), self._played_until)
            plan = trace_plan(rows, start, LINES + BUTTONS)
            self._played_until = end = max(plan[-1][0], start + length_us)
            self._table.wires.plan(plan)
            self._table.plan_event(start, {"trace": "started", "name": name})
            self._table.plan_event(end, {"trace": "ended", "name": name})
            self._supervisor.wake()
            return start, end

    def press(self, line, ms=100):
        """Press a button (no_more_bets, no_spin) for so many milliseconds; the table time of the press."""
        with self._lock:
            start = self._clock.now() + self._clock.span(LEAD)
            self._table.wires.plan([(start, line, 1), (start + ms * 1000, line, 0)])
            self._supervisor.wake()
            return start

    def set_line(self, line, level):
        """Drive a line, or a pin by its GPIO number, from now on; the table time of it."""
        with self._lock:
            start = self._clock.now() + self._clock.span(LEAD)
            self._table.wires.plan([(start, line, level)])
            self._supervisor.wake()
            return start

    # -- what the board shows -----------------------------------------------------------------------------------

    @property
    def display(self):
        """The text on the display; a dark digit is a space, a lit point a dot behind its digit."""
        return self._table.display

    @property
    def outputs(self):
        """What each device shows, by its name in table.json ("displays[1]", "lamps.fault", "buzzer"): {"text",
        "segments", "brightness"} of digits, {"colours"} of pixels, as "rrggbb", {"level"} of a lamp."""
        with self._lock:
            return dict(self._table.shown)

    @property
    def said(self):
        """The last 64 KiB of what the board said on its console, whether somebody listened or not."""
        with self._lock:
            return bytes(self._supervisor.console.said)

    def wait_said(self, text, timeout=10.0):
        """Wait until `text` (bytes) is among the last 64 KiB that it said; ToolError after `timeout` host seconds."""
        end = time.monotonic() + timeout
        while text not in self.said:
            if time.monotonic() > end:
                raise ToolError(f"after {timeout} s the board has not said {text!r}, but last {self.said[-200:]!r}", 3)
            time.sleep(0.01)

    def level(self, gpio):
        """The level that the board drives on a pin (as last reported)."""
        return self._table.driven.get(gpio, 0)

    def wait_display(self, text, timeout=10.0, since_us=None):
        """Wait until the display shows `text` (a string, or a function of it); the table time at which it came.

        What it shows already counts, unless since_us is given: then what came up since. timeout: host seconds, then
        ToolError.
        """
        wanted = text if callable(text) else lambda shown: shown == text

        def shows(event):
            return "display" in event and wanted(event["display"])

        if since_us is None:
            with self._lock:
                shown = [event for event in self.events if "display" in event]
                if shown and shows(shown[-1]):
                    return shown[-1]["t_us"]
                since_us = shown[-1]["t_us"] + 1 if shown else 0
        what = f"the display shows {self.display!r}, not {text!r}"
        return self.wait_event(shows, timeout, since_us, what)["t_us"]

    def wait_event(self, wanted, timeout=10.0, since_us=0, what="the event did not come"):
        """The first event since `since_us` for which wanted(event) is true; ToolError after `timeout` host seconds."""
        end = time.monotonic() + timeout
        with self._lock:
            while True:
                for event in self.events:
                    if event["t_us"] >= since_us and wanted(event):
                        return event
                left = end - time.monotonic()
                if left <= 0 or not self._news.wait(left):
                    raise ToolError(f"after {timeout} s {what}", 3)

    def main_since(self):
        """The table time at which main.py began, None while it does not run."""
        with self._lock:
            for event in reversed(self.events):
                if "main" in event or "boot" in event or "power" in event:
                    return event["t_us"] if event.get("main") == "started" else None
            return None

    def wait_main(self, timeout=10.0):
        """Wait until main.py runs; the table time at which it began."""
        with self._lock:
            since = self.main_since()
            if since is not None:
                return since
            since = self._clock.now()
        return self.wait_event(lambda event: event.get("main") == "started", timeout, since)["t_us"]

    def _happened(self, event):
        self.events.append(event)
        del self.events[:-EVENTS]
        self._state.event(event)
        if self._on_event:
            with suppress(OSError):  # a listener whose terminal is gone
                self._on_event(event)
        self._news.notify_all()
