"""Whole rounds on real MicroPython: the firmware on a virtual board, flashed with real mpremote, wheel and buttons by
their pins, the display by its wires, wagers over the link."""

import json
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
import serial

from host_tools.flash import flash
from host_tools.link import Link
from host_tools.pull import pull
from host_tools.trace import read_trace
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse as parse_record
from shared_core.sensor_lines import LINES as SENSORS
from tests.core.test_coast import edges as rotor_edges
from tests.host.at_a_board import mpremote

TRACES = Path("tests/traces")
TRUTH = json.loads((TRACES / "truth.json").read_text())
RATE = 5
LONG = 30.0

AMERICAN = {
    "table": "7",
    "rules": "new-jersey",
    "options": {"zero_rule": "half"},
    "notices": ["zero-rule-notice"],
}
LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 1, "maximum": 1000},
    "notices": ["limits-on-screen"],
}
FRENCH = {"table": "8", "rules": "new-zealand", "options": {"min_turns": 4}}


@pytest.fixture(scope="session")
def flashed(tmp_path_factory):
    """State folders of boards that have been flashed once, by the name of their settings; None: without settings."""
    folder = tmp_path_factory.mktemp("flashed")
    states = {}

    def state(settings):
        name = "none" if settings is None else settings["table"]
        if name not in states:
            path = None
            if settings is not None:
                path = folder / f"{name}.json"
                path.write_text(json.dumps(settings))
            (folder / name).mkdir()
            (folder / name / "unique_id").write_text("e6614c311b7e6f35\n")
            with VirtualBoard(folder / name, rate=RATE) as board:
                flash(board.port, path)
            states[name] = folder / name
        return states[name]

    return state


@pytest.fixture
def table(flashed, tmp_path):
    """Starts a board with the firmware and these settings: (board, link)."""
    opened = []

    def start(settings):
        state = tmp_path / "state"
        shutil.copytree(flashed(settings), state)
        board = VirtualBoard(state, rate=RATE)
        opened.append(board)
        board.wait_main()
        link = Link(board.port)
        opened.append(link)
        return board, link

    yield start
    for thing in reversed(opened):
        thing.close()


def told_in(line):
    """The object in a line of the port; {} in the rest of a line that another program has begun to read."""
    with suppress(ValueError):
        return json.loads(line)
    return {}


def event(link, name, **fields):
    """The next event of that name with these fields."""
    while True:
        told = link.next_event(LONG)
        assert told is not None, f"no event {name} {fields}"
        if told["event"] == name and all(told.get(key) == value for key, value in fields.items()):
            return told


def records(folder, board):
    """The records of the journal pulled from a board, as dicts."""
    pulled = Path(pull(board.port, folder)["folder"])
    assert verify([pulled])["whole"]
    lines = [line for path in sorted(pulled.glob("*.log")) for line in path.read_bytes().splitlines()]
    return [json.loads(parse_record(line)[3]) for line in lines]


def test_a_round_from_bets_to_the_pulled_record(table, tmp_path):
    board, link = table(AMERICAN)
    assert link.request("open")["round"] == 1
    assert link.request("wager", seat=1, spot="straight-23", stake=500)["ok"]
    assert link.request("wager", seat=2, spot="red", stake=7)["ok"]
    assert link.request("wager", seat=2, spot="street-2", stake=7)["error"] == "unknown-spot"
    board.play(read_trace(TRACES / "valid-double-clockwise-rotor.csv"))
    event(link, "phase", phase="ball-in-rim")
    assert board.display == "SPIn"
    pressed_at = board.press("no_more_bets")
    event(link, "phase", phase="no-more-bets")
    assert link.request("wager", seat=3, spot="red", stake=7)["error"] == "late"
    number = event(link, "number")
    assert (number["number"], number["colour"]) == ("23", "red")
    board.wait_display("  23")
    settlement = event(link, "settlement")
    assert (settlement["collected"], settlement["paid"], settlement["returned"]) == (0, 17507, 507)
    for _ in range(3):
        link.request("paid", step=event(link, "step")["step"])
    event(link, "phase", phase="place-bets")
    assert link.request("close")["ok"]
    link.close()
    found = records(tmp_path, board)
    kinds = [record["kind"] for record in found if record["kind"] not in ("segment", "boot", "clock")]
    assert kinds.count("late-wager") == 1  # before the bets are sealed, or after
    assert [kind for kind in kinds if kind != "late-wager"] == [
        "open",
        "bets-part",
        "bets",
        "spin",
        "settlement-part",
        "settlement",
        "paid",
        "close",
    ]
    by_kind = {record["kind"]: record for record in found}
    assert by_kind["bets"]["by"] == "button"
    assert by_kind["bets-part"]["rows"] == [[1, "straight-23", 500], [2, "red", 7]]
    spin = by_kind["spin"]
    assert spin["number"] == "23" and spin["ball_direction"] == "counterclockwise"
    boot_at = [seen["t_us"] for seen in board.events if seen.get("main") == "started" and seen["t_us"] < pressed_at][-1]
    since_boot = pressed_at - boot_at
    compiling = since_boot - by_kind["bets"]["t"]  # its clock begins once main.py is compiled
    assert 0 <= compiling < RATE * 3_000_000, "stamped at the press, since boot"


