"""The files that belong on a board, found as package data: the same from a checkout and from a wheel."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

PACKAGES = ("firmware", "shared_core")
ROOT = "/firmware/root"  # what lies in there belongs in / of the board, and is no part of the program
AT_ROOT = ("loader.py", "boot.py", "main.py")  # in the order in which they may be replaced one by one
SETTINGS = "/table.json"


class BoardFile:
    """A file for the board: its path there, and its bytes."""

    def __init__(self, path, data):
        self.path = path
        self.data = data
        self.size = len(data)
        self.sha256 = sha256(data).hexdigest()

    def write_below(self, folder):
        """Writes it to its place in a folder of the host, made if need be; the Path there."""
        path = Path(folder, self.path.lstrip("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data)
        return path


def program():
    """The firmware and the core as a list of BoardFile, sorted by path."""
    found = []
    for package in PACKAGES:
        found += _modules(files(package), "/" + package)
    return sorted(found, key=lambda file: file.path)


def _modules(folder, path):
    """The Python files in a folder and below. Nothing else is sent: no texts, pictures or compiled files."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _modules(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield BoardFile(f"{'' if path == ROOT else path}/{entry.name}", entry.read_bytes())


def module_name(path):
    """What a Python file of the program is imported as: shared_core.wheel of /shared_core/wheel.py."""
    return path.strip("/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_at_root(path):
    """Whether a path on the board is that of a file of AT_ROOT."""
    return path.lstrip("/") in AT_ROOT
