"""Runs the spins of a corpus file through the tracker, on whatever interpreter runs it.

    micropython tests/wheel_corpus.py CORPUS           a line of verdict and measures for each spin, then `grown BYTES`
    micropython tests/wheel_corpus.py CORPUS cost      nanoseconds an edge: tracker, bare counter, first, second half

A corpus is binary, so that a board reads it without making an object of each row: for each spin a head of eight ints
(wheel, min_turns, six offsets), the number of rows, and of each row the time since the row before and line * 2 + level,
all 32 bits, little-endian.
"""

import gc
import struct
import sys

if "" not in sys.path:
    sys.path.insert(0, "")

from shared_core.spin import SpinTracker
from shared_core.wheel import WHEELS

HEAD = "<9i"
ROW = "<2i"
CHUNK_ROWS = 64
BIGGEST = 2**30


class Counter:
    """What any reader of edges does at least: the peer that the tracker's cost is measured against."""

    def __init__(self):
        self.edges = 0

    def edge(self, t, line, level):
        self.edges += 1


def spins(file):
    """Yields (tracker, number of rows) with the file at the first row."""
    while True:
        head = file.read(struct.calcsize(HEAD))
        if not head:
            return
        wheel, min_turns, *rest = struct.unpack(HEAD, head)
        yield SpinTracker(WHEELS[wheel], min_turns, tuple(rest[:6])), rest[6]


def edges(file, rows):
    """Yields (t, line, level); every time stays an int that costs a board no memory."""
    size = struct.calcsize(ROW)
    chunk = bytearray(CHUNK_ROWS * size)
    view = memoryview(chunk)
    t = 0
    while rows:
        here = min(rows, CHUNK_ROWS)
        file.readinto(view[: here * size])
        for place in range(here):
            after, code = struct.unpack_from(ROW, chunk, place * size)
            t += after
            assert t < BIGGEST
            yield t, code >> 1, code & 1
        rows -= here


def allocated():
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def verdicts(path):
    grown = 0
    with open(path, "rb") as file:
        for tracker, rows in spins(file):
            before = 0
            for place, (t, line, level) in enumerate(edges(file, rows)):
                tracker.edge(t, line, level)
                tracker.take()
                if place == rows // 3:
                    before = allocated()
            if before:
                grown = max(grown, allocated() - before)
            print(tracker.verdict(), tracker.measures())
    print("grown", grown)


def cost(path):
    import time

    ticks = time.ticks_us if hasattr(time, "ticks_us") else lambda: int(time.perf_counter() * 1e6)
    halves = [0, 0]
    count = 0
    counting = 0
    with open(path, "rb") as file:
        for tracker, rows in spins(file):
            bare = Counter()
            told = list(edges(file, rows))
            for half, part in enumerate((told[: rows // 2], told[rows // 2 :])):
                begun = ticks()
                for t, line, level in part:
                    tracker.edge(t, line, level)
                halves[half] += ticks() - begun
            begun = ticks()
            for t, line, level in told:
                bare.edge(t, line, level)
            counting += ticks() - begun
            count += rows
    print(
        (halves[0] + halves[1]) * 1000 // count,
        counting * 1000 // count,
        halves[0] * 2000 // count,
        halves[1] * 2000 // count,
    )


(cost if sys.argv[2:] == ["cost"] else verdicts)(sys.argv[1])
