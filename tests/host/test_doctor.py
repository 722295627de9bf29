"""`tablectl doctor` and `calibrate` against the firmware on a virtual board, its wheel turned by a made-up hand."""

import errno
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from firmware import VERSION
from host_tools import clock
from host_tools import doctor as doctors
from host_tools.calibrate import calibrate
from host_tools.doctor import doctor
from host_tools.errors import ToolError
from host_tools.flash import flash
from host_tools.link import Link
from host_tools.virtual_board import VirtualBoard
from tests.host.partner import Partner

RATE = 4
TABLECTL = Path(sys.executable).parent / "tablectl"
PITCH_US = 40_000
POCKETS = 37


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    folder = tmp_path_factory.mktemp("doctor")
    settings = folder / "table.json"
    settings.write_text(json.dumps({"table": "8", "rules": "new-zealand"}))
    with VirtualBoard(folder / "state", rate=RATE) as board:
        flash(board.port, settings)
        yield board


def turned(turns=5, swap=False, silent=()):
    """Rows of a wheel turned counterclockwise by hand with the ball in pocket 0, then the ball rolled clockwise."""
    rows = []

    def pulse(line, middle):
        if line not in silent:
            rows.extend([(middle - 4000, line, 1), (middle + 4000, line, 0)])

    for mark in range(POCKETS * turns):
        at = 1_000_000 + mark * PITCH_US
        pulse("rotor_a", at)
        pulse("rotor_b", at - PITCH_US // 4)
        if mark % POCKETS == 3:
            pulse("rotor_index", at)
            pulse("pocket", at)
    at = 2_000_000 + POCKETS * turns * PITCH_US
    for _ in range(6):
        pulse("ball_b" if swap else "ball_a", at)
        pulse("ball_a" if swap else "ball_b", at + 175_000)
        at += 700_000
    return sorted(rows)


def faults(found):
    return [finding["what"] for finding in found["findings"] if finding["level"] == "fault"]


def at_once(board, rows, call, *arguments, **options):
    """Plays rows a moment after a call has begun; what the call returned."""
    threading.Timer(0.4, board.play, (rows,)).start()
    return call(board.port, *arguments, **options)


def test_a_wheel_in_order(board):
    found = at_once(board, turned(), doctor, seconds=4.0)
    assert faults(found) == [], found["findings"]
    lines = {line["line"]: line for line in found["lines"]}
    assert lines["rotor_a"]["pulses"] == lines["rotor_b"]["pulses"] == 5 * POCKETS
    assert lines["rotor_index"]["pulses"] == 5 and lines["ball_a"]["pulses"] == 6
    assert lines["rotor_a"]["shortest_us"] == lines["rotor_a"]["longest_us"] == 8000
    assert lines["no_spin"]["pulses"] == 0 and lines["pocket"]["level"] == 0


def test_a_silent_line_is_named(board):
    found = at_once(board, turned(silent=("rotor_b", "rotor_index")), doctor, seconds=4.0)
    told = faults(found)
    assert any(what.startswith("rotor_b shows 0 pulses") for what in told)
    assert any(what.startswith("rotor_index shows no pulse") for what in told)
    with Link(board.port) as link:
        assert link.request("status")["phase"] == "closed", "a wheel turned by hand is no spin"


def test_a_pressed_button_is_named(board):
    since = board.set_line("no_spin", 1)
    try:
        done = subprocess.run(
            [TABLECTL, "doctor", "--port", board.port, "--seconds", "0.5", "--json"], capture_output=True, timeout=60
        )
    finally:
        board.set_line("no_spin", 0)
    assert done.returncode == 1 and since
    found = json.loads(done.stdout)
    assert faults(found) == ["no_spin is pressed"]


def test_a_calibration(board):
    found = at_once(board, turned(), calibrate, "counterclockwise", "clockwise", timeout=10)
    assert found["errors"] == []
    offsets = found["offsets"]
    assert abs(offsets["rotor_b"] - 250) <= 3 and abs(offsets["ball_b"] - 250) <= 5
    assert offsets["rotor_index"] == 0 and offsets["pocket"] in (0, 1, 999)


def test_exchanged_ball_sensors_are_named(board):
    found = at_once(board, turned(swap=True), calibrate, "counterclockwise", "clockwise", timeout=10)
    assert len(found["errors"]) == 1 and "ball_a and ball_b are exchanged" in found["errors"][0]


def test_an_open_table_is_not_looked_at(board):
    with Link(board.port) as link:
        assert link.request("open")["ok"]
    try:
        with pytest.raises(ToolError) as refused:
            calibrate(board.port, "counterclockwise", "clockwise", timeout=1)
        assert "close the table first" in refused.value.message
        found = doctor(board.port, seconds=0.1)
        assert "the table is open" in [finding["what"] for finding in found["findings"]] and not faults(found)
    finally:
        with Link(board.port) as link:
            assert link.request("close")["ok"]


def test_a_board_without_firmware(tmp_path):
    with VirtualBoard(tmp_path / "blank", rate=RATE) as blank:
        found = doctor(blank.port)
    assert found["board"] is None and "prompt" in found["findings"][0]["what"]


def test_the_clock_is_set_and_read_back(board):
    done = subprocess.run([TABLECTL, "clock", "--port", board.port, "--json"], capture_output=True, timeout=60)
    told = json.loads(done.stdout)
    assert abs(told["utc"] - time.time()) < 5 and told["before"] is not None, "flash sets it"
    with Link(board.port) as link:
        assert 0 <= clock.told_by(link, link.request("hello")) - told["utc"] < 5 * RATE


class Answering(Partner):
    """A board that answers hello and status with these fields, and has no records."""

    def __init__(self, **hello):
        self.hello = {"ok": True, "firmware": VERSION, "t": 0, "phase": "closed", **hello}
        super().__init__(self._answer)

    def _answer(self, line):
        request = json.loads(line)
        told = self.hello if request["do"] == "hello" else {"ok": True, "phase": "closed", "faults": ["pocket"]}
        return json.dumps({"id": request["id"], **told}) + "\n"


@pytest.mark.parametrize(
    ("hello", "what", "step"),
    [
        ({"firmware": "0.0.1"}, "firmware 0.0.1", "tablectl flash"),
        ({"micropython": "1.22.1"}, "MicroPython 1.22.1", "1.24 or newer"),
        ({"settings": ["rules is vegas: no"]}, "rules is vegas", "tablectl settings"),
        ({"log": None, "fill": 95}, None, None),
        ({}, "latched a fault: pocket", "clear it"),
        ({}, "clock was not set", "tablectl clock"),
    ],
)
def test_each_finding_has_its_next_step(hello, what, step):
    with Answering(**hello) as answering:
        findings = doctor(answering.port, 0.1)["findings"]
    assert all(finding["next"] for finding in findings)
    if what is None:
        assert not any("journal" in finding["what"] for finding in findings)
        return
    assert [step in finding["next"] for finding in findings if what in finding["what"]] == [True], findings


def test_a_port_that_may_not_be_opened(monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    with Partner(lambda line: "") as closed:
        monkeypatch.setattr("host_tools.link.serial.Serial", refuse)
        found = doctor(closed.port)
    assert not found["reached"]
    step = found["findings"][0]["next"]
    assert "/etc/udev/rules.d" in step and 'ATTRS{idVendor}=="2e8a"' in step and "udevadm" in step


def test_a_silent_board_is_status_3():
    with Partner(lambda line: "") as silent:
        done = subprocess.run([TABLECTL, "doctor", "--port", silent.port], capture_output=True, timeout=60)
    assert done.returncode == 3 and b"did not answer" in done.stdout


def test_what_fills_the_journal_is_told_with_what_helps():
    def told(fill, faults, **more):
        hello, status = {"log": "a", "fill": fill, **more}, {"faults": faults}
        found = doctors._faults(hello, status) + doctors._journal(hello, status)
        return [(finding["level"], finding["what"].split(" of ")[0], finding["next"].split()[0]) for finding in found]

    assert told(49, []) == []
    assert told(50, []) == [("note", "the journal is 50 % full", "pull")]
    assert told(103, ["journal-full"]) == [("fault", "the journal is 103 % full", "pull")], "it clears itself"
    assert told(3, ["journal-full"]) == [("fault", "other files leave the journal too little", "delete")]
    found = told(0, ["journal"], stuck="the flash is full")
    assert [what for _, what, _ in found] == [
        "the table has latched a fault: journal",
        "the journal cannot be written: the flash is full",
    ]
