"""Keeps a port for one call of tablectl, from its first word to its last, also between the programs that it runs."""

import os
import re
import shlex
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from host_tools import ports
from host_tools.errors import ToolError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 20  # the byte that Windows locks: beyond the text, which others must be able to read


class PortHeld(ToolError):
    """Another program has the port."""

    def __init__(self, port, holder):
        super().__init__(f"{holder or 'another program'} holds {port}: wait for its end, or end it, and try again", 3)


@contextmanager
def claimed(port=None):
    """Find a port (ports.find) and hold it until the end; yields its device. Raises PortHeld when another call has it.

    The lock is on a file of its own, since mpremote locks the device itself; it goes with the process in any case.
    """
    device = ports.find(port)
    with held(device):
        yield device


@contextmanager
def held(device):
    """The same for a device that is known."""
    with _opened(_lock_file(device)) as file:
        try:
            _lock(file)
        except OSError:
            raise PortHeld(device, file.read().strip()) from None
        with suppress(OSError):  # of another user: then the lock has no name on it
            file.truncate(0)
            file.write(f"`{shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])}` (process {os.getpid()})")
            file.flush()
        yield


def holder(device):
    """Who has a device open, such as `minicom (process 12)`, or None where that cannot be known (Linux tells it)."""
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            if int(folder.parent.name) != os.getpid() and any(_leads_to(entry, device) for entry in folder.iterdir()):
                name = (folder.parent / "comm").read_text().strip()
                return f"{name} (process {folder.parent.name})"
    return None


def also_open(device):
    """What a message adds where another program has the device open as well, and so may take its answers; else ""."""
    other = holder(device)
    return f"; {other} has the port open, too: end it" if other else ""


def _leads_to(entry, device):
    with suppress(OSError):
        return os.readlink(entry) == device
    return False


def _lock_file(device):
    return Path(tempfile.gettempdir(), f"tablectl-port-{re.sub('[^A-Za-z0-9.]+', '-', device).strip('-')}.lock")


def _opened(path):
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o666))
    with suppress(PermissionError):
        return open(path, "r+", encoding="utf-8")
    return open(path, encoding="utf-8")


def _lock(file):
    if sys.platform == "win32":
        os.lseek(file.fileno(), FAR, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        os.lseek(file.fileno(), 0, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
