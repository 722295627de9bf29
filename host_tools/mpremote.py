"""The backend over mpremote 1.29: the one place that knows its arguments and habits.

mpremote is a command and no library, by its maintainers' word, so it runs as a process. It soft-resets the
board at its first action unless told to `resume`, and it exits with 0 or 1 and a line on standard error.
"""

import sys
import tempfile
from pathlib import Path

from host_tools.backend import Backend

SLOWEST = 2000  # bytes a second, under which a copy counts as stalled: a Pico takes some 30 KB
START = 12.0  # seconds to open the port and enter the raw REPL; mpremote gives up after 10, on a pty never


class Mpremote(Backend):
    name = "mpremote"

    def stop(self):
        self._call("soft-reset", doing="stop its program")

    def run(self, code, silence=60.0):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script.py")
            script.write_text(code)
            return self._call("resume", "run", str(script), doing="run what was sent to it", silence=silence)

    def put(self, files, progress):
        steps = ["resume"]
        longest = 0
        for place, (here, there) in enumerate(files):
            longest = max(longest, Path(here).stat().st_size)
            steps += [*(["+"] if place else []), "fs", "cp", str(here), ":" + there]
        names = iter(there for _, there in files)

        def copying(line):
            if line.startswith("cp "):
                progress(next(names, ""))

        silence = START + longest / SLOWEST
        self._call(*steps, doing="take the files", silence=silence, on_line=copying)

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
