"""Displays, lamps and the buzzer of a table, several at once, read from the wires of a virtual board."""

import json
import shutil
import time
from pathlib import Path

import pytest
from at_a_board import mpremote
from cable import Cable

from host_tools.link import Link
from host_tools.pull import pull
from host_tools.trace import read_trace
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse
from shared_core.wheel import colour, number_id
from tests import display_table

RATE = 5
LONG = 30.0
LAMPS = ("lamps.no_more_bets", "lamps.no_spin", "lamps.fault")


@pytest.fixture(scope="module")
def flashed(tmp_path_factory):
    return display_table.flashed(tmp_path_factory.mktemp("flashed"))


@pytest.fixture
def start(flashed, tmp_path):
    """Starts a board with all outputs; options as for VirtualBoard."""
    opened = []

    def start(**options):
        shutil.copytree(flashed, tmp_path / "state")
        board = VirtualBoard(tmp_path / "state", **{"rate": RATE, **options})
        opened.append(board)
        board.wait_main()
        return board

    yield start
    for board in opened:
        board.close()


def comes(board, text, lamps, **others):
    """The first display shows a text, exactly these lamps are lit, and other displays (d1 is displays[1]) show theirs:
    within a while of each other, since one is written after the other."""
    board.wait_display(text, LONG)
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        outputs = board.outputs
        lit = [name.split(".")[1] for name in LAMPS if outputs[name]["level"]]
        seen = {name: outputs[f"displays[{name[1]}]"] for name in others}
        if lit == lamps and {name: shown.get("text", shown.get("colours")) for name, shown in seen.items()} == others:
            return
        time.sleep(0.02)
    raise AssertionError(f"not {lamps} {others}, but {outputs}")


def test_every_picture_is_as_the_readme_says(start):
    board = start(rate=display_table.RATE)
    assert display_table.markdown(display_table.pictures(board)) == display_table.in_readme(), (
        "firmware/README.md is out of date: run python -m tests.display_table"
    )


def test_a_round_on_all_outputs(start):
    board = start()
    comes(board, "8.8.8.8.", ["no_more_bets", "no_spin", "fault"], d1="8." * 8, d2="8." * 4, d3=["404040"])
    comes(board, "CLSd", [], d1="    CLSd", d2="CLSd", d3=["000000"])
    with Link(board.port) as link:
        link.request("self-test")
        comes(board, "8.8.8.8.", ["no_more_bets", "no_spin", "fault"])
        comes(board, "CLSd", [])
        link.request("open")
        board.play(read_trace("tests/traces/valid-single.csv"))
        while link.next_event(LONG).get("phase") != "ball-in-rim":
            pass
        link.request("no-more-bets")
        comes(board, "----", ["no_more_bets"], d1="    ----", d2="----")
        while (told := link.next_event(LONG)).get("phase") != "winning-number":
            pass
    number = told["number"].rjust(4)
    lit = {"red": "400000", "black": "404040", "green": "004000"}[colour(number_id(told["number"]))]
    comes(board, number, [], d1="    " + number, d2=number, d3=[lit])


def test_displays_that_are_not_there_stop_nothing(start):
    board = start(absent=("displays[0]", "displays[2]"))
    board.wait_display("    CLSd")  # the first that is there
    with Link(board.port) as link:
        assert link.request("open")["ok"]
        board.wait_display("    bEtS")
        board.press("no_spin")
        while link.next_event(LONG).get("warning") != "not-now":
            pass
        assert link.request("close")["ok"]
        board.wait_display("    CLSd")


SECOND = {"table": "2", "rules": "new-zealand", "options": {"min_turns": 4}, "reader": "status-line", "reader_line": {}}


def decided(board, folder):
    """Numbers and void causes in the journal of a board."""
    pulled = Path(pull(board.port, folder)["folder"])
    lines = [line for path in sorted(pulled.glob("*.log")) for line in path.read_bytes().splitlines()]
    records = [json.loads(parse(line)[3]) for line in lines]
    return [
        record["cause"] if record["kind"] == "void" else record["number"]
        for record in records
        if record["kind"] in ("void", "spin")
    ]


def test_a_second_table_reads_the_firsts_status_line(start, flashed, tmp_path):
    first = start()
    shutil.copytree(flashed, tmp_path / "second")
    (tmp_path / "table.json").write_text(json.dumps(SECOND))
    with VirtualBoard(tmp_path / "second", rate=RATE) as second:
        mpremote(second, "fs", "cp", str(tmp_path / "table.json"), ":table.json", "+", "reset")
        second.wait_main()
        with Cable(first.uart(0), second.uart(1)) as cable, Link(first.port) as wheel, Link(second.port) as link:
            assert link.request("self-test")["error"] == "no-sensors"
            assert wheel.request("open")["ok"] and link.request("open")["ok"]
            for trace, event in (("valid-single", "number"), ("same-direction", "cause")):
                first.play(read_trace(f"tests/traces/{trace}.csv"))
                while event not in (told := link.next_event(LONG) or {"event": "fault"}):
                    assert told["event"] != "fault", told
            first.play(read_trace("tests/traces/valid-single.csv"))
            while (link.next_event(LONG) or {"phase": "ball-in-rim"}).get("phase") != "ball-in-rim":
                pass
            cable.unplug()
            while (told := link.next_event(LONG) or {}).get("event") != "by-hand":
                assert told, "silence while a ball is live"
            second.wait_display("Er12")
            assert link.request("no-spin")["ok"] and link.request("clear")["ok"]
        assert decided(second, tmp_path / "b") == ["28", "same-direction", None, "dealer"]
        assert decided(first, tmp_path / "a")[:2] == ["28", "same-direction"]
