"""The spins of the command: which, and when. And its events as lines to read."""

import time
from itertools import chain

from host_tools.errors import ToolError
from host_tools.trace import read_trace


class Spins:
    """named: "auto" or paths of traces, played in this order; pause: seconds of the table between two."""

    def __init__(self, named, pause, seed, wheel):
        if "auto" in named[:-1]:
            raise ToolError("--spins auto has no end: name it last", 2)
        self._pause_us = int(pause * 1_000_000)
        traces = [(name, read_trace(name)) for name in named if name != "auto"]
        self._spins = chain(traces, _auto(seed, wheel) if "auto" in named else ())

    def play(self, board):
        """Play them for ever, or all of them and then wait for ever; Ctrl-C ends it.

        A spin begins when main.py has run for the pause, and the pause after the one before.
        """
        for name, rows in self._spins:
            _wait_running(board, self._pause_us)
            _, end = board.play(rows, name=name)
            _wait_until(board, end + self._pause_us)
        while True:
            time.sleep(3600)


def _auto(seed, wheel):
    from host_tools.simulator import auto_spins

    for number, spin in enumerate(auto_spins(seed, wheel), 1):
        yield f"auto {number}", spin.rows


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
        "boot": lambda: f"boot {value}, {rest['cause']}",
        "trace": lambda: f"trace {rest['name'] or ''} {value}",
        "crash": lambda: f"the board's process ended by signal {value}",
    }.get(what, lambda: f"{what} {value}")()
    return f"{event['t_us'] / 1_000_000:10.3f}  {text}"