def test_wagers_that_came_together_before_the_call_are_all_in(table):
    """Their answers take longer than the dealer: what counts is when each was read."""
    board, link = table(LIVE)
    assert link.request("inspect", points=["contrivance", "level", "rotation", "parts", "ball"])["ok"]
    assert link.request("open")["ok"]
    link.close()
    wagers = [{"id": 1000 + n, "do": "wager", "seat": 1 + n % 8, "spot": "red", "stake": 1} for n in range(100)]
    with serial.Serial(board.port, timeout=LONG) as port:
        port.write(b"".join(json.dumps(wager).encode() + b"\n" for wager in wagers[:60]))
        answers, closed = {}, False
        while len(answers) < 60 or not closed:
            told = told_in(port.readline())
            closed = closed or (told.get("phase") == "no-more-bets")
            if not answers and "id" in told:
                board.press("no_more_bets")  # the first is answered: all are read, and few more answered
            if "id" in told:
                answers[told["id"]] = told
        port.write(json.dumps(wagers[99]).encode() + b"\n")
        late = next(told for told in map(told_in, port) if told.get("id") == 1099)
    assert [told for told in answers.values() if "error" in told] == []
    assert late["error"] == "late"


def test_the_number_blinks_before_it_is_steady(table):
    board, link = table(AMERICAN)
    link.request("open")
    board.play(read_trace(TRACES / "valid-double-clockwise-rotor.csv"))
    event(link, "number")
    first = board.wait_display("  23")
    event(link, "phase", phase="winning-number")
    shown = [seen["display"] for seen in board.events if "display" in seen and seen["t_us"] >= first]
    assert shown.count("  23") >= 1 and set(shown) <= {"  23", "    "}
    assert board.display == "  23"


def test_a_void_spin_keeps_the_wagers(table, tmp_path):
    board, link = table(FRENCH)
    link.request("open")
    link.request("wager", seat=1, spot="red", stake=10)
    board.play(read_trace(TRACES / "same-direction.csv"))
    void = event(link, "phase", phase="no-spin")
    assert void["cause"] == "same-direction" and void["clause"] == "6.1"
    board.wait_display("noSP", since_us=0)
    assert link.request("status")["wagers"] == 1
    event(link, "phase", phase="place-bets")
    assert link.request("close")["error"] == "not-now"
    assert link.request("withdraw", seat=1, spot="red")["amount"] == 10
    assert link.request("close")["ok"]
    link.close()
    assert [record["cause"] for record in records(tmp_path, board) if record["kind"] == "void"] == ["same-direction"]


def test_the_dealers_no_spin_button_and_an_uncalled_drop(table):
    board, link = table(FRENCH)
    link.request("open")
    board.play(read_trace(TRACES / "valid-single.csv"))
    event(link, "phase", phase="ball-in-rim")
    assert event(link, "warning")["warning"] == "not-called"
    board.press("no_spin")
    assert event(link, "phase", phase="no-spin")["cause"] == "dealer"
    event(link, "phase", phase="place-bets")


def test_a_board_without_settings_says_so_and_keeps_its_journal(table, tmp_path):
    board, link = table(None)
    board.wait_display("SEt ")
    hello = link.request("hello")
    assert hello["phase"] == "closed" and "missing" in hello["settings"][0]
    assert link.request("open")["error"] == "no-settings"
    link.close()
    assert {record["kind"] for record in records(tmp_path, board)} == {"segment", "boot", "clock"}


def test_bad_settings_on_the_board_are_named_there_too(table, tmp_path):
    board, link = table(None)
    link.request("maintenance")
    link.close()
    bad = tmp_path / "table.json"
    bad.write_text('{"table": "7", "rules": "new-jersey", "options": {"zero_rule": "both"}}')
    mpremote(board, "fs", "cp", str(bad), ":table.json")
    mpremote(board, "reset")
    board.wait_main()
    with Link(board.port) as link:
        told = link.request("hello")["settings"][0]
    assert "options.zero_rule" in told and '"both"' in told and "half or all" in told


