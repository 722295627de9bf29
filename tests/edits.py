"""Random edits of a log, each with what the proof must call it."""

import random
from collections import namedtuple

from firmware.journal import Journal
from shared_core.keyed import key_id
from shared_core.proof import Known
from tests.firmware.fakes import MemoryStorage

BOARD = "e6614c311b7e6f35"
UNSTORED = 4  # records at the end that no host has stored: nobody can say that they were ever there

# data: the edited log as bytes; kinds: those by one of which it must be named; what: told when it is not
Edit = namedtuple("Edit", ("data", "kinds", "what"))


class Log:
    """A log that the firmware wrote, in small segments. lines: with their LF; key: bytes or None; known: Known."""

    def __init__(self, seed, key=None, count=70):
        rng = random.Random(seed)
        storage = MemoryStorage()
        journal = Journal(storage, BOARD, key, segment=3500)
        journal.append(journal.boot((("cause", "test"),)))
        while journal.durable < count:
            numbers = [rng.randrange(1000) for _ in range(rng.randrange(1, 12))]
            text = "".join(rng.choice('aJ*\\"z \u20ac') for _ in range(rng.randrange(0, 300)))
            journal.append((("kind", "note"), ("t", rng.randrange(2**40)), ("text", text), ("rows", numbers)))
            journal.flush()
        self.key = key
        self.lines = [line for number in storage.numbers() for line in storage.lines(number)]
        self.heads = [place for place, line in enumerate(self.lines) if b'{"kind": "segment"' in line[:120]]
        self.stored = len(self.lines) - UNSTORED
        stored_hash = self.lines[self.stored - 1].split(b" ", 3)[2]
        self.id = str(journal.log)
        self.known = Known(self.id, BOARD, key_id(key), 1, (), self.stored, stored_hash)


def edit(rng, log, other):
    """One random edit of a log; other: another log of the same board."""
    return rng.choice(EDITS)(rng, log, other)


def flip_a_bit(rng, log, other):
    data = bytearray(b"".join(log.lines))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return Edit(bytes(data), ("changed", "torn"), "bits flipped")


def delete_records(rng, log, other):
    first, last = _range(rng, log)
    return Edit(b"".join(log.lines[:first] + log.lines[last:]), ("missing",), f"lines {first + 1} to {last} deleted")


def delete_bytes(rng, log, other):
    data = b"".join(log.lines)
    first = rng.randrange(len(data))
    last = min(len(data), first + rng.choice((1, 1, 2, 10, 300, 2000)))
    return Edit(data[:first] + data[last:], ("changed", "torn", "missing"), f"bytes {first} to {last} deleted")


def swap(rng, log, other):
    a, b = sorted(rng.sample(range(len(log.lines)), 2))
    lines = list(log.lines)
    lines[a], lines[b] = lines[b], lines[a]
    return Edit(b"".join(lines), ("reordered",), f"lines {a + 1} and {b + 1} swapped")


def move(rng, log, other):
    first, last = _range(rng, log)
    rest = log.lines[:first] + log.lines[last:]
    to = rng.choice([place for place in range(len(rest) + 1) if place != first])
    lines = rest[:to] + log.lines[first:last] + rest[to:]
    return Edit(b"".join(lines), ("reordered",), f"lines {first + 1} to {last} moved to {to + 1}")


def insert_own(rng, log, other):
    of, at = rng.randrange(len(log.lines)), rng.randrange(len(log.lines) + 1)
    lines = [*log.lines[:at], log.lines[of], *log.lines[at:]]
    return Edit(b"".join(lines), ("added",), f"line {of + 1} inserted at {at + 1}")


def insert_foreign(rng, log, other):
    of, at = rng.randrange(len(other.lines)), rng.randrange(len(log.lines) + 1)
    lines = [*log.lines[:at], other.lines[of], *log.lines[at:]]
    kinds = ("added", "other-log") if at < len(log.lines) else ("added", "other-log", "missing", "changed")
    return Edit(b"".join(lines), kinds, f"line {of + 1} of another log inserted at {at + 1}")


def insert_line(rng, log, other):
    at = rng.randrange(len(log.lines) + 1)
    garbage = bytes(rng.choice(b'0123456789abcdef {}":x\xff') for _ in range(rng.choice((0, 3, 80, 900, 3000)))) + b"\n"
    lines = [*log.lines[:at], garbage, *log.lines[at:]]
    return Edit(b"".join(lines), ("added",) if at < len(log.lines) else ("changed",), f"a line inserted at {at + 1}")


def insert_bytes(rng, log, other):
    data = b"".join(log.lines)
    at = rng.randrange(len(data) + 1)
    garbage = rng.randbytes(rng.choice((1, 1, 2, 40, 2000)))
    return Edit(data[:at] + garbage + data[at:], ("changed", "torn", "added"), f"bytes inserted at {at}")


def cut_off(rng, log, other):
    data = b"".join(log.lines)
    at = rng.randrange(len(b"".join(log.lines[: log.stored])))
    return Edit(data[:at], ("torn", "missing"), f"cut off at byte {at}")


def cut_off_records(rng, log, other):
    at = rng.randrange(log.stored)
    return Edit(b"".join(log.lines[:at]), ("missing",), f"cut off behind line {at}")


def splice(rng, log, other):
    """Some of the log, or all from some line on, makes place for another log's."""
    first, last = _range(rng, log)
    last = rng.choice((last, len(log.lines)))
    start = first + rng.choice((0, 0, 0, -2, 3))
    start = min(max(start, 0), len(other.lines) - 1)
    run = other.lines[start : start + last - first]
    kinds = ["changed", "other-log"]
    if any(start < head < start + len(run) for head in other.heads) or start in other.heads:
        kinds = ["other-log"]
    elif start != first:
        kinds = ["missing", "added", "other-log"]
    what = f"lines {first + 1} to {last} replaced by another log's from {start + 1} on"
    return Edit(b"".join(log.lines[:first] + run + log.lines[last:]), tuple(kinds), what)


EDITS = (
    flip_a_bit,
    delete_records,
    delete_bytes,
    swap,
    move,
    insert_own,
    insert_foreign,
    insert_line,
    insert_bytes,
    cut_off,
    cut_off_records,
    splice,
)


def first_difference(log, data):
    """The number of the first line, from 1, that is not the log's own; None where all are, and all that were stored."""
    lines = data.splitlines(keepends=True) if b"\r" not in data else _split(data)
    for place, line in enumerate(lines):
        if place >= len(log.lines) or line != log.lines[place]:
            return place + 1
    return None if len(lines) >= log.stored else len(lines) + 1


def _split(data):
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _range(rng, log):
    first = rng.randrange(len(log.lines))
    last = min(len(log.lines), first + rng.choice((1, 1, 2, 5, 30)))
    return first, last
