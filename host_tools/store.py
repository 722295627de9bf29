"""Keeps one log of one board on disk: whole records only, each proven to follow from the one before it.

Its folder holds NNNNNN.log, read one after another, and the receipt. What was written is never written again: a file
grows, and after FILE bytes the next begins where the board begins a segment, so that each file tells what log it is of.
"""

import errno
import os
from contextlib import contextmanager
from pathlib import Path

from host_tools import keys, receipt
from host_tools.errors import ToolError
from host_tools.receipt import Receipt
from shared_core.journal import parse, read_lines
from shared_core.proof import ANY, HEAD, Verifier

FILE = 1 << 20  # bytes
FULL = (errno.ENOSPC, errno.EDQUOT)


class Store:
    """The log in `folder`, which is made if need be. Use it in a `with`: then nothing half stays behind.

    told: the Receipt for a log of which nothing is kept yet. records, bytes: added since it was opened. proven: whether
    the chain is proven as records come; not for a log whose key is not on this host.
    """

    def __init__(self, folder, told):
        self.folder = Path(folder)
        with writing(self.folder):
            self.receipt = self._receipt(told)
        entry = keys.of_key(self.receipt.key) if self.receipt.key else None
        self._secret = entry.secret if entry else None
        self.proven = self.receipt.key is None or self._secret is not None
        self.records = self.bytes = 0
        self.new_gaps = []
        self._file = None
        self._number = 0  # of the last file
        self._size = 0  # of its whole records
        self._last = b""  # the last record, with its LF
        self._begins = None  # the next record, where those before it are gone
        with writing(self.folder):
            self._find_end()
        self._verifier = Verifier(self.receipt.known(), self._secret, self._last)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def next(self):
        """The number of the record that comes next."""
        if self._begins:
            return self._begins
        return parse(self._last)[0] + 1 if self._last else self.receipt.first

    @property
    def last_line(self):
        """The last record, with its LF; b"" where there is none."""
        return self._last

    def begin_at(self, first):
        """Records before `first` are gone from the board: the next that are added begin there."""
        self._begins = first
        known = self.receipt.known()
        known.first = first
        self._verifier = Verifier(known, self._secret)

    def add(self, data):
        """Add whole records, bytes; returns them as lines.

        Raises ToolError, status 4 when one does not follow; those before it are added, and none from it on.
        """
        good = []
        for line in data.splitlines(keepends=True):
            self._verifier.line(line)
            if not self._verifier.is_whole:
                break
            good.append(line)
        if good:
            self._note_gap()
            with writing(self.folder):
                for piece in self._pieces(good):
                    self._write(piece)
            self._last = good[-1]
        self.records += len(good)
        self.bytes += sum(map(len, good))
        bad = self._verifier.proof().first_bad
        if not self._verifier.is_whole and bad:
            raise ToolError(f"record {bad.seq} is not right: {bad.kind}, {bad.message}", 4)
        return good

    def keep(self):
        """Have the disk take all that was added, and then the receipt for it; what to acknowledge, (number, hash) of
        the last record, or None where there is none."""
        if not self._last:
            return None
        seq, _, digest, _ = parse(self._last)
        if seq != self.receipt.stored:
            with writing(self.folder):
                os.fsync(self._opened())  # what an earlier pull that was cut short has added, too
                self.receipt.stored, self.receipt.hash = seq, digest.decode()
                receipt.write(self.folder, self.receipt)
        return seq, digest.decode()

    def summary(self):
        """{"board", "log", "key", "folder", "first", "last": the numbers of the records kept, "new": records added,
        "bytes": of them, "gaps": [[from, to]] of records that were gone from the board, "new_gaps": those of them that
        were found since it was opened, "proven": as above}."""
        told = self.receipt
        return {
            "board": told.board,
            "log": told.log,
            "key": told.key,
            "folder": str(self.folder),
            "first": told.first,
            "last": self.next - 1,
            "new": self.records,
            "bytes": self.bytes,
            "gaps": told.gaps,
            "new_gaps": self.new_gaps,
            "proven": self.proven,
        }

    def close(self):
        """Close the file; of a record that is half there nothing stays."""
        if self._file is not None:
            os.ftruncate(self._file, self._size)
            os.close(self._file)
            self._file = None

    # -- what is there already ----------------------------------------------------------------------------------

    def _receipt(self, told):
        found = receipt.read(self.folder)
        if found is None:
            if any(self.folder.glob("*.log")):
                self._refuse(f"{self.folder} holds logs without their {receipt.NAME}")
            self.folder.mkdir(parents=True, exist_ok=True)
            receipt.sync_folder(self.folder.parent)
            receipt.write(self.folder, told)
        return found or told

    def _find_end(self):
        """Find the last record, and cut off what a pull that was cut short has left half behind it."""
        left = {}
        for path in sorted(self.folder.glob("*.log"), reverse=True):
            last, size = self._end_of(path)
            left[path] = size
            if last:
                self._last, self._size, self._number = last, size, int(path.stem)
                break
        if self.receipt.stored > (parse(self._last)[0] if self._last else 0):
            self._refuse(f"{self.folder} no longer holds all up to record {self.receipt.stored} as it was stored")
        for path, size in left.items():
            if size == 0:
                path.unlink()
            elif path.stat().st_size > size:
                os.truncate(path, size)

    def _end_of(self, path):
        """(last record of a file, bytes up to its end), as far as its records are right."""
        known = self.receipt.known()
        known.first = ANY
        verifier = Verifier(known, self._secret)
        size = 0
        with open(path, "rb") as file:
            for line in read_lines(file):
                verifier.line(line)
                if not verifier.is_whole:
                    break
                size += len(line)
        return verifier.last_line, size

    def _refuse(self, told):
        step = "`tablectl verify` says where; restore it from a backup or name another folder with --to"
        raise ToolError(f"{told}: {step}", 4)

    # -- writing ------------------------------------------------------------------------------------------------

    def _note_gap(self):
        if not self._begins:
            return
        if self._last:
            self.new_gaps.append([parse(self._last)[0] + 1, self._begins - 1])
            self.receipt.gaps.append(self.new_gaps[-1])
        else:
            self.new_gaps.append([self.receipt.first, self._begins - 1])
            self.receipt.first = self._begins
        self._begins = None

    def _pieces(self, lines):
        """The lines in pieces; a new file begins between two of them."""
        piece = b""
        for line in lines:
            if HEAD in line[:120] and (self._size + len(piece) >= FILE or not self._number):
                yield piece
                piece = b""
                self._next_file()
            piece += line
        yield piece

    def _next_file(self):
        if self._file is not None:
            os.fsync(self._file)
            os.close(self._file)
            self._file = None
        self._number += 1
        self._size = 0

    def _opened(self):
        """The last file, open and at its end."""
        if self._file is None:
            self._number = self._number or 1
            path = self.folder / f"{self._number:06}.log"
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            receipt.sync_folder(self.folder)
            os.lseek(self._file, self._size, os.SEEK_SET)
        return self._file

    def _write(self, data):
        if not data:
            return
        file = self._opened()
        left = data
        while left:
            left = left[os.write(file, left) :]
        self._size += len(data)


def open_store(to, board, log, key):
    """The Store of a board's log in the folder `to`."""
    return Store(Path(to, board, log), Receipt(log, board, key))


@contextmanager
def writing(folder):
    """What the disk refuses while a folder is written, as a ToolError."""
    try:
        yield
    except OSError as error:
        step = "make room or name another folder" if error.errno in FULL else "name another folder"
        raise ToolError(f"{folder} cannot be written ({error.strerror}): {step}", 1) from None
