"""Keeps pulled journals on disk: a file is there whole or not at all, and what is kept is never lost."""

import os
from pathlib import Path

from host_tools.errors import ToolError


def keep(pulled, target):
    """Put the file `pulled` in the place of `target`, if it goes on from what is kept there.

    Only an unfinished last line of the kept file may differ: the board cuts one off when it starts again.
    Returns the number of bytes that are new. Raises ToolError (status 4) when the kept records are not the
    beginning of the pulled ones; nothing is changed then.
    """
    pulled, target = Path(pulled), Path(target)
    kept = whole_lines(target)
    if not _begins_with(pulled, target, kept):
        told = f"{target}: the board's journal no longer begins with the {kept} bytes pulled before"
        raise ToolError(f"{told}, so it was wiped, replaced or edited; the kept file stays: move it and pull again", 4)
    new = pulled.stat().st_size - kept
    if new or target.stat().st_size != kept:
        os.replace(pulled, target)
        sync_folder(target.parent)
    return new


def whole_lines(path):
    """How many bytes of a file are whole lines; 0 where there is none."""
    if not path.exists():
        return 0
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 4096)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            if at >= 0:
                return start + at + 1
            end = start
    return 0


def draft(target):
    """Where a file is filled before it is kept as `target`; its folder is made."""
    target = Path(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.with_name(f".{target.name}.part")


def sync(path):
    """Have the disk take a file's bytes."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder):
    """Have the disk take a folder's entries; Windows has no such call and needs none."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _begins_with(pulled, target, length):
    if pulled.stat().st_size < length:
        return False
    if not length:
        return True
    with open(pulled, "rb") as new, open(target, "rb") as old:
        while length:
            piece = min(length, 65536)
            if new.read(piece) != old.read(piece):
                return False
            length -= piece
    return True
