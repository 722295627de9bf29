"""How fast a log is proven, beside the bare SHA-256 of the same bytes in the same process, and in what memory.

`make bench` (BENCH=1) takes logs of up to 1,000,000 records.
"""

import json
import os
import subprocess
import sys
from binascii import crc32, hexlify
from hashlib import sha256

import pytest

BENCH = os.environ.get("BENCH") == "1"
COUNTS = (10_000, 100_000, 1_000_000) if BENCH else (2_000, 20_000)
A_FILE = 50_000  # records
BODY = '{{"kind": "bets-part", "t": {0}, "round": {1}, "part": 0, "rows": [{2}]}}'
ROWS = ", ".join('[1, "straight-17", 500]' for _ in range(8))
MORE_MEMORY = 8 << 20  # bytes of the longest log beyond the shortest

# Runs in a process of its own, so that its memory is nobody else's.
MEASURE = """
import hashlib, json, resource, sys, time
from pathlib import Path
from host_tools.verify import verify
folder = Path(sys.argv[1])
start = time.perf_counter()
proven = verify([folder])
seconds = time.perf_counter() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
start = time.perf_counter()
digest = hashlib.sha256()
for path in sorted(folder.glob("*.log")):
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
bare = time.perf_counter() - start
print(json.dumps([proven["whole"], proven["logs"][0]["records"], seconds, bare, memory]))
"""


def write_log(folder, count):
    """A log of `count` records of some 350 bytes."""
    folder.mkdir()
    last = b""
    seq = 0
    for name in range(1, 2 + (count - 1) // A_FILE):
        with open(folder / f"{name:06}.log", "wb") as file:
            for _ in range(min(A_FILE, count - seq)):
                seq += 1
                start = b"%d " % seq
                body = BODY.format(seq * 1000003, seq // 6, ROWS).encode()
                digest = hexlify(sha256(last + b"\n" + start + body).digest()) + b" "
                last = start + b"%08x " % crc32(start + digest + body) + digest + body
                file.write(last + b"\n")


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """{records: (seconds, seconds of the bare hash, bytes of memory, bytes of the log)}."""
    folder = tmp_path_factory.mktemp("logs")
    found = {}
    for count in COUNTS:
        log = folder / str(count)
        write_log(log, count)
        done = subprocess.run([sys.executable, "-c", MEASURE, log], capture_output=True, text=True, check=True)
        whole, records, seconds, bare, memory = json.loads(done.stdout)
        assert (whole, records) == (True, count)
        size = sum(path.stat().st_size for path in log.iterdir())
        found[count] = seconds, bare, memory, size
        for path in log.iterdir():
            path.unlink()
    return found


def test_the_rate_beside_the_bare_hash(measured):
    for count, (seconds, bare, memory, size) in measured.items():
        ours, theirs = count / seconds, count / bare
        rates = f"{ours:.0f} records/s, bare SHA-256 {theirs:.0f} records/s"
        print(f"\n{count} records, {size / 1e6:.1f} MB: {rates}, memory {memory / 2**20:.1f} MiB", end="")
        assert ours > 10_000


def test_the_time_is_linear_and_the_memory_flat(measured):
    counts = sorted(measured)
    rates = [count / measured[count][0] for count in counts]
    assert min(rates[1:]) > rates[0] / 2
    assert measured[counts[-1]][2] - measured[counts[0]][2] < MORE_MEMORY
