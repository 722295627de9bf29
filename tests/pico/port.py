"""A serial port for an emulated Pico, so that other programs can talk to it: real mpremote, tablectl."""

import os
import pty
import subprocess
import sys
import time
import tty
from pathlib import Path

TURN_US = 1000.0
BIN = Path(sys.executable).parent
# An emulated board takes so many times as long as a real one: what waits for it in seconds has to wait as much longer.
PACE = {"PYTHONPATH": str(Path(__file__).with_name("pace")), "SLOWER": "60"}


class Port:
    """The board is there while a command runs, and no time passes on it otherwise. path: what to connect to."""

    def __init__(self, pico):
        self._pico = pico
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._master)
        os.close(self._slave)

    def run(self, program, *arguments, within_s=1200, **environment):
        """What a program of this environment printed, such as run("mpremote", "fs", "ls"); AssertionError when it
        failed or took too long."""
        command = [BIN / program, *arguments]
        sent = len(self._pico.output)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **PACE, **environment}
        ) as process:
            end = time.monotonic() + within_s
            while process.poll() is None and time.monotonic() < end:
                sent = self._turn(sent)
            if process.poll() is None:
                process.kill()
            printed = process.stdout.read().decode()
        assert process.returncode == 0, f"{arguments}: {printed}"
        return printed

    def _turn(self, sent):
        """Moves bytes both ways and lets a millisecond pass; idle, the board waits for the PC's clock."""
        came = self._read()
        if came:
            self._pico.send(came)
        start = time.monotonic()
        self._pico.run(TURN_US)
        new = bytes(self._pico.output[sent:])
        if new:
            sent += os.write(self._master, new)
        if not came and not new:
            time.sleep(max(0.0, TURN_US / 1e6 - (time.monotonic() - start)))
        return sent

    def _read(self):
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""
