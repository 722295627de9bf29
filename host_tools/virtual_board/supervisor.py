"""Keeps a board running behind its port: starts its process anew after every reset, and tends wires and port.

One thread does all of it. Others reach in with the lock held and wake it.
"""

import os
import selectors
import signal
import threading
import time
import traceback
from contextlib import suppress

from host_tools.virtual_board import messages
from host_tools.virtual_board.board_process import BoardProcess
from host_tools.virtual_board.console import Console
from host_tools.virtual_board.state import BLOCKS

POWER_ON, WATCHDOG_RESET = 1, 3  # machine.reset_cause() of an RP2040
CAUSES = {"power-on": POWER_ON, "reset": WATCHDOG_RESET, "watchdog": WATCHDOG_RESET, "crash": WATCHDOG_RESET}
WALL_CLOCK_START = 1_609_459_200_000_000  # 2021-01-01, where a Pico's clock begins; Unix time, us
AHEAD = 2.0  # host seconds by which the board knows the edges that are to come
MOST_AHEAD = 2000  # edges; the board has room for twice as many
LOOK = 0.02  # seconds between two looks whether the port was opened
TICK = 0.002  # a busy program is not disturbed more often, seconds
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Supervisor:
    """Runs boards one after another. `table` (table.py) is told what they do; identity: the open state folder."""

    def __init__(self, table, clock, identity, uarts, heap_kib, ticks_start_us):
        self.lock = threading.RLock()
        self.console = Console()
        self.board = None
        self.flash = (0, 0)  # blocks erased, pages programmed since the start of this board
        self._table, self._clock, self._wires = table, clock, table.wires
        self._identity, self._uarts, self._heap_kib = identity, uarts, heap_kib
        self._ticks_start_us = ticks_start_us
        self._power = False
        self._hard_reset = None  # its cause, once one was asked for
        self._cause = POWER_ON
        self._boots = 0
        self._run_main = True
        self._started_at = self._start_at = 0.0
        self._early_ends = 0
        self._cut_at_start = None
        self._ticks_zero = self._wall_zero = 0
        self._watchdog = self._wake_at = None
        self._ticked_at = 0.0
        self._tick_owed = False
        self._stop = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._selector = selectors.DefaultSelector()
        self._watched = {}
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    # -- called by others, with the lock held -------------------------------------------------------------------

    def power_on(self):
        if not self._power:
            self._power = True
            self._hard_reset = "power-on"
            self._start_at = 0.0
            self.wake()

    def power_off(self):
        self._power = False
        self._end_board()

    def reset(self, cause="reset"):
        self._hard_reset = self._hard_reset or cause
        self._end_board()
        self.wake()

    def cut_at_flash(self, operations, how):
        """The power is to fail so many operations from now, or, while it is off, from the next start."""
        if self.board and self.board.ready:
            self.board.send(messages.pack(messages.CUT, operations, how))
        else:
            self._cut_at_start = (operations, how)

    def wake(self):
        with suppress(BlockingIOError):
            os.write(self._wake_write, b".")

    def close(self):
        with self.lock:
            self._stop = True
            self.wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    # -- the loop -----------------------------------------------------------------------------------------------

    def _run(self):
        self._watch(self._wake_read, READ, self._woken)
        try:
            while not self._stop:
                with self.lock:
                    timeout = self._tend()
                for key, mask in self._selector.select(timeout):
                    with self.lock:
                        if key.fd in self._watched:
                            key.data(mask)
        except Exception as error:
            traceback.print_exc()
            with self.lock:
                self._table.event({"failed": repr(error)})
        finally:
            with self.lock:
                self.power_off()
            self._selector.close()
            self.console.close()

    def _woken(self, mask):
        with suppress(BlockingIOError):
            os.read(self._wake_read, 4096)

    def _watch(self, fd, events, do=None):
        """Have `do(mask)` called on these events of a file descriptor; 0 for none."""
        old = self._watched.pop(fd, 0)
        if events:
            self._watched[fd] = events
        if events and not old:
            self._selector.register(fd, events, do)
        elif events and events != old:
            self._selector.modify(fd, events, do)
        elif old and not events:
            self._selector.unregister(fd)

    def _tend(self):
        """Do what is due; seconds until something is due again."""
        now = time.monotonic()
        if self.board is None and self._power and now >= self._start_at:
            self._start()
        due = []
        if self.board and (look := self.board.ctrl_c.tend()):
            due.append(look)
        self.console.port.pump()
        self.console.feed()
        self._watch_streams()
        due.append(self._tend_time(now))
        if not self.console.port.is_open:
            due.append(LOOK)
        if self.console.port.is_held():
            due.append(0.05)
        if self.board is None and self._power:
            due.append(max(0.0, self._start_at - now))
        return min(due)

    def _watch_streams(self):
        port = self.console.port
        if port.is_open or port.look():
            events = (READ if self.console.has_room() else 0) | (WRITE if port.is_held() else 0)
            self._watch(port.master, events, self._port_ready)
        if self.board:
            self._watch(self.board.output, READ if port.has_room() else 0, self._output_ready)
            self._watch(self.console.write_end, WRITE if self.console.is_stuck() else 0, self._input_ready)

    def _port_ready(self, mask):
        port = self.console.port
        if mask & WRITE:
            port.pump()
        if mask & READ:
            self.console.take_typed()
        if not port.is_open:
            self._watch(port.master, 0)

    def _input_ready(self, mask):
        self.console.feed()

    def _output_ready(self, mask):
        if not self.console.take_some_output():
            self._watch(self.board.output, 0)

    # -- table time ---------------------------------------------------------------------------------------------

    def _tend_time(self, now):
        """Tell the board what is to come, tick it when something is due, bite as its watchdog; seconds to the next."""
        t = self._clock.now()
        next_event = self._table.pass_to(t)
        if self._wires.pass_to(t):
            self._tick_owed = True
        if self._wake_at is not None and t >= self._wake_at:
            self._wake_at = None
            self._tick_owed = True
        if self._watchdog is not None and t >= self._watchdog:
            self._watchdog = None
            self.reset("watchdog")
        if self.board is None or not self.board.ready:
            return 0.05 if self._wires.next_unsent() or next_event else 0.5
        self._send_edges(t)
        wait = 10.0
        if self._tick_owed and now - self._ticked_at >= TICK:
            self._tick_owed = False
            self._ticked_at = now
            self.board.tick()
        elif self._tick_owed:
            wait = TICK
        for due in (self._wires.next_due(), self._wake_at, self._watchdog, next_event):
            if due is not None:
                wait = min(wait, max(TICK, self._clock.host_seconds(due - t)))
        unsent = self._wires.next_unsent()
        if unsent is not None:
            wait = min(wait, max(TICK, self._clock.host_seconds(unsent - t) - AHEAD / 2))
        return wait

    def _send_edges(self, t):
        """Keeps the board informed of what is to come, some way ahead, so that being late costs nothing."""
        due = self._wires.next_unsent()
        if due is None or due > t + self._clock.span(AHEAD / 2):
            return
        until = t + self._clock.span(AHEAD)
        while self._wires.in_flight() < MOST_AHEAD and (rows := self._wires.take(until, messages.MOST_EDGES)):
            values = []
            for due, _, line, level in rows:
                gpio = self._table.gpio(line)
                if gpio is not None:
                    values += (due, gpio << 1 | level)
            if not self.board.send(messages.pack(messages.EDGES, *values)):
                self._wires.put_back(rows)
                return
            self._tick_owed = True

    # -- the board's process ------------------------------------------------------------------------------------

    def _start(self):
        t = self._clock.now()
        if self._hard_reset:
            self._ticks_zero = t - self._ticks_start_us
            if self._hard_reset == "power-on":
                self._wall_zero = WALL_CLOCK_START - t
            self._cause = CAUSES[self._hard_reset]
            self._watchdog = None
            self._run_main = True
        settings = {
            "epoch": self._clock.epoch,
            "rate": self._clock.rate,
            "per": self._clock.per,
            "ticks_zero": self._ticks_zero,
            "wall_zero": self._wall_zero,
            "unique_id": self._identity.unique_id.hex(),
            "reset_cause": self._cause,
            "blocks": BLOCKS,
            "wiring": self._table.default_wiring(),
            "run_main": self._run_main and not self.console.text.raw,
            "cut": self._cut_at_start,
        }
        self._boots += 1
        self._table.event({"boot": self._boots, "cause": self._hard_reset or "soft-reset"}, t)
        self._hard_reset = self._cut_at_start = self._wake_at = None
        self._run_main = True
        self.flash = (0, 0)
        self._started_at = time.monotonic()
        self.board = BoardProcess(
            self.console.standard_input, self._identity.flash, self._uarts, self._heap_kib, settings
        )
        self.console.starts(self.board)
        self._watch(self.board.link.fileno(), READ, self._link_ready)

    def _link_ready(self, mask):
        board = self.board
        for _ in range(64):
            try:
                message = board.link.recv(1 << 16)
            except BlockingIOError:
                return
            except OSError:
                message = b""
            if not message:
                self._ended()
                return
            self._take(*messages.unpack(message))
            if self.board is not board:
                return

    def _take(self, tag, values):
        if tag == messages.PINS:
            self._table.pins(values)
        elif tag == messages.BITS:
            self._table.bits(values)
        elif tag == messages.HELLO:
            self._hello(values)
        elif tag == messages.RESET:
            self.reset()
        elif tag == messages.CLOCK_SET:
            self._wall_zero = values[0]
        elif tag == messages.WATCHDOG:
            self._watchdog = values[0]
        elif tag == messages.WAKE:
            self._wake_at = values[0]
        elif tag == messages.READY:
            self._ready()
        elif tag == messages.MAIN:
            self._table.event({"main": "started" if values[0] else "ended"})
        elif tag == messages.PROMPT:
            self._prompt()
        elif tag == messages.FLASH:
            self.flash = (values[0], values[1])
        elif tag == messages.INTERRUPTED:
            self.board.ctrl_c.taken()
        elif tag == messages.STRIKE:
            self.board.ctrl_c.strike_soon()
        elif tag == messages.MISSED:
            self.board.ctrl_c.missed()
        elif tag == messages.CUT_DONE:
            self.power_off()
            self._table.power_off()

    def _hello(self, wiring):
        t = self._clock.now()
        self._wires.rewind(t)
        levels = self._table.hello(wiring)
        self.board.send(messages.pack(messages.START, *(gpio << 1 | level for gpio, level in levels)))

    def _ready(self):
        self.board.ready = True
        self._tick_owed = True
        self.console.ready()
        self.board.send(messages.pack(messages.GO, messages.READY))

    def _prompt(self):
        """The board waits until all that boot.py and main.py said is taken."""
        if not self.board.at_prompt:
            self.console.prompt()
        self.board.send(messages.pack(messages.GO, messages.PROMPT))

    def _end_board(self):
        if self.board:
            self.board.kill()
            self._ended()

    def _ended(self):
        board, self.board = self.board, None
        for fd in (board.link.fileno(), board.output, self.console.write_end):
            self._watch(fd, 0)
        status = board.wait()
        for message in board.last_messages():
            tag, values = messages.unpack(message)
            if tag in (messages.PINS, messages.BITS, messages.FLASH):
                self._take(tag, values)
        self.console.ended()
        board.close()
        self._wires.rewind(self._clock.now())
        if self._power:
            self._plan_after(status, board.at_prompt)
        else:
            self.console.forget()

    def _plan_after(self, status, at_prompt):
        """A soft reset unless a hard one was asked for; a program that ends at once again and again waits a little."""
        if not self._hard_reset and status < 0 and status != -signal.SIGINT:
            self._table.event({"crash": -status})
            self._hard_reset = "crash"
        if self._hard_reset:
            self.console.forget()
        else:
            self._run_main = status != -signal.SIGINT  # Ctrl-C reached a program that was just over: to the prompt
            self.console.say(b"MPY: soft reboot\r\n")
        now = time.monotonic()
        early = not at_prompt and now - self._started_at < 0.3
        self._early_ends = self._early_ends + 1 if early else 0
        self._start_at = now + (0.5 if self._early_ends > 5 else 0.0)
