"""Random edits of logs: every one is named, at its first line and by its kind, and what was not edited never is.

`make test` takes a sample with fixed seeds; BENCH=1 takes 100,000.
"""

import os
import random
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest

from host_tools import receipt
from host_tools.receipt import Receipt
from host_tools.verify import verify as verify_files
from shared_core.journal import read_lines
from shared_core.proof import verify
from tests.edits import BOARD, EDITS, Log, edit, first_difference

BENCH = os.environ.get("BENCH") == "1"
BATCHES = 20
COUNT = 100_000 if BENCH else 3_000
FILES = 60  # edits that go through files and a receipt
KEYS = (None, b"k" * 32)


def place_of(line, files):
    """The name of the file that holds a line of all files together, and its line there."""
    for number, data in enumerate(files[:-1], 1):
        count = len(list(read_lines(BytesIO(data))))
        if line <= count:
            return f"{number:06}.log", line
        line -= count
    return f"{len(files):06}.log", line


def pair(seed, key):
    """A log, and another one of the same board, whose key is another."""
    return Log(seed, key), Log(seed + 1000, key and b"o" * 32)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_edit_is_named(batch):
    log, other = pair(batch, KEYS[batch % 2])
    assert verify(log.lines, log.known, log.key).first_bad is None
    kinds = Counter()
    for number in range(COUNT // BATCHES):
        rng = random.Random(f"{batch} {number}")
        made = edit(rng, log, other)
        bad = verify(read_lines(BytesIO(made.data)), log.known, log.key).first_bad
        line = first_difference(log, made.data)
        told = f"batch {batch}, edit {number}: {made.what}: {bad}"
        if line is None:
            assert bad is None, told
            kinds["not to be seen"] += 1
            continue
        assert bad is not None, told
        assert (bad.line, bad.kind in made.kinds) == (line, True), told
        kinds[bad.kind] += 1
    assert kinds["not to be seen"] < COUNT / BATCHES / 10
    print(dict(kinds))


@pytest.mark.parametrize("key", KEYS)
def test_what_was_not_edited_is_never_blamed(key):
    for seed in range(20):
        log = Log(seed, key, count=5 + 7 * seed)
        for end in range(log.stored, len(log.lines) + 1):
            assert verify(log.lines[:end], log.known, log.key).first_bad is None
        known = log.known
        for head in log.heads:
            known.first = head + 1
            assert verify(log.lines[head:], known, log.key).first_bad is None


def test_edits_of_files_are_named_at_their_file_and_line(tmp_path):
    log, other = pair(1, None)
    told = Receipt(log.id, BOARD, None, stored=log.stored, hash=log.known.stored_hash.decode())
    cuts = [0, *log.heads[2::3], len(log.lines)]
    for number in range(FILES):
        folder = tmp_path / str(number)
        folder.mkdir()
        receipt.write(folder, replace(told))
        files = [b"".join(log.lines[a:b]) for a, b in pairwise(cuts)]
        rng = random.Random(number)
        place = rng.randrange(len(files))
        if number % 10 == 0:  # a whole file
            rng.shuffle(files) if number % 20 else files.pop(place)
        else:
            part = Log.__new__(Log)
            part.__dict__.update(log.__dict__, lines=log.lines[cuts[place] : cuts[place + 1]], stored=log.stored)
            part.stored = min(log.stored, cuts[place + 1]) - cuts[place]
            files[place] = EDITS[number % len(EDITS)](rng, part, other).data
        for name, data in enumerate(files, 1):
            (folder / f"{name:06}.log").write_bytes(data)
        data = b"".join(files)
        line = first_difference(log, data)
        proven = verify_files([folder])["logs"][0]
        bad = proven["first_bad"]
        if line is None:
            assert bad is None, number
            continue
        assert bad, number
        name, line = place_of(line, files)
        assert (bad["file"], bad["line"]) == (str(folder / name), line), (number, bad)
