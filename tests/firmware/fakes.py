"""Stand-ins for what a board has and CPython has not: pins with interrupts, a TM1637 on its wires, streams to poll."""

import os
import select

try:
    import vfs
except ImportError:  # CPython
    vfs = None


class FakePin:
    """An input Pin whose level the test sets. `merge` holds interrupts back, as a busy board does."""

    IRQ_FALLING = 4
    IRQ_RISING = 8
    has_flags = True

    def __init__(self, level=0):
        self.level = level
        self.handler = None
        self.hard = None
        self.merge = False
        self._flags = 0
        self._seen = 0

    def __call__(self, level=None):
        return self.level

    def irq(self, handler=None, trigger=0, hard=False):
        self.handler = handler
        self.hard = hard
        return self if self.has_flags else None

    def flags(self):
        return self._seen

    def change(self, level):
        self.level = level
        self._flags |= self.IRQ_RISING if level else self.IRQ_FALLING
        if not self.merge:
            self.serve()

    def serve(self, meanwhile=None):
        """Serves the interrupts that wait; `meanwhile` is the level that the pin takes on before it is read."""
        while self._flags and self.handler:
            self._seen = self._flags
            self._flags = 0
            if meanwhile is not None and meanwhile != self.level:
                self.level = meanwhile
                self._flags = self.IRQ_RISING if meanwhile else self.IRQ_FALLING
            self.handler(self)


class FakePinWithoutFlags(FakePin):
    """The same on a port that does not tell which edges an interrupt stands for."""

    has_flags = False


class BoardPin:
    """A pin class like machine.Pin, that keeps what it was made with. This board has GPIO 0 to 29."""

    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

    def __init__(self, number, mode=None, pull=None):
        if not 0 <= number <= 29:
            raise ValueError("invalid pin")
        self.number = number
        self.mode = mode
        self.pull = pull

    def __call__(self, level=None):
        return 1


class Wires:
    """CLK and DIO with pull-ups, a TM1637 that may hang on them, and a record of every change of either.

    changes: list of (clk, dio) levels, beginning with both high.
    """

    def __init__(self, chip=True):
        self.clk = _Wire(self)
        self.dio = _Wire(self)
        self.changes = [(1, 1)]
        self.chip = chip
        self.held = 0  # the chip pulls DIO low
        self._bits = None  # clock pulses since the start, or None before it

    def settle(self):
        """Works out the levels after either end pulled or let go."""
        clk, dio = self.clk.let_go, self.dio.let_go and not self.held
        before = self.changes[-1]
        now = (1 if clk and not self.clk.shorted else 0, 1 if dio and not self.dio.shorted else 0)
        if now == before:
            return
        self.changes.append(now)
        if self.chip:
            self._follow(before, now)

    def _follow(self, before, now):
        if before[0] and now[0]:  # DIO moved while CLK was high
            if not self.held:
                self._bits = None if now[1] else 0
        elif self._bits is not None and now[0]:
            self._bits += 1
        elif self._bits in (8, 9):
            self.held = 1 if self._bits == 8 else 0
            if self._bits == 9:
                self._bits = 0
            self.settle()


class _Wire:
    """One open-drain pin of the board."""

    def __init__(self, wires):
        self.let_go = True
        self.shorted = False
        self.slow = 0  # reads that it takes to rise
        self._rising = 0
        self._wires = wires

    def __call__(self, level=None):
        if level is None:
            if self._rising:
                self._rising -= 1
                return 0
            return self._wires.changes[-1][0 if self is self._wires.clk else 1]
        if level and not self.let_go:
            self._rising = self.slow
        self.let_go = bool(level)
        self._wires.settle()
        return None


