"""The journal's place on the board: numbered segments, each a file of whole lines.

Everything above this file sees only numbers(), size(), read(), lines(), append(), cut(), remove() and free(): a
partition or an FRAM chip takes the file system's place by a class with these eight.

Files on littlefs, because an official image formats anything else that it finds in its flash, and because what
append() has closed there is in the file as a whole after a power cut, or not at all. Measured on 352 blocks of 4,096
bytes with records of 350 bytes, 600 of them, per append:

    way                                             blocks erased   pages programmed
    one file, kept open, flush()                             1.15               10.9
    segments of eight blocks, kept open, flush()             1.56               10.8
    segments of eight blocks, opened and closed              1.13               10.8
    the same, three records an append                        1.29               13.1   (0.43 and 4.4 a record)

littlefs copies the last block of a file for each append, whatever its size, so what belongs together goes in one
append. A file that is kept open may be unlucky: then each flush() erases a block of the folder's metadata, too. And an
open file would be closed by the collector, with what was never to be written.
"""

import os

from shared_core.journal import LIMIT

CHUNK = 512
NO_SPACE = 28  # ENOSPC, what append() raises where there is no room
SUFFIX = ".log"
CUT_SUFFIX = ".tmp"  # a segment without its torn end, until it takes the segment's place


class Storage:
    """The segments in `folder`. Every method raises OSError where the file system fails; numbers() is called first."""

    def __init__(self, folder):
        self._folder = folder

    def numbers(self):
        """The numbers of the segments that there are, ascending. Ends a cut() that the power did not let end."""
        if not _exists(self._folder):
            return []
        self._finish_cuts()
        return sorted([int(name[:6]) for name in os.listdir(self._folder) if _is_segment(name)])

    def size(self, number):
        """Bytes of a segment, 0 where there is none."""
        path = self._path(number)
        return os.stat(path)[6] if _exists(path) else 0

    def read(self, number, at, buffer):
        """Fills the buffer from byte `at` of a segment; how many bytes there were."""
        with open(self._path(number), "rb") as file:
            file.seek(at)
            return file.readinto(buffer)

    def lines(self, number):
        """Yields each line of a segment with its LF, the last perhaps without, one that is too long in pieces that are
        too long, too. Nothing may be appended meanwhile. (The file's own readline() takes ten times as long.)"""
        rest = b""
        with open(self._path(number), "rb") as file:
            while True:
                chunk = file.read(CHUNK)
                if not chunk:
                    break
                rest += chunk
                start = 0
                end = rest.find(b"\n") + 1
                while end:
                    yield rest[start:end]
                    start = end
                    end = rest.find(b"\n", start) + 1
                rest = rest[start:]
                if len(rest) > LIMIT:
                    yield rest
                    rest = b""
        if rest:
            yield rest

    def append(self, number, at, lines):
        """Adds lines, bytes with their LF, to a segment that is made if need be. When it returns they are durable.

        at: how many bytes of the segment count; what an append that failed has left behind them is cut off first. Makes
        the folder for the first segment.
        """
        if not at and not _exists(self._folder):
            os.mkdir(self._folder)
        if self.size(number) > at:
            self.cut(number, at)
        with open(self._path(number), "ab") as file:
            for line in lines:
                if file.write(line) != len(line):
                    raise OSError(NO_SPACE)

    def cut(self, number, size):
        """Leaves the first `size` bytes of a segment. MicroPython cannot shorten a file: a copy takes its place."""
        copy = self._path(number, CUT_SUFFIX)
        with open(self._path(number), "rb") as log, open(copy, "wb") as file:
            while size:
                chunk = log.read(min(CHUNK, size))
                file.write(chunk)
                size -= len(chunk)
        _replace(copy, self._path(number))

    def remove(self, number):
        """Deletes a segment."""
        os.remove(self._path(number))

    def free(self):
        """Bytes for which there is room beside what is stored."""
        info = os.statvfs(self._folder[: self._folder.rfind("/")] or "/")  # there may be no folder yet
        # littlefs counts some blocks twice: then fewer than none are free, which it tells as a number beyond all.
        return info[0] * info[3] if 0 <= info[3] <= info[2] else 0

    def _path(self, number, suffix=SUFFIX):
        return self._folder + "/" + ("00000" + str(number))[-6:] + suffix

    def _finish_cuts(self):
        """A copy alone is whole: the power went before it was renamed. Beside its segment it may be half of one."""
        for name in os.listdir(self._folder):
            if not _is_segment(name, CUT_SUFFIX):
                continue
            path = self._path(int(name[:6]))
            copy = self._path(int(name[:6]), CUT_SUFFIX)
            if _exists(path):
                os.remove(copy)
            else:
                os.rename(copy, path)


def in_words(error):
    """What an OSError of the file system says, in words."""
    return "the flash is full: delete files that are not the table's" if NO_SPACE in error.args else str(error)


def _is_segment(name, suffix=SUFFIX):
    return len(name) == 10 and name[:6].isdigit() and name[6:] == suffix


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _replace(new, old):
    try:
        os.rename(new, old)
    except OSError:  # FAT does not replace
        os.remove(old)
        os.rename(new, old)
