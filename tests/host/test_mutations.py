"""The oracle is no rubber stamp: it catches each mutation of shared_core, and finds nothing in an unchanged copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutations import MUTATIONS

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = "40"


def copy_of_the_core(folder):
    core = folder / "shared_core"
    shutil.copytree(ROOT / "shared_core", core, ignore=shutil.ignore_patterns("__pycache__"))
    return core


def compare(folder):
    """Run the comparison with the copy of shared_core in `folder`: (exit status, what it printed after the path)."""
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "settlement_check.py", SEEDS],
        cwd=folder, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    used, _, verdict = done.stdout.partition("\n")
    assert Path(used).parent == folder / "shared_core", done.stdout + done.stderr
    return done.returncode, verdict.strip()


def test_an_unchanged_copy_is_the_same(tmp_path):
    copy_of_the_core(tmp_path)
    assert compare(tmp_path) == (0, "same")


@pytest.mark.parametrize(("file", "old", "new"), [row[1:] for row in MUTATIONS], ids=[row[0] for row in MUTATIONS])
def test_a_mutation_is_caught(tmp_path, file, old, new):
    changed = copy_of_the_core(tmp_path) / file
    text = changed.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}: bring tests/mutations.py up to date"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    compile(changed.read_text(encoding="utf-8"), file, "exec")  # a mutation that is no Python would prove nothing
    status, verdict = compare(tmp_path)
    assert status == 1, "not caught"
    assert verdict.startswith("AssertionError"), verdict


def test_there_are_enough_of_them_and_no_two_alike():
    assert len(MUTATIONS) >= 10
    assert len({row[0] for row in MUTATIONS}) == len(MUTATIONS)
    assert len({row[1:] for row in MUTATIONS}) == len(MUTATIONS)
