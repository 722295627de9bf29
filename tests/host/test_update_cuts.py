"""The power of a board fails while `tablectl flash` updates it: at messages of the host, at operations of its flash.

The real mpremote, the real loader, and a small program of two modules that starts only where both are of one version.
A sample here; with BENCH=1 every message and every operation. tests/power_cut/test_updates.py cuts what happens on the
board alone, with torn operations.
"""

import os
import subprocess
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

from host_tools import board_files, flash, process, send
from host_tools.board_files import BoardFile
from host_tools.errors import ToolError
from host_tools.link import wait_for_table
from host_tools.trial import wait_for_trial
from host_tools.virtual_board import VirtualBoard
from host_tools.virtual_board.virtual_board import FLASH_CUTS

BENCH = "BENCH" in os.environ
RATE = 10
PART = "VERSION = {version}\n" + "# a line of a program\n" * 200
MAIN = """
import json, os, sys
from firmware import first, second
assert first.VERSION == second.VERSION == {version}
while True:
    line = sys.stdin.readline()
    try:
        request = json.loads(line)
        print(json.dumps({{"id": request["id"], "ok": True, "table": "{version}"}}))
        os.remove("/update-trial")
    except (ValueError, TypeError, KeyError, OSError):
        pass
    if '"maintenance"' in line:
        break
"""


def version(number):
    """The files of a version; an odd one has a file more."""
    parts = {"first": PART, "second": PART, "main": MAIN, **({"odd": "\n"} if number % 2 else {})}
    files = [BoardFile(f"/firmware/{name}.py", text.format(version=number).encode()) for name, text in parts.items()]
    at_root = [file for file in board_files.program() if file.path.lstrip("/") in board_files.AT_ROOT]
    return [*at_root, BoardFile("/firmware/boot.py", b""), *files]


@pytest.fixture(autouse=True)
def sources(monkeypatch):
    """The little program is not compiled."""
    monkeypatch.setattr(flash.mpy, "architecture", lambda reported: None)


def impatient(virtual, monkeypatch):
    """Nobody waits long for a board whose power has failed. Over USB its port would be gone; here mpremote is ended."""

    def begun(*arguments, **options):
        program = subprocess.Popen(*arguments, **options)
        threading.Thread(target=end_in_the_dark, args=(program,), daemon=True).start()
        return program

    def end_in_the_dark(program):
        while program.poll() is None:
            if is_dark(virtual):
                program.kill()
            time.sleep(0.05)

    def wait(port, files, told):
        for _ in range(10):
            with suppress(ToolError):
                return wait_for_trial(port, files, told, patience=2.0)
            if is_dark(virtual):
                break
        raise ToolError("it does not come up", 3)

    monkeypatch.setattr(process, "subprocess", SimpleNamespace(**{**vars(subprocess), "Popen": begun}))
    monkeypatch.setattr(send, "PATIENCE", 4.0)
    monkeypatch.setattr(send, "START", 6.0)
    monkeypatch.setattr(flash, "wait_for_trial", wait)


def is_dark(virtual):
    """Whether its power has failed in this update: events are cleared before each."""
    return any("power" in event for event in list(virtual.events))


class Cutter:
    """Cuts the power of a board at the message that follows `after` more of the host."""

    def __init__(self, virtual):
        self.messages = 0
        self._at = None
        self._virtual = virtual
        port = virtual._supervisor.console.port
        self._read = port.read
        port.read = self._counting

    def arm(self, after):
        self._at = None if after is None else self.messages + after

    def _counting(self):
        data = self._read()
        if data:
            self.messages += 1
            if self._at is not None and self.messages > self._at:
                self._at = None
                threading.Thread(target=self._virtual.power_cut).start()
        return data


def update(virtual, number, monkeypatch, progress=lambda text: None):
    files = version(number)
    with monkeypatch.context() as patch:
        patch.setattr(board_files, "program", lambda: files)
        return flash.flash(virtual.port, progress=progress)


def started(virtual):
    """The version that comes up when the power is there again."""
    virtual.power_cut()
    virtual.power_on()
    time.sleep(0.3)
    virtual.reset()  # the port keeps a Ctrl-C that was sent to a board without power
    return int(wait_for_table(virtual.port, 30, patient=True)["table"])


def cuts(kind, step, most, monkeypatch):
    """Updates cut at every `step`th point, at most so many, until one is past the last point.

    kind: "messages" of the host; "sending" or "starting": operations of the flash while the files come, or at the start
    that brings them in. Returns {"cuts", "old", "new", "other"} by what started afterwards.
    """
    counts = {"cuts": 0, "old": 0, "new": 0, "other": 0}
    number = at = 1
    with VirtualBoard(rate=RATE) as virtual:
        cutter = Cutter(virtual)
        update(virtual, number, monkeypatch)
        impatient(virtual, monkeypatch)
        while counts["cuts"] < most:
            virtual.events.clear()
            if kind == "messages":
                cutter.arm(at)
            error = None
            try:
                update(virtual, number + 1, monkeypatch, _arming(virtual, kind, at))
            except ToolError as failed:
                error = failed.message
            cutter.arm(None)
            was_cut = is_dark(virtual)
            virtual._supervisor._cut_at_start = None
            found = started(virtual)
            if not was_cut:
                assert error is None
                break
            counts["cuts"] += 1
            counts["old" if found == number else "new" if found == number + 1 else "other"] += 1
            number = found
            at += step
    return counts


def _arming(virtual, kind, at):
    """What arms a cut of the flash when the update is at the part that is to be cut."""
    armed = []

    def progress(text):
        if kind == "sending" and text.startswith("sending") and not armed:
            armed.append(text)
            virtual.cut_at_flash(at - 1, FLASH_CUTS[1 + at % 3])
        elif kind == "starting" and text.startswith("deciding"):
            virtual._supervisor._cut_at_start = (at - 1, 1 + at % 3)

    return progress


@pytest.mark.parametrize("kind", ["starting", "sending", "messages"] if BENCH else ["messages"])
def test_one_whole_version_starts_after_every_cut(kind, monkeypatch):
    counts = cuts(kind, 1 if BENCH else 17, 1000 if BENCH else 1, monkeypatch)
    print(f"\n{kind}: {counts}")
    assert counts["other"] == 0
    assert counts["old"] + counts["new"] == counts["cuts"] >= (10 if BENCH else 1)
