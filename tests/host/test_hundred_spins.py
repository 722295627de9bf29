"""A hundred spins of the simulator end to end on a virtual board, one of them with a power cut: every number right on
the decoded display, every record pulled and verified. `make test` takes three, BENCH=1 the hundred."""

import json
import os
from itertools import islice

from host_tools.errors import ToolError
from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.pull import pull
from host_tools.simulator import auto_spins
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse

BENCH = os.environ.get("BENCH") == "1"
COUNT = 100 if BENCH else 3
CUT_AT = COUNT // 2
RATE = 8
MIN_TURNS = 4
SETTINGS = {"table": "8", "rules": "new-zealand", "options": {"min_turns": MIN_TURNS}}
LONG = 40.0


def play(board, link, spin):
    """A round up to the number, which is right on the display; bets closed by the button. The number."""
    number = spin.truth["number"]
    assert link.request("wager", seat=1, spot="straight-" + number, stake=100)["ok"]
    begin, _ = board.play(spin.rows)
    try:
        board.wait_display(lambda shown: shown.strip() == number, LONG, begin + spin.truth["drop_us"])
    except ToolError:
        raise AssertionError(f"no {number} on the display: {link.request('status')}, seed {spin.truth}") from None
    return number


def settle(link):
    """The dealer's steps until bets are placed again."""
    while link.request("status")["phase"] != "place-bets":
        link.request("paid")


def test_every_number_and_every_record(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(SETTINGS))
    numbers = []
    with VirtualBoard(rate=RATE) as board:
        flash(board.port, path)
        link = Link(board.port)
        assert link.request("open")["ok"]
        spins = auto_spins("hundred", dirt="none", cause=None, min_turns=MIN_TURNS, lead=(3.0, 5.0))
        for place, spin in enumerate(islice(spins, COUNT)):
            number = play(board, link, spin)
            numbers.append(number)
            if place == CUT_AT:
                while link.request("status")["phase"] != "winning-number":
                    pass
                link.close()
                cut = board.now_us
                board.power_cut()
                board.power_on()
                board.wait_display(lambda shown, number=number: shown.strip() == number, LONG, cut)
                wait_for_table(board.port)
                link = Link(board.port)
            settle(link)
        assert link.request("close")["ok"]
        link.close()
        pulled = pull(board.port, tmp_path / "log")["folder"]
    assert verify([pulled])["whole"]
    lines = [line for log in sorted((tmp_path / "log").rglob("*.log")) for line in log.read_bytes().splitlines()]
    records = [json.loads(parse(line)[3]) for line in lines]
    for kind in ("spin", "settlement"):
        assert [record["number"] for record in records if record["kind"] == kind] == numbers
    assert [record for record in records if record["kind"] in ("fault", "crash", "stray-spin")] == []
