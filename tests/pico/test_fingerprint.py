"""Must show: the fingerprint that a Pico computes is CPython's, for every rulebook and option."""

import os

import pytest

from host_tools.fingerprint import code_for, here
from shared_core.rulebook import Rules
from tests.pico.emulator import Pico
from tests.pico.program import program

PROMPT = b"import time\ntime.sleep_ms(300)\n"
BOTH = ("five-adjacent", "seven-numbers")
CASES = (
    ("live-dealer", {"street_odds": 11}),
    ("live-dealer", {}),
    ("new-zealand", {}),
    ("new-jersey", {"wheel": "double-zero", "zero_rule": "half"}),
    ("new-jersey", {"wheel": "double-zero", "zero_rule": "all"}),
    ("new-jersey", {"wheel": "double-zero", "zero_rule": "half", "allow": BOTH, "chip": 1}),
    ("new-jersey", {"wheel": "single-zero"}),
    ("new-jersey", {"wheel": "double-as-single", "allow": BOTH}),
)
BENCH = bool(os.environ.get("BENCH"))


@pytest.mark.parametrize(("book", "options"), CASES if BENCH else CASES[:1], ids=str)
def test_the_same_as_here(image, report, book, options):
    pico = Pico(image, files={**program(), "/main.py": PROMPT})
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    printed = pico.execute(code_for(book, options)).strip()
    assert printed == here(Rules(book, limits=False, **options))
    report("fingerprint", printed[:16])
