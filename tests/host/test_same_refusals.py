"""A bad wager gets the same word and the same sentence from CPython and from MicroPython."""

import subprocess
from pathlib import Path

from host_tools.micropython import interpreter
from tests.core import test_bad_wagers

ROOT = Path(__file__).resolve().parent.parent.parent
PRINT = """
wagers = table()
for line, word, text in corpus():
    print(line, *refusal(wagers, text))
"""


def test_refusals_are_the_same_to_the_letter():
    code = "exec(open('tests/core/test_bad_wagers.py').read())\n" + PRINT
    done = subprocess.run([interpreter(), "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    wagers = test_bad_wagers.table()
    expected = [
        " ".join((str(line), *test_bad_wagers.refusal(wagers, text))) for line, _, text in test_bad_wagers.corpus()
    ]
    assert done.stdout.decode().splitlines() == expected, done.stderr.decode()
    assert len(expected) > 130
