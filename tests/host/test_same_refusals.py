"""A bad wager gets the same word and the same sentence from CPython and from MicroPython, compiled or not."""

import subprocess
from pathlib import Path

from host_tools import board_files, mpy
from host_tools.micropython import interpreter
from tests.core import test_bad_wagers

ROOT = Path(__file__).resolve().parent.parent.parent
PRINT = """
wagers = table()
for line, word, text in corpus():
    print(line, *refusal(wagers, text))
"""


def expected():
    wagers = test_bad_wagers.table()
    return [" ".join((str(line), *test_bad_wagers.refusal(wagers, text))) for line, _, text in test_bad_wagers.corpus()]


def printed(code):
    done = subprocess.run([interpreter(), "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.decode().splitlines()


def test_refusals_are_the_same_to_the_letter():
    assert printed("exec(open('tests/core/test_bad_wagers.py').read())\n" + PRINT) == expected()
    assert len(expected()) > 130


def test_refusals_of_the_compiled_program_are_the_same(tmp_path):
    """The tests are compiled with it, as a module of it."""
    text = Path(test_bad_wagers.__file__).read_text() + PRINT
    program = [file for file in board_files.program() if file.path.startswith("/shared_core/")]
    for file in mpy.compiled([*program, board_files.BoardFile("/refusals.py", text.encode())], "x64"):
        file.write_below(tmp_path)
    assert printed(f"import sys; sys.path[:] = [{str(tmp_path)!r}]; import refusals") == expected()
