"""What the tests do with a virtual board: real mpremote and ampy on it, programs, keys."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import serial

from host_tools.flash import flash
from host_tools.virtual_board import VirtualBoard

BESIDE = Path(sys.executable).parent


@contextmanager
def flashed_board(folder, rate=1):
    """A virtual board that is table 7 in New Zealand: (board, path of its table.json, in the folder)."""
    settings = folder / "table.json"
    settings.write_text(json.dumps({"table": "7", "rules": "new-zealand"}))
    with VirtualBoard(rate=rate) as board:
        flash(board.port, settings)
        yield board, settings


def tool(name, *arguments, timeout=20):
    """What a command answers; its status must be 0. mpremote on a pseudo terminal reads without a timeout."""
    done = subprocess.run([BESIDE / name, *arguments], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def mpremote(board, *arguments, **options):
    """After `reset` the board has started anew: mpremote leaves it 100 ms before, in which a next tool stops it."""
    since = board.now_us
    said = tool("mpremote", "connect", board.port, *arguments, **options)
    if arguments[-1] == "reset":
        board.wait_event(lambda event: event.get("cause") == "reset", since_us=since, what="it did not start anew")
    return said


def ampy(board, *arguments):
    return tool("ampy", "--port", board.port, *arguments)


def python_on(board, text):
    """What a program prints, run in the raw REPL."""
    return mpremote(board, "exec", text)


def boots(board):
    return [event["cause"] for event in board.events if "boot" in event]


def put_main(board, text, tmp_path):
    """Gives the board a main.py and restarts it."""
    path = tmp_path / "main.py"
    path.write_text(text)
    mpremote(board, "fs", "cp", str(path), ":main.py", "+", "reset")
    return board.wait_main()


def lines_of(board, count, timeout=10):
    """The next lines that the board prints."""
    with serial.Serial(board.port, timeout=timeout) as port:
        return [port.readline().decode().strip() for _ in range(count)]