def test_a_table_in_play_is_not_flashed(table):
    board, link = table(FRENCH)
    link.request("open")
    link.request("wager", seat=1, spot="red", stake=10)
    link.close()
    done = subprocess.run([tool("tablectl"), "flash", "--port", board.port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "in play" in done.stderr and done.stdout == ""
    with Link(board.port) as again:
        assert again.request("status")["wagers"] == 1


def test_event_numbers_and_rounds_go_on_over_boots(table):
    board, link = table(FRENCH)
    link.request("open")
    first = event(link, "phase", phase="place-bets")
    link.close()
    board.power_cut()
    board.power_on()
    board.wait_main()
    with Link(board.port) as link:
        status = link.request("status")
        assert (status["phase"], status["round"]) == ("place-bets", 1), "the table was open and stays so"
        assert link.request("close")["ok"]
        assert event(link, "phase", phase="closed")["n"] > first["n"]
        assert link.request("open")["round"] == 2


@pytest.mark.parametrize(
    "command",
    [
        ("mpremote", "connect", "PORT", "fs", "ls"),
        ("mpremote", "connect", "PORT", "exec", "print(1)"),
        ("mpremote", "connect", "PORT", "soft-reset"),
        ("ampy", "--port", "PORT", "ls"),
        ("ampy", "--port", "PORT", "get", "boot.py"),
    ],
    ids=" ".join,
)
def test_after_any_tool_the_table_starts_again(table, command):
    board, link = table(FRENCH)
    link.close()
    program, *rest = [board.port if word == "PORT" else word for word in command]
    done = subprocess.run([tool(program), *rest], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    mpremote(board, "reset")
    board.wait_main()
    with Link(board.port) as link:
        assert link.request("open")["ok"]


def tool(name):
    return str(Path(sys.executable).parent / name)


def test_an_inspection_has_what_a_coasting_rotor_shows(table, tmp_path):
    board, link = table(LIVE)
    coasting = rotor_edges(speed=0.6, friction=0.004, turns=8)
    board.play([(t, SENSORS[line], level) for t, line, level in coasting])
    measured = event(link, "rotor")
    assert 3_000 < measured["friction"] < 5_000 and measured["uneven"] < 60
    for name in ("contrivance", "level", "rotation", "parts", "ball"):
        assert link.request("inspect", point=name)["ok"]
    assert link.request("open")["ok"] and link.request("close")["ok"]
    link.close()
    found = [record for record in records(tmp_path, board) if record["kind"] == "inspect"]
    assert len(found) == 1 and found[0]["points"][-1] == "ball"
    assert 3_000 < found[0]["friction"] < 5_000 and found[0]["drift"] == []


def test_a_round_by_buttons_alone(table):
    """Inspection, opening, the call, a number, the dealer's steps, a number by hand after a fault, closing: no host."""
    board, link = table(LIVE)

    def pressed(line, shows, ms=100):
        board.wait_display(shows, LONG, board.press(line, ms))
        time.sleep(0.05 + ms / 1000 / RATE)  # until it is released

    board.wait_display("In 1")
    for shows in ("In 2", "In 3", "In 4", "In S"):  # a 5 is the same segments
        pressed("no_more_bets", shows)
    pressed("no_more_bets", "CLSd")
    pressed("no_more_bets", "bEtS")
    board.play(read_trace(TRACES / "valid-single.csv"))
    board.wait_display("SPIn")
    pressed("no_more_bets", "----")
    number = TRUTH["valid-single"]["number"]
    event(link, "step", do="crown")
    assert board.display == number.rjust(4)
    board.press("no_more_bets")
    event(link, "phase", phase="place-bets", round=2)
    board.play(read_trace(TRACES / "valid-single.csv"))
    board.wait_display("SPIn")
    pressed("no_spin", "noSP")
    event(link, "phase", phase="place-bets", round=2)
    rows = [row for row in read_trace(TRACES / "valid-single.csv") if row[1] != "pocket"]
    board.play([(0, "pocket", 1), *rows])  # it sticks; the rotor goes on
    board.wait_display("Er04", LONG)
    pressed("no_more_bets", "H  0")
    pressed("no_more_bets", "H  1")
    pressed("no_more_bets", "Er04", 2500)
    assert event(link, "number")["number"] == "1"
    board.set_line("pocket", 0)
    pressed("no_spin", "   1", 2500)
    board.press("no_more_bets")
    event(link, "phase", phase="place-bets", round=3)
    pressed("no_spin", "In 1", 2500)
    assert link.request("status")["phase"] == "closed"
