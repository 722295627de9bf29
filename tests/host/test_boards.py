"""Finding boards by asking them, and one call at a time on a port."""

import json
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from host_tools import boards, claim, ports
from host_tools.claim import PortHeld, claimed
from host_tools.cli import main
from host_tools.errors import ToolError
from host_tools.link import Link, gone
from host_tools.ports import Port
from host_tools.virtual_board import VirtualBoard
from tests.command import TABLECTL, tablectl
from tests.host.at_a_board import flashed_board
from tests.host.partner import Partner


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with flashed_board(tmp_path_factory.mktemp("boards")) as (virtual, _):
        yield virtual


@pytest.fixture(scope="module")
def blank():
    with VirtualBoard() as virtual:
        yield virtual


def test_a_list_tells_what_is_on_each_port(table, blank):
    with Partner(lambda line: "") as silent, Partner(lambda line: "") as taken, claim.held(taken.port):
        named = ",".join((table.port, blank.port, silent.port, taken.port))
        start = time.monotonic()
        done = tablectl("list", "--json", TABLECTL_PORT=named)
        assert time.monotonic() - start < 6
        shown = tablectl("list", TABLECTL_PORT=named).stdout
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["boards"]
    assert [row["state"] for row in rows] == ["table", "prompt", "silent", "held"]
    first = rows[0]
    assert (first["table"], first["phase"], first["port"]) == ("7", "closed", table.port)
    assert first["board"] == table._state.unique_id.hex()
    assert first["journal"]["acked"] == 0 and 0 <= first["journal"]["fill"] < 5 < first["journal"]["seq"] + 5
    assert "tablectl" not in rows[1]["told"] and "holds" in rows[3]["told"]
    assert table.port in shown and "0 %" in shown


def test_no_board_is_no_error(monkeypatch):
    monkeypatch.setattr(ports, "ports", list)
    monkeypatch.delenv("TABLECTL_PORT", raising=False)
    assert boards.boards() == []
    done = CliRunner().invoke(main, ["list"])
    assert (done.exit_code, done.stdout) == (0, "") and done.stderr.startswith("no board is there: plug one in")
    assert json.loads(CliRunner().invoke(main, ["list", "--json"]).stdout) == {"boards": []}


def test_a_board_by_its_table_or_id(table, blank, monkeypatch):
    monkeypatch.setenv("TABLECTL_PORT", f"{blank.port},{table.port}")
    unique_id = table._state.unique_id.hex()
    assert ports.find("table:7") == table.port
    assert ports.find(f"id:{unique_id}") == ports.find(f"id:{unique_id[:6].upper()}") == table.port
    done = tablectl("doctor", "--table", "7", "--seconds", "0.1", "--json", TABLECTL_PORT=f"{blank.port},{table.port}")
    assert json.loads(done.stdout)["port"] == table.port
    with pytest.raises(ToolError) as caught:
        ports.find("table:8")
    assert caught.value.status == 3
    assert f"{table.port} (table 7, board {unique_id})" in caught.value.message and "prompt" in caught.value.message
    with pytest.raises(ToolError) as caught:
        ports.find()
    assert caught.value.status == 2 and "--table" in caught.value.message


def test_a_usb_serial_number_needs_no_question(monkeypatch):
    plugged = [Port(f"/dev/ttyACM{n}", (0x2E8A, 5), f"e660{n}c", "Board in FS mode") for n in range(2)]
    monkeypatch.setattr(ports, "ports", lambda: plugged)
    monkeypatch.delenv("TABLECTL_PORT", raising=False)
    assert ports.find("id:E6601") == "/dev/ttyACM1"
    with pytest.raises(ToolError) as caught:
        ports.find("id:e660")
    assert caught.value.status == 2 and "/dev/ttyACM0, /dev/ttyACM1" in caught.value.message


def test_port_and_table_are_one_choice():
    for call in (("--port", "x", "--table", "7"), ("--table", ""), ("--port", "")):
        done = tablectl("doctor", *call)
        assert (done.returncode, done.stdout) == (2, "")


def test_two_calls_on_one_port(table, tmp_path):
    follower = subprocess.Popen(
        [TABLECTL, "pull", "--to", tmp_path, "--follow", "--port", table.port], stdout=subprocess.PIPE
    )
    try:
        assert follower.stdout is not None and follower.stdout.readline()
        for command in ("doctor", "flash", "calibrate", "provision", "pull --to x", "fingerprint --rules new-zealand"):
            done = tablectl(*command.split(), "--port", table.port)
            assert (done.returncode, done.stdout) == (3, ""), command
            assert "--follow" in done.stderr and f"(process {follower.pid})" in done.stderr
            assert done.stderr.count("\n") == 1
    finally:
        follower.kill()
        follower.communicate()
    assert tablectl("pull", "--to", tmp_path, "--port", table.port).returncode == 0, "a killed call holds nothing"


def test_a_program_of_another_kind_is_named(table):
    code = f"import serial, time; s = serial.Serial({table.port!r}, exclusive=True); print(flush=True); time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(PortHeld) as caught:
            Link(table.port)
        assert f"(process {other.pid}) holds {table.port}" in caught.value.message
    finally:
        other.kill()
        other.communicate()


def test_a_program_that_reads_along_without_a_lock_is_named():
    with Partner(lambda line: "") as silent:
        code = f"import os, time; os.open({silent.port!r}, os.O_RDWR | os.O_NOCTTY); print(flush=True); time.sleep(60)"
        other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        try:
            assert other.stdout is not None
            other.stdout.readline()
            with Link(silent.port) as link, pytest.raises(ToolError) as caught:
                link.request("hello", timeout=0.2, attempts=1)
            assert f"(process {other.pid}) has the port open, too" in caught.value.message
            assert f"(process {other.pid}) reads {silent.port} at the same time" in gone(silent.port).message
        finally:
            other.kill()
            other.communicate()
        assert "check its cable" in gone(silent.port).message


def test_a_lock_file_of_another_user_still_locks(tmp_path, monkeypatch):
    monkeypatch.setattr(claim, "_lock_file", lambda device: tmp_path / "lock")
    (tmp_path / "lock").touch(mode=0o444)
    with Partner(lambda line: "") as board, claimed(board.port), pytest.raises(PortHeld):
        claimed(board.port).__enter__()
