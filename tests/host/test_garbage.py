"""Garbage on the link during play: an error line each, the rounds go on, memory stays flat.

A sample here; with BENCH=1 a million lines.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host_tools.micropython import interpreter

ROOT = Path(__file__).resolve().parent.parent.parent
BENCH = "BENCH" in os.environ
RUNS, LINES = (4, 250_000) if BENCH else (1, 6_000)


def play(seed):
    command = [interpreter(), "-X", "heapsize=4M", "tests/on_chips/play_in_garbage.py", str(LINES), str(seed)]
    environment = {**os.environ, "MICROPYPATH": ":.frozen"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="needs MicroPython")
def test_garbage_gets_an_error_line_each_and_the_round_goes_on():
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(play, range(1, RUNS + 1)))
    lines = sum(one["lines"] for one in found)
    growth = max(max(one["used"][10:]) - max(one["used"][:10]) for one in found)
    rounds = sum(one["rounds"] for one in found)
    print(f"\n{lines} lines of garbage, {rounds} rounds meanwhile, {growth} bytes more in use")
    for one in found:
        assert one["errors"] == one["lines"] == LINES
        assert one["rounds"] == LINES // 2000
        assert one["junk"] == 0
    assert growth < 20_000, found
