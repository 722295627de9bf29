"""What flash and pull need of a program that reaches a board's files, and what the backends have in common.

A backend has a `name` and, for the board on `port`:

    stop()                  the program on the board is stopped, its memory free, the prompt waits
    run(code)               run MicroPython code on the board; what it printed, as text
    put(files, progress)    copy files, a list of (path here, path on the board), into folders that are there
    get(path, to)           copy one file from the board
    reset()                 restart the board, so that its main.py runs

Each raises ToolError with status 3 when the board cannot be reached, stops answering, or fails at it. Nothing
else knows mpremote or ampy: a new backend is one file and its line in BACKENDS.
"""

from importlib import import_module

from host_tools.claim import also_open
from host_tools.errors import ToolError
from host_tools.ports import is_there
from host_tools.process import Stalled, run

BACKENDS = {"mpremote": "Mpremote", "ampy": "Ampy"}
ANSWER = 60.0  # seconds without a word while code runs on the board: to remove a hundred files takes a Pico a while


def open_backend(name, port):
    """The backend `name` (one of BACKENDS) for the board on `port`."""
    return getattr(import_module("host_tools." + name), BACKENDS[name])(port)


class Backend:
    """A backend that runs a program once for each call."""

    name = ""

    def __init__(self, port):
        self.port = port

    def call(self, command, doing, silence, on_line=None):
        """Run a command; what it printed. doing: what failed, for the message, such as `copy boot.py`."""
        try:
            done = run(command, silence, on_line)
        except Stalled:
            told = f"the board on {self.port} stopped answering ({doing}, {silence:g} s)"
            raise ToolError(f"{told}: reset it and try again{also_open(self.port)}", 3) from None
        if done.status != 0 and not is_there(self.port):
            raise ToolError(f"the board on {self.port} went away ({doing}): check its cable and try again", 3)
        if done.status != 0:
            raise ToolError(f"the board on {self.port} cannot {doing}: {_last_line(done)}{also_open(self.port)}", 3)
        return done.output


def _last_line(done):
    """The line in which a program or a traceback says what was wrong."""
    for text in (done.errors, done.output):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if lines:
            return lines[-1]
    return f"status {done.status} and no word"
