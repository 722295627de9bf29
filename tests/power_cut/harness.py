"""Records sessions and cuts their power, in MicroPython processes side by side."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools.micropython import interpreter
from shared_core.journal import parse, read_lines
from tests.power_cut.oracle import states

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = "tests/on_chips/"


def record(folder, chip="nor", rounds=50, broken=None):
    """Play a session into `folder`; {"operations", "records", "full", "segments"} of it."""
    folder.mkdir(parents=True, exist_ok=True)
    words = micropython("session.py", folder, chip, rounds, *([broken] if broken else [])).split()
    with open(folder / "log", "rb") as file:
        records = [json.loads(parse(line)[3]) for line in read_lines(file)]
    (folder / "expected").write_text("".join(json.dumps(state) + "\n" for state in states(records)))
    return dict(zip(("operations", "records", "full", "segments"), map(int, words), strict=True))


def cut(folder, chip="nor", first=0, last=None, step=1, second=False, play=False, broken=None, pieces=2):
    """Cut a recorded session; the sum of what cuts.py counts, and the problems that it found."""
    with open(folder / "operations") as file:
        count = sum(1 for _ in file)
    last = count if last is None else min(last, count)
    width = -(-(last - first) // pieces)
    width += -width % step
    spans = [(start, min(start + width, last)) for start in range(first, last, width)]

    def piece(span):
        words = (folder, chip, *span, step, int(second), int(play), *([broken] if broken else []))
        return json.loads(micropython("cuts.py", *words))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(piece, spans))
    counts = {name: sum(part["counts"][name] for part in found) for name in found[0]["counts"]}
    return counts, [problem for part in found for problem in part["problems"]]


def micropython(script, *words):
    command = [interpreter(), "-X", "heapsize=64M", SCRIPTS + script, *map(str, words)]
    environment = {**os.environ, "MICROPYPATH": ":.frozen"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise AssertionError(f"{script} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout
