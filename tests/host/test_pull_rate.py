"""How fast a journal is pulled from a virtual board, beside mpremote.

`make test` pulls a small journal; the figures of `make bench` (BENCH=1) are of a full one.
"""

import os
import statistics
import time

import pytest

from firmware.journal import Journal
from firmware.storage import Storage
from host_tools.aside import board_aside
from host_tools.flash import flash
from host_tools.link import wait_for_table
from host_tools.pull import pull
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from tests.host.at_a_board import mpremote

BENCH = os.environ.get("BENCH") == "1"
SEGMENTS = 20 if BENCH else 3
UNIQUE_ID = "e6614c311b7e6f35"
TWICE = 2.0  # as fast as mpremote, at least


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
