"""Runs the real command `tablectl` as a user would: a process of its own, with its exit status and both outputs."""

import os
import subprocess
import sys
from pathlib import Path

TABLECTL = Path(sys.executable).parent / "tablectl"


def tablectl(*arguments, stdin="", **environment):
    """CompletedProcess of one call; stdin is str or bytes, stdout and stderr come back as str."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [TABLECTL, *arguments], input=data, capture_output=True, timeout=120, env={**os.environ, **environment}
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
