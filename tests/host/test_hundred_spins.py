"""A hundred spins of the simulator end to end on a virtual board, one of them with a power cut: every number right on
the decoded display, every record pulled and verified. `make test` takes three, BENCH=1 the hundred."""

import json
import os
from itertools import count, islice

from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.pull import pull
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse
from tests.short_spins import MIN_TURNS, PRESS_US, part_of

BENCH = os.environ.get("BENCH") == "1"
COUNT = 100 if BENCH else 3
CUT_AT = COUNT // 2
RATE = 5
SETTINGS = {"table": "8", "rules": "new-zealand", "options": {"min_turns": MIN_TURNS}}
LONG = 40.0


def parts():
    """The (number, edges, evidence) of spins that are valid."""
    return (part for part in map(part_of, count(1000)) if part is not None)


def play(board, link, number, edges):
    """A round up to the number, which is right on the display; bets closed by the button."""
    assert link.request("wager", seat=1, spot="straight-" + number, stake=100)["ok"]
    press = [(PRESS_US, "no_more_bets", 1), (PRESS_US + 90_000, "no_more_bets", 0)]
    begin, _ = board.play(sorted([*edges, *press]))
    board.wait_display(lambda shown: shown.strip() == number, LONG, begin + PRESS_US)


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
        for place, (number, edges, _) in enumerate(islice(parts(), COUNT)):
            play(board, link, number, edges)
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
