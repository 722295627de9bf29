"""What a host knows of a log that it keeps: receipt.json beside the log's files.

    {"log": "0123456789abcdef", "board": "e66038b713596c2f", "key": "id of its key, or null", "first": 1, "gaps": [],
     "stored": 4711, "hash": "64 hex digits, that record's own", "followed_by": null}

first: the first record that the board still had when this host began; gaps: [from, to] of records that were gone from
it later; stored: the last record that is surely on disk; followed_by: the log that lawfully came after this one. It is
on disk itself before the board is told, since the board may then delete what it has.
"""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from host_tools.errors import ToolError
from shared_core.proof import Known

NAME = "receipt.json"


@dataclass
class Receipt:
    log: str
    board: str
    key: str | None
    first: int = 1
    gaps: list = field(default_factory=list)
    stored: int = 0
    hash: str | None = None
    followed_by: str | None = None

    def known(self):
        """The same for a Verifier, a Known."""
        gaps = tuple((first, last) for first, last in self.gaps)
        stored_hash = None if self.hash is None else self.hash.encode()
        return Known(self.log, self.board, self.key, self.first, gaps, self.stored, stored_hash)


def read(folder):
    """The Receipt in a log's folder, None where there is none. Raises ToolError (status 4) for one that is damaged."""
    path = Path(folder, NAME)
    try:
        receipt = Receipt(**json.loads(path.read_text()))
        receipt.known()
        return receipt
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError):
        told = f"{path} cannot be read, so nobody can say how far the log was stored"
        raise ToolError(f"{told}: restore it from a backup, or move it away and prove the log without it", 4) from None


def write(folder, receipt):
    """Put a Receipt into a log's folder; it is on disk when this returns, and never half there."""
    path = Path(folder, NAME)
    draft = path.with_suffix(".part")
    with open(draft, "w") as file:
        json.dump(asdict(receipt), file)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
    sync_folder(path.parent)


def of_board(folder):
    """The receipts in the folders of a board's logs, as {log folder: Receipt}."""
    found = {}
    for path in sorted(Path(folder).glob("*/" + NAME)):
        found[path.parent] = read(path.parent)
    return found


def sync_folder(folder):
    """Have the disk take a folder's entries; Windows has no such call and needs none."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
