"""The backend over ampy 1.1: the one place that knows its arguments and habits.

ampy soft-resets the board at every call and sends 32 bytes at a time, under 3 KB a second. Its own `reset
--hard` does not reset a board with MicroPython, so a line of code does.
"""

import sys
import tempfile
from pathlib import Path

from host_tools import backend
from host_tools.backend import Backend

SLOWEST = 500  # bytes a second, under which a copy counts as stalled
START = 30.0  # seconds to open the port and enter the raw REPL


class Ampy(Backend):
    name = "ampy"

    def stop(self):
        self.run("")

    def run(self, code):
        return self._run(code, doing="run what was sent to it", silence=backend.ANSWER)

    def put(self, files, progress):
        for here, there in files:
            progress(there)
            silence = START + Path(here).stat().st_size / SLOWEST
            self._call("put", str(here), there, doing=f"take {there}", silence=silence)

    def get(self, path, to):
        silence = START + int(self.run(f"import os\nprint(os.stat({path!r})[6])")) / SLOWEST
        self._call("get", path, str(to), doing=f"give {path}", silence=silence)

    def reset(self):
        code = "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"
        self._run(code, "--no-output", doing="restart", silence=START)

    def _run(self, code, *options, doing, silence):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script.py")
            script.write_text(code + "\n")
            return self._call("run", *options, str(script), doing=doing, silence=silence)

    def _call(self, *arguments, doing, silence):
        command = [sys.executable, "-c", "from ampy.cli import cli; cli()", "--port", self.port, *arguments]
        return self.call(command, doing, silence)
