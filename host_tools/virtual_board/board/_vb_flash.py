"""The board's flash: an image file with 4096-byte blocks and 256-byte pages, as NOR flash does it.

Erasing sets a block to 0xFF, programming can only clear bits. Every erase and every page program is an operation; the
host may have the power fail at one of them.
"""

import _vb_world as world

BLOCK = 4096
PAGE = 256
ERASED = b"\xff" * PAGE
NOT_DONE, HALF_DONE, HALF_AND_GARBAGE, DONE = 0, 1, 2, 3


class Flash:
    def __init__(self, fd, blocks, count, power_off):
        self._file = open(fd, "r+b")
        self._blocks = blocks
        self._count = count  # function(block or not): told before each operation
        self._power_off = power_off  # function(): sends the news and never returns
        self.operations = 0
        self._cut_at = 0
        self._cut_how = NOT_DONE

    def cut(self, operations, how):
        """The power fails at the operation that comes after `operations` more."""
        self._cut_at = self.operations + operations + 1
        self._cut_how = how

    # The file system could not bear an interrupt in the middle of these.

    def readblocks(self, block, buf, offset=0):
        world.hold()
        try:
            self._file.seek(block * BLOCK + offset)
            self._file.readinto(buf)
        finally:
            world.release()

    def writeblocks(self, block, buf, offset=None):
        world.hold()
        try:
            if offset is None:
                for i in range(len(buf) // BLOCK):
                    self._erase(block + i)
                offset = 0
            at = block * BLOCK + offset
            view = memoryview(buf)
            for i in range(0, len(buf), PAGE):
                self._program(at + i, view[i : i + PAGE])
        finally:
            world.release()

    def ioctl(self, op, arg):
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            world.hold()
            try:
                self._erase(arg)
            finally:
                world.release()
        return 0

    def _erase(self, block):
        cut = self._begin(True)
        pages = BLOCK // PAGE
        self._file.seek(block * BLOCK)
        if cut:
            self._file.write(ERASED * (0, pages // 2, pages // 2, pages)[self._cut_how])
            if self._cut_how == HALF_AND_GARBAGE:
                self._file.write(self._garbage())
            self._power_off()
        for _ in range(pages):  # 4 KB in one piece may be more than the program has left the heap
            self._file.write(ERASED)

    def _program(self, at, page):
        cut = self._begin(False)
        self._file.seek(at)
        old = self._file.read(len(page))
        if old == ERASED:
            new = page
        else:
            new = (int.from_bytes(old, "little") & int.from_bytes(page, "little")).to_bytes(len(page), "little")
        self._file.seek(at)
        if cut:
            half = len(page) // 2
            self._file.write(new[: (0, half, half, len(page))[self._cut_how]])
            if self._cut_how == HALF_AND_GARBAGE:
                self._file.write(self._garbage()[: len(page) - half])
            self._power_off()
        self._file.write(new)

    def _begin(self, is_erase):
        self.operations += 1
        self._count(is_erase)
        return self.operations == self._cut_at

    def _garbage(self):
        return bytes((self.operations * 167 + i * 89 + (i * i >> 3)) & 0xFF for i in range(PAGE))
