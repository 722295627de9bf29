"""Tests on an emulated Pico need an official MicroPython image, which PICO_UF2 names. None lies in this repository.

Without one they are skipped, all with one line; where PICO_REQUIRED is set (make bench-pico) they fail instead.
"""

import os
from pathlib import Path

import pytest

HOW = (
    "tests on an emulated Pico need PICO_UF2=/path/to/RPI_PICO-....uf2,"
    " MicroPython 1.24 or newer from https://micropython.org/download/RPI_PICO/"
)


@pytest.fixture(scope="session", autouse=True)
def image():
    """The path of the official image."""
    path = os.environ.get("PICO_UF2")
    if path and Path(path).is_file():
        return Path(path)
    told = f"{HOW}; there is no file {path}" if path else HOW
    if os.environ.get("PICO_REQUIRED"):
        pytest.fail(told, pytrace=False)
    return pytest.skip(told)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """All skips for want of an image are told from one place, so that they become one line."""
    made = yield
    if made.skipped and HOW in str(made.longrepr):
        made.longrepr = (__file__, 0, "Skipped: " + HOW)
    return made


@pytest.fixture
def report(request, record_property):
    """Notes a measured number: report("drain, us an edge", 28). They are printed at the end of the run."""

    def note(name, value):
        record_property(name, value)

    return note


def pytest_terminal_summary(terminalreporter):
    """The numbers that the tests have measured."""
    rows = []
    for reports in terminalreporter.stats.values():
        for one in reports:
            if getattr(one, "when", None) == "call" and "tests/pico" in one.nodeid:
                rows += [(one.nodeid.rsplit("::", 1)[-1], name, value) for name, value in one.user_properties]
    if rows:
        terminalreporter.section("measured on the emulated Pico")
        for test, name, value in rows:
            terminalreporter.write_line(f"{test}: {name}: {value}")
