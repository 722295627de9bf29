"""The spins of the command: which, and when. And its events as lines to read."""

import time

from host_tools.errors import ToolError
from host_tools.trace import read_trace

AUTO_LEAD_S = (5.0, 15.0)  # from the pause to the launch
AHEAD_S = 2.0  # of the host, by which a wheel that turns on is told what comes next


class Spins:
    """named: "auto" or paths of traces, played in this order; pause: seconds of the table between two.

    The wheel of auto turns on between its spins: the pause is then a part of the next one.
    """

    def __init__(self, named, pause, seed, wheel):
        if "auto" in named[:-1]:
            raise ToolError("--spins auto has no end: name it last", 2)
        self._pause_us = int(pause * 1_000_000)
        self._traces = [(name, read_trace(name)) for name in named if name != "auto"]
        self._auto = _auto(seed, wheel, pause) if "auto" in named else ()

    def play(self, board):
        """Play them for ever, or all of them and then wait for ever; Ctrl-C ends it.

        A trace begins when main.py has run for the pause, and the pause after the one before.
        """
        for name, rows in self._traces:
            _wait_running(board, self._pause_us)
            _, end = board.play(rows, name=name)
            _wait_until(board, end + self._pause_us)
        for name, spin in self._auto:
            _wait_running(board, self._pause_us)
            _, end = board.play(spin.rows, name=name, length_us=spin.end_us)
            _wait_until(board, end - board.span_us(AHEAD_S))
        while True:
            time.sleep(3600)


def _auto(seed, wheel, pause):
    from host_tools.simulator import auto_spins

    lead = (pause + AUTO_LEAD_S[0], pause + AUTO_LEAD_S[1])
    for number, spin in enumerate(auto_spins(seed, wheel, lead=lead), 1):
        yield f"auto {number}", spin


def _wait_running(board, for_us):
    while True:
        since = board.main_since()
        if since is not None and board.now_us - since >= for_us:
            return
        time.sleep(0.05)


def _wait_until(board, t):
    while board.now_us < t:
        time.sleep(0.05)


def told(event):
    """An event as a line: table time in seconds, then what happened."""
    rest = {key: value for key, value in event.items() if key != "t_us"}
    what, value = next(iter(rest.items()))
    text = {
        "display": lambda: f"display [{value}]",
        "output": lambda: f"{value} {rest.get('text', rest.get('colours', rest.get('level')))}",
        "boot": lambda: f"boot {value}, {rest['cause']}",
        "trace": lambda: f"trace {rest['name'] or ''} {value}",
        "crash": lambda: f"the board's process ended by signal {value}",
    }.get(what, lambda: f"{what} {value}")()
    return f"{event['t_us'] / 1_000_000:10.3f}  {text}"
