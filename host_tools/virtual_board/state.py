"""The folder that keeps a virtual board: its flash image and who it is. Only one process may use it at a time."""

import fcntl
import json
import os
import secrets
from pathlib import Path

from host_tools.errors import ToolError

BLOCK = 4096
BLOCKS = 352  # of a Pico's flash, 1,408 KiB are its file system


class State:
    """An open state folder. flash: file descriptor of the image; unique_id: 8 bytes; event(): keeps one as a line."""

    def __init__(self, folder):
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / "lock").open("a")
        except OSError as error:
            raise ToolError(f"{folder} cannot be a board's state folder: {error.strerror}", 2) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise ToolError(f"another virtual board runs in {folder}: end it or name another folder", 2) from None
        self.unique_id = self._identity()
        self.flash = self._image()
        self._events = (self.folder / "events.jsonl").open("a")

    def event(self, event):
        self._events.write(json.dumps(event, ensure_ascii=False) + "\n")
        self._events.flush()

    def close(self):
        self._events.close()
        os.close(self.flash)
        self._lock.close()

    def _identity(self):
        path = self.folder / "unique_id"
        if not path.exists():
            path.write_text(secrets.token_hex(8) + "\n")
        try:
            unique_id = bytes.fromhex(path.read_text().strip())
        except ValueError:
            unique_id = b""
        if len(unique_id) != 8:
            raise ToolError(f"{path} must hold 16 hex digits, the board's unique id; delete it for a new one", 2)
        return unique_id

    def _image(self):
        path = self.folder / "flash.img"
        if not path.exists():
            path.write_bytes(b"\xff" * (BLOCK * BLOCKS))
        elif path.stat().st_size != BLOCK * BLOCKS:
            raise ToolError(f"{path} must hold {BLOCK * BLOCKS} bytes; delete it for a blank board", 2)
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)
