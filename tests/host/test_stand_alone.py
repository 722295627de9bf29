"""The table on its own: what may stop it, what may not, and how it comes back."""

import json
import time
from itertools import pairwise

import pytest
import serial

from host_tools import mpy
from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.pull import pull
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse
from tests.host.at_a_board import boots, mpremote

RATE = 10
SETTINGS = {"table": "8", "rules": "new-zealand", "supervisor_key": 22}
BROKEN = """
import gc
gc.threshold(131072)  # as in main.py
from firmware import app, run
turns = 0
turn = app.App.turn
def broken(self):
    global turns
    turns += 1
    if turns == 100:
        raise ValueError("broken on purpose")
    turn(self)
app.App.turn = broken
run.main()
"""


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    path = tmp_path_factory.mktemp("settings") / "table.json"
    path.write_text(json.dumps(SETTINGS))
    compiled = mpy.compiled
    with VirtualBoard(rate=RATE) as board, pytest.MonkeyPatch.context() as patch:
        patch.setattr(mpy, "compiled", lambda files, march: compiled(files, march, [BROKEN]))
        flash(board.port, path)
        yield board


def records(board, folder, *kinds):
    """The records of these kinds in its journal, as dicts."""
    pulled = pull(board.port, folder)["folder"]
    assert verify([pulled])["whole"]
    lines = [line for path in sorted(folder.glob("**/*.log")) for line in path.read_bytes().splitlines()]
    return [record for record in (json.loads(parse(line)[3]) for line in lines) if record["kind"] in kinds]


def press_ctrl_c(board):
    """What mpremote begins with; whether the prompt comes."""
    with serial.Serial(board.port, timeout=0.2) as port:
        port.write(b"\r\x03\x03")
        end = time.monotonic() + 3
        said = b""
        while time.monotonic() < end and b">>>" not in said:
            said += port.read(4096)
        return b">>>" in said


def test_ctrl_c_stops_no_game_but_opens_a_closed_table(board, tmp_path):
    wait_for_table(board.port)
    with Link(board.port) as link:
        assert link.request("open")["ok"]
        assert link.request("wager", seat=1, spot="red", stake=5)["ok"]
    began = boots(board)
    assert not press_ctrl_c(board)
    with Link(board.port) as link:
        assert link.request("status")["wagers"] == 1
        assert link.request("withdraw", seat=1, spot="red")["ok"]
        assert link.request("close")["ok"]
    assert boots(board) == began
    assert press_ctrl_c(board)
    mpremote(board, "reset")
    assert wait_for_table(board.port)["table"] == "8"
    assert [record["by"] for record in records(board, tmp_path, "maintenance") if "by" in record] == ["prompt"]


def test_the_key_lets_in_and_the_round_goes_on_afterwards(board):
    wait_for_table(board.port)
    with Link(board.port) as link:
        assert link.request("open")["ok"]
    board.set_line(22, 1)
    time.sleep(0.3)
    assert press_ctrl_c(board)
    board.set_line(22, 0)
    mpremote(board, "reset")
    wait_for_table(board.port)
    with Link(board.port) as link:
        assert link.request("status")["phase"] == "place-bets"
        assert link.request("close")["ok"]


def test_a_held_button_at_power_on_is_safe_mode(board):
    wait_for_table(board.port)
    board.power_cut()
    board.set_line("no_spin", 1)
    time.sleep(0.3)
    board.power_on()
    board.wait_said(b"safe mode")
    assert b"12" in mpremote(board, "resume", "exec", "print(3 * 4)").encode()
    board.set_line("no_spin", 0)
    mpremote(board, "resume", "reset")
    assert wait_for_table(board.port)["table"] == "8"


def test_a_program_that_breaks_is_recorded_and_starts_anew(board, tmp_path):
    wait_for_table(board.port)
    main = mpremote(board, "fs", "cat", ":main.py")
    changed = tmp_path / "main.py"
    changed.write_text(BROKEN)
    mpremote(board, "fs", "cp", str(changed), ":main.py", "+", "reset")
    began = len(boots(board))
    board.wait_event(lambda event: "boot" in event and len(boots(board)) >= began + 2, timeout=60)
    end = time.monotonic() + 30
    while not press_ctrl_c(board):  # in the pause before it starts anew, or while the table runs
        assert time.monotonic() < end
    changed.write_text(main)
    mpremote(board, "fs", "cp", str(changed), ":main.py", "+", "reset")
    wait_for_table(board.port)
    found = records(board, tmp_path / "log", "crash", "boot")
    crashes = [record["error"] for record in found if record["kind"] == "crash"]
    assert len(crashes) >= 2 and set(crashes) == {"ValueError: broken on purpose"}
    after = [later["cause"] for crash, later in pairwise(found) if crash["kind"] == "crash"]
    assert "reset" in after and set(after) <= {"reset", "update"}  # the last boot has another main.py
