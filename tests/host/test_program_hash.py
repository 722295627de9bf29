"""The hash of the program in the log of a virtual board: taken over, found changed, read anew on trial."""

import pytest

from host_tools import board as boards
from host_tools import board_files
from host_tools.aside import board_aside
from host_tools.flash import flash
from host_tools.link import Link, wait_for_table
from host_tools.log import BETWEEN
from host_tools.recent import recent
from host_tools.record import odd
from host_tools.story import sentence
from host_tools.trial import program_sha256
from tests.host.at_a_board import flashed_board, mpremote, python_on

CHANGE = """
path = "/firmware/max7219.mpy"
data = bytearray(open(path, "rb").read())
data[-1] ^= 1
with open(path, "wb") as file:
    file.write(data)
"""
FILL = """
with open("/junk", "wb") as file:
    try:
        while True:
            file.write(bytes(4096))
            file.flush()
    except OSError:
        pass
"""


@pytest.fixture(scope="module")
def flashed(tmp_path_factory):
    with flashed_board(tmp_path_factory.mktemp("table"), rate=4) as (virtual, _):
        yield virtual


def program_on(virtual):
    """(SHA-256 of the program as a host reads it off the board, whether the board keeps one for its next start)"""
    with board_aside(virtual.port) as reached:
        files = boards.hashes(reached, ["/" + name for name in (*board_files.AT_ROOT, *board_files.PACKAGES)])
        kept = boards.hashes(reached, [boards.KNOWN])
    return program_sha256(files), bool(kept)


def restart(virtual):
    virtual.reset()
    virtual.wait_event(lambda event: "boot" in event, since_us=virtual.now_us, what="it did not start anew")
    wait_for_table(virtual.port)


def told(virtual, *kinds):
    """The records of these kinds among the last 200."""
    with Link(virtual.port) as link:
        return [record for record in recent(link, link.request("hello"), 200) if record["kind"] in kinds]


def test_an_unchanged_program_is_taken_over_and_a_change_of_the_same_size_is_told(flashed):
    before, kept = program_on(flashed)
    assert not kept  # it was on trial
    restart(flashed)
    restart(flashed)
    assert told(flashed, "boot")[-1]["firmware_sha256"] == before
    assert program_on(flashed) == (before, True)
    wait_for_table(flashed.port)
    assert not told(flashed, "firmware")

    python_on(flashed, CHANGE)
    flashed.reset()
    flashed.wait_said(b'"warning": "firmware"', timeout=20)
    boot, record = told(flashed, "boot", "firmware")[-2:]
    assert (boot["kind"], boot["firmware_sha256"], record["kind"]) == ("boot", before, "firmware")
    assert odd(record) is None and record["firmware_sha256"] in sentence(record) and "firmware" in BETWEEN

    restart(flashed)
    boot = told(flashed, "boot")[-1]
    assert boot["firmware_sha256"] == record["firmware_sha256"] != before and boot["cause"] != "update"
    assert program_on(flashed) == (record["firmware_sha256"], True)

    flash(flashed.port)
    boot = told(flashed, "boot")[-1]
    assert (boot["cause"], boot["firmware_sha256"]) == ("update", before)
    assert program_on(flashed) == (before, False)
    assert len(told(flashed, "firmware")) == 1


def test_a_full_flash_does_not_stop_the_start(flashed):
    wait_for_table(flashed.port)
    python_on(flashed, "import os\n" + FILL)
    mpremote(flashed, "reset")
    assert wait_for_table(flashed.port)["table"] == "7"
    with Link(flashed.port) as link:
        assert link.request("status")["ok"]
    python_on(flashed, "import os\nos.remove('/junk')\n")
    restart(flashed)
    assert wait_for_table(flashed.port)["table"] == "7"
