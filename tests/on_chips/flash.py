"""Memory chips whose power may fail at any operation, and the operations that happened, so that any cut can be rebuilt.

NOR flash: erasing sets a block to 0xFF, programming clears bits of a page. FRAM: bytes are written over. The operation
at which the power fails is not done, half done, half done with garbage behind it, or done. Runs on MicroPython.
"""

BLOCK = 4096
PAGE = 256
BURST = 16  # bytes of FRAM that are written at a time
NOT_DONE, HALF, GARBAGE, DONE = VARIANTS = range(4)

ERASE, PROGRAM, WRITE = range(3)


class Chip:
    """data: what it holds. done: the operations since the start, (kind, address, bytes) each; read: a digest, or None,
    that is fed with all that is read."""

    def __init__(self, data):
        self.data = data
        self.done = []
        self.read = None

    def apply(self, operation, variant=DONE):
        """Does an operation, or so much of it as the power lasted for."""
        kind, at, new = operation
        if variant == NOT_DONE:
            return
        length = BLOCK if kind == ERASE else len(new)
        part = length if variant == DONE else length // 2
        if kind == ERASE:
            self.data[at : at + part] = b"\xff" * part
        elif kind == WRITE:
            self.data[at : at + part] = new[:part]
        else:
            self._program(at, new[:part])
        if variant == GARBAGE:
            self.data[at + part : at + length] = garbage(at + length, length - part)

    def _program(self, at, new):
        old = bytes(self.data[at : at + len(new)])
        if old != b"\xff" * len(new):
            value = int.from_bytes(old, "little") & int.from_bytes(new, "little")
            new = value.to_bytes(len(new), "little")
        self.data[at : at + len(new)] = new

    def _do(self, kind, at, new):
        operation = (kind, at, bytes(new))
        self.done.append(operation)
        self.apply(operation)


class Nor(Chip):
    """A flash chip as MicroPython's block device."""

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]
        if self.read:
            self.read.update(b"%d %d " % (at, len(buffer)))
            self.read.update(buffer)

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            raise ValueError("littlefs erases by itself")
        at = block * BLOCK + offset
        for page in range(0, len(buffer), PAGE):
            self._do(PROGRAM, at + page, buffer[page : page + PAGE])

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.data) // BLOCK
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._do(ERASE, argument * BLOCK, b"")
        return 0


class Fram(Chip):
    """A chip that is written byte by byte, without erasing."""

    def bytes_at(self, at, length):
        found = bytes(self.data[at : at + length])
        if self.read:
            self.read.update(b"%d %d " % (at, length))
            self.read.update(found)
        return found

    def write(self, at, new):
        for start in range(0, len(new), BURST):
            self._do(WRITE, at + start, new[start : start + BURST])


def garbage(seed, length):
    """Bytes as a torn write leaves them; the same for the same place."""
    return bytes([(seed * 167 + i * 89 + (i * i >> 3)) & 0xFF for i in range(length)])
