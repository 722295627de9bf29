"""A table that reads another one's status line has the same numbers and voids in its journal."""

import json
import os
import struct
import subprocess
from itertools import islice
from pathlib import Path

from host_tools.micropython import interpreter
from host_tools.simulator import LINES, auto_spins

BENCH = "BENCH" in os.environ
ROUNDS = 100 if BENCH else 14
ROOT = Path(__file__).resolve().parent.parent.parent
WHEELS = "the wheel tells a fault of its own"
ALL_LINES = (*LINES, "no_more_bets", "no_spin")


def write_trace(path, spins):
    """The spins one after another as tests/on_chips/two_tables.py reads them."""
    begun = last = 0
    with path.open("wb") as file:
        for spin in spins:
            for t, line, level in spin.rows:
                file.write(struct.pack("<2i", begun + t - last, ALL_LINES.index(line) * 2 + level))
                last = begun + t
            begun += spin.end_us


def outcome(truth):
    """A truth of the simulator as decided() tells it."""
    return truth["number"] if truth["valid"] else truth["reason"]


def decided(told):
    """The numbers and void causes of a journal, in order."""
    return [
        record["cause"] if record["kind"] == "void" else record["number"]
        for record in told
        if record["kind"] == "void" or record.get("number") is not None
    ]


def test_both_journals_tell_the_same_numbers_and_voids(tmp_path, capsys):
    spins = list(islice(auto_spins("two tables", "single-zero"), ROUNDS))
    write_trace(tmp_path / "trace", spins)
    command = [interpreter(), "-X", "heapsize=16M", "tests/on_chips/two_tables.py", str(tmp_path / "trace")]
    environment = {**os.environ, "MICROPYPATH": ":.frozen"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3600, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    first, second, (_, lines) = [*map(json.loads, done.stdout.splitlines()[:2]), done.stdout.splitlines()[2].split()]
    truths = [outcome(truth) for spin in spins for truth in spin.truths]
    with capsys.disabled():
        voids = len([one for one in decided(first) if not one.isdigit()])
        told = f"{len(truths)} spins by the six lines and by {lines} lines of the first table's status"
        print(f"\n{told}: {len(decided(first)) - voids} numbers and {voids} voids in both journals")
    assert decided(second) == decided(first)
    # what the first could not read its dealer calls no spin; two removed balls running may be a dead sensor
    unread = [record for record in first if record["kind"] == "spin" and "number" not in record]
    differ = [found for found, truth in zip(decided(first), truths, strict=True) if found != truth]
    assert differ == ["dealer"] * len(unread)
    own = [record for record in second if record["kind"] == "stray-spin" or record.get("evidence", WHEELS) != WHEELS]
    assert own == [], "no fault but the first table's, no stray spin"
