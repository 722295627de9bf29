"""The program as it lies on a Pico: compiled, beside boot.py and main.py."""

from functools import cache
from pathlib import Path

from host_tools import board_files, mpy

BESIDE = Path(__file__).with_name("board")


@cache
def program(*users):
    """{path: bytes}. users: texts of what a test has the board do with it, beside the programs in tests/pico/board."""
    beside = [path.read_text() for path in sorted(BESIDE.glob("*.py"))]
    return {file.path: file.data for file in mpy.compiled(board_files.program(), "armv6m", [*beside, *users])}
