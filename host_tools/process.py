"""Runs another program so that it can never hang the caller."""

import os
import queue
import subprocess
import tempfile
import threading
from collections import namedtuple

Done = namedtuple("Done", ("status", "output", "errors"))


class Stalled(Exception):
    """The program was ended because nothing more came from it."""


def run(command, silence, on_line=None):
    """Run a command and return Done(status, output, errors), the last two as text.

    silence: seconds within which its next line of output, or its end, must come; else it is killed and
    Stalled raised.
    on_line: called with each line of its output as it comes.
    """
    lines = queue.SimpleQueue()
    output = []
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        )
        try:
            threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
            while (line := lines.get(timeout=silence)) is not None:
                output.append(line)
                if on_line:
                    on_line(line)
            process.wait(timeout=silence)
        except (queue.Empty, subprocess.TimeoutExpired):
            raise Stalled from None
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        errors.seek(0)
        return Done(process.returncode, "".join(output), errors.read().decode(errors="replace"))


def _read(stream, lines):
    with stream:
        for line in stream:
            lines.put(line.decode(errors="replace"))
    lines.put(None)
