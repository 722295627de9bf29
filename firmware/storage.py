"""The journal on the board's file system: whole lines, durable when append() returns.

On littlefs flush() is the sync: what was flushed is there after a power cut, and the file stays open from one
append to the next. A line that a power cut or a full file system tore is cut off before anything is written
behind it.
"""

import os

from shared_core.journal import read_lines

NAME = "000001.log"
CUT_NAME = "000001.tmp"  # the log without its torn end, until it takes the log's place
CHUNK = 512
NO_SPACE = 28  # ENOSPC


class Storage:
    """The journal in `folder`, which is made if need be. Raises OSError where the file system fails.

    torn: bytes that were cut off since the start, not one of them part of a record that append() confirmed.
    """

    def __init__(self, folder):
        self.torn = 0
        self._path = folder + "/" + NAME
        self._cut_path = folder + "/" + CUT_NAME
        self._file = None
        if not _exists(folder):
            os.mkdir(folder)
        self._finish_cut()
        self._size = _whole_lines(self._path)
        self._open()

    def append(self, line):
        """Adds a line, bytes with its LF. When it returns, the line is durable.

        After an OSError the line does not count: the next append cuts off what may be there of it. Only a
        power cut before that can leave it, as a last record that nobody was told of.
        """
        if line[-1:] != b"\n":
            raise ValueError("a line of the journal ends with LF")
        try:
            file = self._file or self._open()
            if file.write(line) != len(line):
                raise OSError(NO_SPACE)
            file.flush()
        except OSError:
            self.close()
            raise
        self._size += len(line)

    def lines(self):
        """Yields each line with its LF, oldest first. Nothing may be appended meanwhile."""
        if not self._file:
            self._open()
        with open(self._path, "rb") as log:
            yield from read_lines(log)

    def last_line(self):
        """The last line with its LF, or b"" where there is none; takes no longer for a long journal."""
        start = _after_lf(self._path, self._size - 1) if self._size else 0
        with open(self._path, "rb") as log:
            log.seek(start)
            return log.read(self._size - start)

    def size(self):
        """Bytes of the journal."""
        return self._size

    def close(self):
        """Closes the file; the next append opens it again."""
        file = self._file
        self._file = None
        if file:
            try:
                file.close()
            except OSError:
                return  # what it could not write was never confirmed

    def _open(self):
        """Opens the log for appending, without anything that was never confirmed at its end."""
        size = _size(self._path)
        if size > self._size:
            self._cut()
            self.torn += size - self._size
        self._file = open(self._path, "ab")
        return self._file

    def _cut(self):
        """MicroPython cannot shorten a file: a copy of what is to stay takes its place."""
        left = self._size
        with open(self._path, "rb") as log, open(self._cut_path, "wb") as cut:
            while left:
                chunk = log.read(min(CHUNK, left))
                cut.write(chunk)
                left -= len(chunk)
        try:
            os.rename(self._cut_path, self._path)
        except OSError:  # FAT does not replace
            os.remove(self._path)
            os.rename(self._cut_path, self._path)

    def _finish_cut(self):
        """A copy alone is whole: the power went before it was renamed. Beside a log it may be half of one."""
        if not _exists(self._cut_path):
            return
        if _exists(self._path):
            os.remove(self._cut_path)
        else:
            os.rename(self._cut_path, self._path)


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _size(path):
    return os.stat(path)[6] if _exists(path) else 0


def _whole_lines(path):
    """How many bytes of a file are whole lines."""
    size = _size(path)
    return _after_lf(path, size) if size else 0


def _after_lf(path, end):
    """Where the first `end` bytes of a file have the place behind their last LF; 0 where they have none."""
    with open(path, "rb") as file:
        while end:
            start = max(0, end - CHUNK)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0
