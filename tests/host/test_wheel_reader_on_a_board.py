"""The tracker on real MicroPython: the same verdicts and measures as on CPython, in a Pico-sized heap, at what cost."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.micropython import interpreter
from host_tools.simulator import LINES, simulate_spin
from shared_core.wheel import WHEELS

HEAD, ROW = "<9i", "<2i"  # as tests/wheel_corpus.py reads them
BENCH = bool(os.environ.get("BENCH"))
ROOT = Path(__file__).resolve().parent.parent.parent
HEAP = "192wK"
MOST_GROWN = (
    2048  # bytes on a 64-bit machine from a third of a spin to its end: a few ints and events, whatever its length
)


def corpus(path, count):
    """Writes `count` spins with dirt, faults and extras to a file, and returns how many rows they have."""
    rows_in_all = 0
    with path.open("wb") as file:
        for seed in range(70_000, 70_000 + count):
            dirt = ("none", "light", "heavy")[seed % 3]
            spin = simulate_spin(seed, wheel=WHEELS[seed % len(WHEELS)], dirt=dirt, cause="mixed")
            rows = [row for row in spin.rows if row[1] in LINES]
            offsets = [spin.offsets[line] for line in LINES]
            file.write(struct.pack(HEAD, WHEELS.index(spin.wheel), spin.min_turns, *offsets, len(rows)))
            last = 0
            for t, line, level in rows:
                file.write(struct.pack(ROW, t - last, LINES.index(line) * 2 + level))
                last = t
            rows_in_all += len(rows)
    return rows_in_all


@pytest.fixture(scope="module")
def spins(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "spins.bin"
    corpus(path, 2000 if BENCH else 40)
    return path


def run(program, *arguments):
    command = [*program, "tests/wheel_corpus.py", *map(str, arguments)]
    environment = {**os.environ, "MICROPYPATH": ":.frozen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3600, env=environment)
    assert done.returncode == 0, done.stderr or done.stdout[-2000:]
    return done.stdout.splitlines()


def on_micropython(*arguments):
    return run([interpreter(), "-X", "heapsize=" + HEAP], *arguments)


def test_the_same_on_both_and_no_memory_that_grows(spins, capsys):
    """Must show 3 of the wheel reader's issue."""
    here = run([sys.executable], spins)
    there = on_micropython(spins)
    assert len(here) == len(there) > 1
    assert here[:-1] == there[:-1]
    grown = int(there[-1].split()[1])
    with capsys.disabled():
        print(
            f"\n{len(here) - 1} spins: CPython and MicroPython agree; the heap grew by at most {grown} bytes in a spin"
        )
    assert grown <= MOST_GROWN


def test_what_an_edge_costs(spins, capsys):
    """Must show 4: beside a bare counter in the same run, flat in a spin's length. A figure, not a timed test."""
    tracker, counter, first, second = (int(word) / 1000 for word in on_micropython_cost(spins))
    with capsys.disabled():
        print(
            f"\nan edge costs {tracker:.2f} us, a bare counter {counter:.2f} us (ratio {tracker / counter:.1f}); "
            f"first half of a spin {first:.2f} us, second half {second:.2f} us"
        )
    assert tracker > 0 and counter > 0


def on_micropython_cost(spins):
    return run([interpreter(), "-X", "heapsize=16M"], spins, "cost")[-1].split()
