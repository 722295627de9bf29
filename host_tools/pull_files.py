"""Brings a board's journal to the host as plain files: for a board whose program does not answer on the link.

The table stands aside meanwhile. Nothing is acknowledged: the board keeps what it has. What is not right is kept as it
was found, in a folder of its own, and not added to the log.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path

from host_tools import board, same_log, store
from host_tools import receipt as receipts
from host_tools.aside import board_aside, table_again
from host_tools.errors import ToolError
from host_tools.receipt import Receipt
from shared_core.journal import JournalError, parse, read_lines
from shared_core.proof import head_of

JOURNAL = "/journal"
AS_FOUND = "as-found"


def pull(port, to, backend, accept, progress):
    """pull.pull() by files; the table is started again, where there is one."""
    with tempfile.TemporaryDirectory(prefix="tablectl-") as drafts:
        with board_aside(port, backend) as reached:
            unique_id = board.describe(reached)["unique_id"]
            listed = board.hashes(reached, [JOURNAL, "/main.py"])
            files = [
                _fetch(reached, path, entry, drafts, progress)
                for path, entry in sorted(listed.items())
                if path.endswith(".log")
            ]
        progress("waiting for the table")
        table_again(port, listed)
        head = _first_head(files)
        if head is None:
            return _nothing(port, unique_id, files, to)
        same_log.check(to, unique_id, head["log"], accept)
        with store.open_store(to, unique_id, head["log"], head["key"]) as kept:
            try:
                for file in files:
                    _add(kept, file)
            except ToolError as error:
                place = _keep_as_found(kept.folder, files)
                receipts.write(place, _told_of(kept.receipt, files))
                told = f"{error.message}; the board's files are kept as they were found in {place}"
                raise ToolError(f"{told}: `tablectl verify {place}` says where they are not right", 4) from None
            finally:
                kept.keep()
            return {"port": port, "by": "files", "acknowledged": None, **kept.summary()}


def _fetch(reached, path, entry, drafts, progress):
    """Fetch one file and check it against the board's own hash; its path here."""
    size, sha256 = entry
    progress(f"copying {path}, {size} bytes")
    here = Path(drafts, path.rpartition("/")[2])
    reached.get(path, here)
    if hashlib.sha256(here.read_bytes()).hexdigest() != sha256:
        raise ToolError(f"{path} did not arrive whole from the board: try again", 3)
    return here


def _first_head(files):
    """What the first segment that can be read tells of the log, or None."""
    for file in files:
        with open(file, "rb") as stream:
            for line in read_lines(stream):
                try:
                    head = head_of(parse(line))
                except JournalError:
                    continue
                if head:
                    return head
    return None


def _add(kept, file):
    """Add the records of a file that are not kept yet. An unfinished one at its end was never confirmed."""
    data = file.read_bytes()
    data = data[: data.rfind(b"\n") + 1]
    place = 0
    for line in data.splitlines(keepends=True):
        number = _number(line)
        if number is None or number >= kept.next:
            break
        if number == kept.next - 1 and kept.last_line and line != kept.last_line:
            raise ToolError(f"record {number} on the board is another one than {kept.folder} has", 4)
        place += len(line)
    else:
        return
    if number is not None and number > kept.next and head_of(parse(line)):
        kept.begin_at(number)
    kept.add(data[place:])


def _number(line):
    try:
        return parse(line)[0]
    except JournalError:
        return None


def _keep_as_found(folder, files):
    """Copy the board's files into a new folder below this one; its path."""
    number = 1
    while (folder / f"{AS_FOUND}-{number}").exists():
        number += 1
    place = folder / f"{AS_FOUND}-{number}"
    with store.writing(place):
        place.mkdir(parents=True)
        for file in files:
            shutil.copy(file, place)
    return place


def _told_of(receipt, files):
    """A Receipt for files as they were found, so that verify knows where they begin."""
    with open(files[0], "rb") as stream:
        first = _number(next(read_lines(stream), b"")) or 1
    return Receipt(receipt.log, receipt.board, receipt.key, first)


def _nothing(port, unique_id, files, to):
    if files:
        place = _keep_as_found(Path(to, unique_id), files)
        told = f"none of the {len(files)} files of the board's journal begins a log"
        raise ToolError(f"{told}; they are kept as they were found in {place}", 4)
    blank = dict.fromkeys(("acknowledged", "log", "key", "folder", "first", "last"))
    return {
        "port": port,
        "by": "files",
        "board": unique_id,
        **blank,
        "new": 0,
        "bytes": 0,
        "gaps": [],
        "new_gaps": [],
        "proven": True,
    }
