"""How fast a journal is pulled, beside mpremote, and what a pull costs a table in play. Both on the virtual board.

`make test` pulls a small journal; the figures of `make bench` (BENCH=1) are of a full one.
"""

import os
import statistics
import threading
import time

import pytest

from firmware.journal import Journal
from firmware.storage import Storage
from host_tools.aside import board_aside
from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.pull import pull
from host_tools.trace import read_trace
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from tests.host.at_a_board import mpremote

BENCH = os.environ.get("BENCH") == "1"
SEGMENTS = 20 if BENCH else 3
ROUNDS = 4 if BENCH else 1
UNIQUE_ID = "e6614c311b7e6f35"
TWICE = 2.0  # as fast as mpremote, at least
DELAY_MS = 20.0  # of the median: other programs on the machine hold up one change or another
TRACE = "tests/traces/valid-single.csv"


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A virtual table whose journal has SEGMENTS segments, and their files here."""
    folder = tmp_path_factory.mktemp("full")
    settings = folder / "table.json"
    settings.write_text('{"table": "7", "rules": "new-zealand", "options": {"min_turns": 4}}')
    state = folder / "state"
    state.mkdir()
    (state / "unique_id").write_text(UNIQUE_ID + "\n")
    files = written(folder / "journal")
    with VirtualBoard(state) as board:
        flash(board.port, settings)
        with board_aside(board.port) as reached:
            reached.run("import os\nfor name in os.listdir('/journal'):\n os.remove('/journal/' + name)")
            reached.put([(file, "/journal/" + file.name) for file in files], lambda path: None)
        wait_for_table(board.port)
        yield board, files


def written(folder):
    """The files of a journal as a table writes it: rounds with some wagers each."""
    journal = Journal(Storage(str(folder)), UNIQUE_ID)
    journal.append(journal.boot((("cause", "test"),)))
    number = 0
    while journal.last <= SEGMENTS:
        number += 1
        for pairs in (
            (("kind", "bets-part"), ("round", number), ("part", 0), ("rows", [[1, "straight-17", 500]] * 25)),
            (("kind", "bets"), ("round", number), ("spin", number), ("digest", "0" * 64), ("wagers", 25)),
            (("kind", "spin"), ("round", number), ("spin", number), ("valid", True), ("number", "17")),
            (("kind", "settlement"), ("round", number), ("spin", number), ("number", "17"), ("collected", 0)),
            (("kind", "paid"), ("round", number), ("spin", number)),
        ):
            journal.append(pairs)
        journal.flush()
    return sorted(folder.glob("*.log"))


def test_a_pull_is_twice_as_fast_as_mpremote(full, tmp_path):
    board, files = full
    size = sum(file.stat().st_size for file in files)
    ours, theirs = [], []
    for turn in range(3):
        start = time.monotonic()
        done = pull(board.port, tmp_path / str(turn))
        ours.append(time.monotonic() - start)
        assert done["bytes"] >= size
        assert done["proven"]
        with board_aside(board.port):
            start = time.monotonic()
            paths = [":/journal/" + file.name for file in files]
            mpremote(board, "resume", "fs", "cp", *paths, str(tmp_path), timeout=300)
            theirs.append(time.monotonic() - start)
        wait_for_table(board.port)
        assert [(tmp_path / file.name).stat().st_size for file in files[:-1]] == [
            file.stat().st_size for file in files[:-1]
        ]
    assert verify([tmp_path / "0"])["whole"]
    us, them = size / statistics.median(ours), size / statistics.median(theirs)
    print(f"\n{size} bytes: pulled, proven and on disk at {us / 1000:.0f} KB/s, mpremote fs cp {them / 1000:.0f} KB/s")
    assert us >= TWICE * them


def test_a_pull_delays_no_phase_change(full, tmp_path):
    board, _ = full
    change, undo = (round_played, round_over) if BENCH else (table_opened, table_closed)
    if BENCH:
        with Link(board.port) as link:
            assert link.request("open")["ok"]
    alone, pulled = [], []
    for turn in range(2 * ROUNDS):
        if turn % 2:
            pulled.append(while_pulling(board.port, tmp_path / str(turn), lambda: change(board)))
        else:
            alone.append(change(board))
        undo(board)
    told = {}
    for phase in alone[0]:
        usual = statistics.median([times[phase] for times in alone])
        late, spread = ([(times[phase] - usual) / 1000 for times in some] for some in (pulled, alone))
        told[phase] = statistics.median(late)
        worst = f"worst {max(late):.1f}, without a pull {max(spread):.1f}"
        print(f"\n{phase!r} comes up {told[phase]:.1f} ms later during pulls ({worst})", end="")
    count = sum(1 for _ in tmp_path.rglob("receipt.json"))
    print(f"; {count} pulls")
    assert count >= ROUNDS
    assert all(late <= DELAY_MS for late in told.values())


def while_pulling(port, to, change):
    """What change() returns, while the whole journal is pulled again and again."""

    def pull_on():
        number = 0
        while not stop.is_set():
            pull(port, to / str(number))
            number += 1

    stop = threading.Event()
    puller = threading.Thread(target=pull_on)
    puller.start()
    try:
        time.sleep(0.3)
        return change()
    finally:
        stop.set()
        puller.join()


def round_played(board):
    """A round up to its number; {what the display shows: microseconds after the trace began, or after the press}."""
    start, _ = board.play(read_trace(TRACE))
    seen = {"SPIn": board.wait_display("SPIn", 30, since_us=start) - start}
    pressed = board.press("no_more_bets")
    seen["----"] = board.wait_display("----", 10, since_us=pressed) - pressed
    seen["number"] = board.wait_display(lambda text: text.strip().isdigit(), 30, since_us=pressed) - start
    return seen


def round_over(board):
    with Link(board.port) as link:
        while link.request("status")["phase"] == "winning-number":
            link.request("paid")
            time.sleep(0.1)


def table_opened(board):
    """The same for the button that opens a closed table."""
    pressed = board.press("no_more_bets")
    shown = board.wait_display(lambda text: text != "CLSd", 10, since_us=pressed)
    return {"opened": shown - pressed}


def table_closed(board):
    with Link(board.port) as link:
        assert link.request("close")["ok"]
    board.wait_display("CLSd")
