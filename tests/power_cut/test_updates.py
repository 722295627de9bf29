"""The power fails at the operations of the flash while a board is updated: always one whole version starts.

A sample here; with BENCH=1 every operation, and every third one of the start after it.
"""

import json
import os

from tests.power_cut.harness import micropython

BENCH = "BENCH" in os.environ


def test_a_cut_in_an_update_leaves_one_whole_version():
    counts = json.loads(micropython("updates.py", 0, 10_000, 1 if BENCH else 7, 3 if BENCH else 0))
    cuts, second, back = counts["cuts"], counts["second"], counts["taken_back"]
    print(f"\nupdate: {cuts} cuts, {second} more while the board started, {back} taken back, {counts['bricks']} bricks")
    assert counts["problems"] == []
    assert counts["bricks"] == 0
    assert counts["operations"] > 250 and cuts > (900 if BENCH else 100) and back > 20


def test_cuts_in_the_starts_after_cuts():
    counts = json.loads(micropython("updates.py", 90, 130, 13, 4))
    assert counts["problems"] == [] and counts["second"] > 50
