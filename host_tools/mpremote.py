"""The backend over mpremote 1.29: the one place that knows its arguments and habits.

mpremote is a command and no library, by its maintainers' word, so it runs as a process. It soft-resets the
board at its first action unless told to `resume`, and it exits with 0 or 1 and a line on standard error. Files go by a
receiver of our own (send.py), since `fs cp` is several times slower.
"""

import sys
import tempfile
from pathlib import Path

from host_tools import backend
from host_tools.backend import Backend
from host_tools.send import send

SLOWEST = 2000  # bytes a second, under which a copy counts as stalled: a Pico takes some 30 KB
START = 12.0  # seconds to open the port and enter the raw REPL; mpremote gives up after 10, on a pty never


class Mpremote(Backend):
    name = "mpremote"

    def stop(self):
        self._call("soft-reset", doing="stop its program")

    def run(self, code):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script.py")
            script.write_text(code)
            return self._call("resume", "run", str(script), doing="run what was sent to it", silence=backend.ANSWER)

    def put(self, files, progress):
        send(self.port, files, progress)

    def get(self, path, to):
        silence = START + self._size(path) / SLOWEST
        self._call("resume", "fs", "cp", ":" + path, str(to), doing=f"give {path}", silence=silence)

    def reset(self):
        self._call("resume", "reset", doing="restart")

    def _size(self, path):
        return int(self.run(f"import os\nprint(os.stat({path!r})[6])"))

    def _call(self, *steps, doing, silence=None, on_line=None):
        command = [sys.executable, "-m", "mpremote", "connect", self.port, *steps]
        return self.call(command, doing, silence or START, on_line)