class FakeStream:
    """Bytes to be read and room to be written, with its own poller: one byte is promised by a poll, and no more."""

    def __init__(self, data=b"", room=10**6):
        self.data = data
        self.room = room
        self.written = b""
        self._promised = None

    def poll(self, timeout):
        assert timeout == 0
        events = (select.POLLIN if self.data else 0) | (select.POLLOUT if self.room else 0)
        self._promised = events
        return [(self, events)] if events else []

    def readinto(self, buffer):
        assert self._promised and self._promised & select.POLLIN and len(buffer) == 1, "this read would wait"
        self._promised = None
        buffer[0] = self.data[0]
        self.data = self.data[1:]
        return 1

    def write(self, data):
        assert self._promised and self._promised & select.POLLOUT and len(data) == 1, "this write would wait"
        self._promised = None
        self.written += bytes(data)
        self.room -= len(data)
        return len(data)


def empty_folder(name):
    """The path of an empty folder on the real file system, for this test and interpreter alone."""
    folder = ""
    for part in ("build", name, "cpython" if vfs is None else "micropython"):
        folder += part
        try:
            os.mkdir(folder)
        except OSError:
            pass
        folder += "/"
    folder = folder[:-1]
    _empty(folder)
    return folder


def _empty(folder):
    for name in os.listdir(folder):
        path = folder + "/" + name
        if os.stat(path)[0] & 0x4000:
            _empty(path)
            os.rmdir(path)
        else:
            os.remove(path)


class Flash:
    """A flash chip in memory for littlefs, with blocks of 4,096 bytes and pages of 256."""

    BLOCK = 4096

    def __init__(self, data):
        self.data = data

    def readblocks(self, block, buffer, offset=0):
        start = block * self.BLOCK + offset
        buffer[:] = memoryview(self.data)[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        start = block * self.BLOCK + offset
        self.data[start : start + len(buffer)] = buffer

    def ioctl(self, operation, argument):
        return {4: len(self.data) // self.BLOCK, 5: self.BLOCK, 6: 0}.get(operation)


def new_flash(blocks, data=None):
    """A Flash with an empty littlefs on it, or with a copy of `data`."""
    flash = Flash(bytearray(blocks * Flash.BLOCK if data is None else data))
    if data is None:
        vfs.VfsLfs2.mkfs(flash, progsize=256)  # type: ignore
    return flash


class littlefs:
    """Mounts a Flash at a path: with littlefs(flash, "/x"): ..."""

    def __init__(self, flash, path):
        self._path = path
        vfs.mount(vfs.VfsLfs2(flash, progsize=256), path)  # type: ignore

    def __enter__(self):
        return self

    def __exit__(self, *_):
        vfs.umount(self._path)  # type: ignore


class MemoryStorage:
    """Storage in memory. broken: appends that are to fail, as on a full flash; appended: how many did not."""

    def __init__(self, segments=None):
        self.segments = segments or {}  # number: bytearray
        self.broken = 0
        self.appended = 0
        self.read_from = []  # numbers of the segments whose lines were read

    def copy(self):
        return MemoryStorage({number: bytearray(self.segments[number]) for number in self.segments})

    def numbers(self):
        return sorted(self.segments)

    def size(self, number):
        return len(self.segments.get(number, b""))

    def read(self, number, at, buffer):
        data = self._segment(number)[at : at + len(buffer)]
        buffer[: len(data)] = data
        return len(data)

    def lines(self, number):
        self.read_from.append(number)
        data = self._segment(number)
        at = 0
        while at < len(data):
            end = data.find(b"\n", at) + 1 or len(data)
            yield bytes(data[at:end])
            at = end

    def append(self, number, at, lines):
        if self.broken:
            self.broken -= 1
            raise OSError(28)
        self.appended += 1
        self.segments[number] = self.segments.get(number, bytearray())[:at] + b"".join(lines)

    def cut(self, number, size):
        self.segments[number] = self._segment(number)[:size]

    def remove(self, number):
        del self.segments[number]

    def free(self):
        return 2**20

    def _segment(self, number):
        if number not in self.segments:
            raise OSError(2)
        return self.segments[number]
