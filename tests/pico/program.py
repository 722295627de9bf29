"""The program as it lies on a Pico: compiled, beside boot.py and main.py."""

from functools import cache

from host_tools import board_files, mpy


@cache
def program():
    """{path: bytes}."""
    return {file.path: file.data for file in mpy.compiled(board_files.program(), "armv6m")}
