"""Brings a board's journal to the host: stored on disk, checked against the board, and proven."""

import hashlib
from pathlib import Path

from host_tools import board, ports, store
from host_tools.aside import board_aside
from host_tools.errors import ToolError
from host_tools.flash import wait_for_table_if
from host_tools.verify import verify_log

JOURNAL = "/journal"


def pull(port, to, backend="mpremote", progress=lambda text: None):
    """Pull the journal of the board on `port` into the folder `to`/<unique id of the board>/.

    The table steps aside for it and is started again. Returns {"port", "board": unique id, "folder", "files":
    [{"file", "bytes", "new"}], "log": an entry of verify()'s logs, or None where the board has no journal}.
    Raises ToolError, status 4 when what was pulled before is not the beginning of what the board has now.
    """
    port = ports.find(port)
    with board_aside(port, backend) as reached:
        unique_id = board.describe(reached)["unique_id"]
        folder = Path(to, unique_id)
        listed = board.hashes(reached, [JOURNAL, "/main.py"])
        on_board = {path: entry for path, entry in listed.items() if path.endswith(".log")}
        _none_gone(folder, on_board)
        files = [_fetch(reached, path, on_board[path], folder, progress) for path in sorted(on_board)]
    progress("waiting for the table")
    wait_for_table_if(listed, port)
    kept = sorted(folder.glob("*.log"))
    log = verify_log(kept, progress) if kept else None
    return {"port": port, "board": unique_id, "folder": str(folder), "files": files, "log": log}


def _none_gone(folder, on_board):
    """Every log that was pulled before must still be on the board."""
    names = {path.rpartition("/")[2] for path in on_board}
    for kept in sorted(folder.glob("*.log")):
        if kept.name not in names:
            told = f"{kept} is kept here and no longer on the board"
            raise ToolError(f"{told}, so its journal was wiped; the kept file stays: move it and pull again", 4)


def _fetch(reached, path, entry, folder, progress):
    """Fetch one log, check it against the board's own hash, and keep it."""
    size, sha256 = entry
    target = folder / path.rpartition("/")[2]
    progress(f"pulling {path}, {size} bytes")
    try:
        draft = store.draft(target)
        try:
            reached.get(path, draft)
            with open(draft, "rb") as file:
                arrived = hashlib.file_digest(file, "sha256").hexdigest()
            if arrived != sha256:
                raise ToolError(f"{path} did not arrive whole from the board: try again", 3)
            store.sync(draft)
            new = store.keep(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ToolError(f"{target} cannot be written ({error.strerror}): make room or name another folder", 1) from None
    return {"file": str(target), "bytes": size, "new": new}
