"""The most that a round can hold, of the hardest kind, in the memory of a Pico: 400 five-adjacent wagers with limits,
ids of 40 characters, all of which win; the power goes once bets are closed, and again before anybody is paid."""

import json

import pytest

from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.pull import pull
from host_tools.trace import read_trace
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard

MOST = 400
WINNERS = ("17", "5", "22", "32", "20")  # each covers 17 on a double-zero wheel
SETTINGS = {
    "table": "T" * 32,
    "rules": "new-jersey",
    "wheel": "double-zero",
    "options": {"zero_rule": "half", "minimum": 100, "maximum": 2**52, "chip": 100, "allow": ["five-adjacent"]},
    "notices": ["zero-rule-notice", "wheel-replica-layout"],
}
POINTS = ["contrivance", "level", "rotation", "parts", "ball"]


class Id(str):
    """An id of 40 characters for a Link that counts on."""

    def __add__(self, more):
        return Id(f"{int(self) + more:040}")


@pytest.fixture
def board(tmp_path):
    (tmp_path / "table.json").write_text(json.dumps(SETTINGS))
    with VirtualBoard(tmp_path / "state", rate=5) as board:
        flash(board.port, tmp_path / "table.json")
        yield board


def cut(board):
    board.power_cut()
    board.power_on()
    wait_for_table(board.port)


def test_400_wagers_fit_the_boards_memory_and_outlive_power_cuts(board, tmp_path):
    with Link(board.port) as link:
        assert link.request("inspect", points=POINTS)["ok"] and link.request("open")["ok"]
        link._id = Id("1" * 40)  # type: ignore[assignment]
        for number in range(MOST):
            # Two thirds of them at one seat, whose limits count over all of its wagers.
            seat, stake = (7 if number % 3 else 1 + number % 99), 500 * (10**8 + number)
            answer = link.request("wager", seat=seat, spot=f"five-adjacent-{WINNERS[number % 5]}", stake=stake)
            assert answer.get("ok"), (number, answer, board.said[-600:])
        assert link.request("wager", seat=1, spot="red", stake=500)["error"] == "too-many"
        since, _ = board.play(read_trace("tests/traces/valid-double-clockwise-rotor.csv"))
        board.wait_display("----", 60, since_us=since)
        while link.request("hello")["seq"] < 20:  # the bets are sealed
            pass
    cut(board)
    with Link(board.port) as link:
        status = link.request("status")
        assert (status["wagers"], status["by_hand"]) == (MOST, True)
        assert link.request("number", number="17", timeout=10)["ok"]
    cut(board)
    with Link(board.port) as link:
        assert link.request("status")["phase"] == "winning-number"
        for step in range(1 + MOST + 1 + len(WINNERS)):  # crown, a move each, collect, pay
            assert link.request("paid", step=step, timeout=5).get("ok"), step
        assert link.request("status")["phase"] == "place-bets"
    assert "MemoryError" not in board.said.decode(errors="replace")
    pulled = pull(board.port, tmp_path / "logs")
    assert pulled["proven"] and verify([tmp_path / "logs"])["whole"]
