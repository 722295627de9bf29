"""Collects the tests of shared_core and of the firmware's logic twice: on CPython and on real MicroPython.

Each test function becomes two items, `test_x[cpython]` and `test_x[micropython]`. A file runs once on MicroPython, in a
process with a Pico-sized heap; a test that the run does not report has failed, so that a broken import can never pass.
"""

import inspect
import os
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.micropython import interpreter

ROOT = Path(__file__).resolve().parent.parent
BOTH = (ROOT / "tests" / "core", ROOT / "tests" / "firmware")
HEAP = "192wK"  # what a Pico has free at its prompt, scaled for 64-bit words


def pytest_pycollect_makemodule(module_path, parent):
    if module_path.parent in BOTH:
        return TwoInterpreters.from_parent(parent, path=module_path)
    return None


class TwoInterpreters(pytest.Module):
    """A test file that runs on both interpreters."""

    def collect(self):
        run = MicroPythonRun(self.path)
        for name, function in inspect.getmembers(self.obj, inspect.isfunction):
            if name.startswith("test_"):
                yield OnCPython.from_parent(self, name=name + "[cpython]", function=function)
        for name in run.defined():
            yield OnMicroPython.from_parent(self, name=name + "[micropython]", run=run)


class OnCPython(pytest.Item):
    def __init__(self, function, **kwargs):
        super().__init__(**kwargs)
        self.function = function

    def runtest(self):
        self.function()

    def reportinfo(self):
        return self.path, inspect.getsourcelines(self.function)[1] - 1, self.name


class OnMicroPython(pytest.Item):
    def __init__(self, run, **kwargs):
        super().__init__(**kwargs)
        self.run = run

    def runtest(self):
        verdict = self.run.verdict(self.name.removesuffix("[micropython]"))
        if verdict is not None:
            pytest.fail(verdict, pytrace=False)

    def reportinfo(self):
        return self.path, None, self.name


class MicroPythonRun:
    """One run of a test file on MicroPython, made when its first result is asked for."""

    def __init__(self, path):
        self.path = path
        self._output = None

    def defined(self):
        return re.findall(r"^def (test_\w+)\(", self.path.read_text(), re.MULTILINE)

    def verdict(self, name):
        """None when the test passed, else what MicroPython printed of it."""
        if self._output is None:
            self._output = self._run()
        if re.search(rf"^ok {name}$", self._output, re.MULTILINE) and re.search(
            rf"^ran {len(self.defined())}$", self._output, re.MULTILINE
        ):
            return None
        failed = re.search(rf"^FAILED {name}$(.*?)(?=^ok |^FAILED |^ran |\Z)", self._output, re.M | re.S)
        return failed.group(1).strip() if failed else "not reported as passed:\n" + self._output[-3000:]

    def _run(self):
        file = str(self.path.relative_to(ROOT))
        command = [interpreter(), "-X", "heapsize=" + HEAP, "tests/run_micropython.py", file]
        environment = {**os.environ, "MICROPYPATH": ":.frozen"}
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, env=environment)
        return done.stdout + done.stderr
