"""`tablectl monitor` beside a table that plays on a virtual board."""

import json
import os
import pty
import signal
import subprocess
import threading
import time

import pytest
from rich.console import Console

from host_tools import monitor
from host_tools.commands.monitor import view
from host_tools.errors import ToolError
from host_tools.flash import flash
from host_tools.picture import Picture
from host_tools.trace import read_trace
from host_tools.virtual_board import VirtualBoard
from tests.command import TABLECTL
from tests.host.partner import Partner

RATE = 8
BUTTON_AT = 3_000_000


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    settings = tmp_path_factory.mktemp("monitor") / "table.json"
    settings.write_text(json.dumps({"table": "9", "rules": "new-zealand"}))
    with VirtualBoard(rate=RATE) as board:
        flash(board.port, settings)
        yield board


def played(board):
    """Rows of a spin with the no-more-bets button pressed to open the table, in it, and for the dealer's step."""
    spin = [(t + 1_000_000, line, level) for t, line, level in read_trace("tests/traces/valid-single.csv")]
    end = spin[-1][0]
    presses = [(t + ms * 1000, "no_more_bets", level) for t in (100_000, 9_000_000, end + 500_000)
               for ms, level in ((0, 1), (100, 0))]  # fmt: skip
    return sorted(spin + presses)


def test_events_stream_as_json_from_the_first_to_the_number(board):
    process = subprocess.Popen(
        [TABLECTL, "monitor", "--port", board.port, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    events = []
    try:
        for line in process.stdout:
            events.append(json.loads(line))
            if len(events) == 3:
                board.play(played(board))
            if events[-1]["event"] == "spin":
                break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    finally:
        watchdog.cancel()
        process.kill()
    assert process.returncode == 130 and errors.strip() == ""
    names = [event["event"] for event in events]
    assert names[:3] == ["hello", "status", "journal"]
    assert events[0]["table"] == "9" and "t" not in events[0]
    number = next(event for event in events if event["event"] == "number")
    assert number["number"] == events[-1]["number"] == "28"
    assert events[-1]["ball_turns_milli"] == 12000
    numbered = [event["n"] for event in events if "n" in event]
    assert numbered == sorted(set(numbered))


def test_what_was_before_is_shown_in_a_terminal_without_colour(board):
    ours, theirs = pty.openpty()
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm", "COLUMNS": "120", "LINES": "40"}
    process = subprocess.Popen(
        [TABLECTL, "monitor", "--port", board.port], stdout=theirs, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + 30
    while b"of 1 spins" not in shown and time.monotonic() < end:
        shown += os.read(ours, 65536)
    process.send_signal(signal.SIGINT)
    while process.poll() is None:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
    assert process.wait(20) == 130
    os.close(ours)
    for text in (b"28b", b"new-zealand", b"12.00 turns clockwise", b"no complaint", b"% full", b"28 x1"):
        assert text in shown, shown[-3000:]


def test_a_board_that_goes_away_is_waited_for(board):
    events = []

    def note(event):
        events.append(event["event"])
        if event["event"] == "lost" and events.count("lost") == 1:
            board.power_on()
        elif event["event"] == "tick" and events.count("tick") == 2:
            board.power_cut()
        elif event["event"] == "tick" and "lost" in events:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        monitor.follow(board.port, note)
    assert events.count("hello") == 2 and events.count("spin") == 1, "nothing is told twice"


def test_a_board_that_was_never_there_is_an_error():
    with Partner(lambda line: "") as silent, pytest.raises(ToolError) as caught:
        monitor.follow(silent.port, print)
    assert caught.value.status == 3


def shown_of(picture):
    console = Console(width=120, force_terminal=False, no_color=True)
    with console.capture() as capture:
        console.print(view(picture))
    return capture.get()


def test_the_view_names_faults_and_a_board_that_is_lost():
    picture = Picture()
    assert "none yet" in shown_of(picture)
    for event in (
        {"event": "hello", "table": "9", "rules": "new-jersey", "wheel": "double-zero"},
        {"event": "status", "phase": "fault", "round": 4, "wagers": 2, "faults": ["pocket"]},
        {"event": "fault", "n": 7, "round": 4, "fault": "pocket", "evidence": "high for [9] s"},
        {"event": "ball", "speed_milli": 1500, "direction": "clockwise"},
        {"event": "spin", "number": "00", "reason": None},
    ):
        picture.feed(event)
    text = shown_of(picture)
    for words in ("FAULT pocket", "high for [9] s", "FAULT, round 4, 2 open wagers", "00g", "00 x1"):
        assert words in text, text
    picture.feed({"event": "ball", "speed_milli": 1500, "direction": None})
    assert "1.50 turns a second, direction unknown" in shown_of(picture)
    picture.feed({"event": "lost", "message": "no cable"})
    assert "NOT THERE: no cable" in shown_of(picture)
    picture.feed({"event": "status", "phase": "closed", "round": 4, "wagers": 0, "faults": []})
    assert "no complaint" in shown_of(picture) and "NOT THERE" not in shown_of(picture)
