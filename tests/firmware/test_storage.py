import os

from firmware.storage import CUT_NAME, NAME, Storage
from shared_core.journal import Chain, verify

ROOT = "build/storage"
try:
    import vfs
except ImportError:  # CPython
    vfs = None


def fresh():
    """An empty place on the real file system for a journal's folder."""
    for folder in ("build", ROOT):
        try:
            os.mkdir(folder)
        except OSError:
            pass
    folder = ROOT + ("/cpython" if vfs is None else "/micropython")
    for name in (NAME, CUT_NAME):
        try:
            os.remove(folder + "/" + name)
        except OSError:
            pass
    try:
        os.rmdir(folder)
    except OSError:
        pass
    return folder


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def got(path):
    with open(path, "rb") as file:
        return file.read()


def exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def test_append_and_read_back():
    folder = fresh()
    storage = Storage(folder)
    assert (storage.size(), storage.torn, storage.last_line()) == (0, 0, b"")
    assert list(storage.lines()) == []
    storage.append(b"one\n")
    assert got(folder + "/" + NAME) == b"one\n"  # durable, not only when it is closed
    storage.append(b"two\n")
    assert list(storage.lines()) == [b"one\n", b"two\n"]
    assert (storage.size(), storage.last_line()) == (8, b"two\n")
    storage.close()
    again = Storage(folder)
    again.append(b"three\n")
    assert list(again.lines()) == [b"one\n", b"two\n", b"three\n"]
    assert (again.size(), again.torn, again.last_line()) == (14, 0, b"three\n")
    again.close()


def test_a_closed_storage_opens_itself():
    storage = Storage(fresh())
    storage.close()
    storage.close()
    assert list(storage.lines()) == []
    storage.close()
    storage.append(b"one\n")
    assert storage.last_line() == b"one\n"
    storage.close()


def test_a_torn_last_line_is_cut_off():
    folder = fresh()
    os.mkdir(folder)
    lines = [b"%d " % n + b"x" * 300 + b"\n" for n in range(9)]
    whole = b"".join(lines)
    for torn in (b"t", b"10 torn", b"y" * 511, b"y" * 512, b"y" * 3000):
        put(folder + "/" + NAME, whole + torn)
        storage = Storage(folder)
        assert (storage.torn, storage.size()) == (len(torn), len(whole))
        assert storage.last_line() == lines[-1]
        storage.append(b"new\n")
        storage.close()
        assert got(folder + "/" + NAME) == whole + b"new\n"
        assert not exists(folder + "/" + CUT_NAME)


def test_nothing_but_a_torn_line():
    folder = fresh()
    os.mkdir(folder)
    put(folder + "/" + NAME, b"torn")
    storage = Storage(folder)
    assert (storage.torn, storage.size(), storage.last_line()) == (4, 0, b"")
    storage.append(b"new\n")
    storage.close()
    assert got(folder + "/" + NAME) == b"new\n"


def test_a_power_cut_while_the_torn_line_is_cut_off():
    folder = fresh()
    os.mkdir(folder)
    log, copy = folder + "/" + NAME, folder + "/" + CUT_NAME
    put(log, b"one\ntwo\nto")
    put(copy, b"one\nt")  # the copy was not finished
    storage = Storage(folder)
    assert list(storage.lines()) == [b"one\n", b"two\n"]
    storage.close()
    assert not exists(copy)
    os.remove(log)  # where a file system cannot replace a file: the log is gone, the copy not yet renamed
    put(copy, b"one\ntwo\n")
    storage = Storage(folder)
    assert list(storage.lines()) == [b"one\n", b"two\n"]
    storage.close()


class FailingFile:
    """Writes `part` bytes of a line, then fails as a full file system does."""

    def __init__(self, file, part, short):
        self._file = file
        self._part = part
        self._short = short

    def write(self, data):
        self._file.write(data[: self._part])
        if not self._short:
            raise OSError(28)
        return self._part

    def flush(self):
        raise OSError(28)

    def close(self):
        self._file.close()
        raise OSError(28)


def test_a_failed_append_leaves_nothing_behind():
    for part, short in ((0, False), (3, False), (6, False), (3, True), (6, True)):
        folder = fresh()
        storage = Storage(folder)
        storage.append(b"one\n")
        storage._file = FailingFile(storage._file, part, short)  # type: ignore
        try:
            storage.append(b"two..\n")
        except OSError as error:
            assert error.args[0] == 28
        else:
            raise AssertionError("it did not fail")
        assert storage.size() == 4
        storage.append(b"three\n")
        assert list(storage.lines()) == [b"one\n", b"three\n"], (part, short)
        assert (storage.torn, storage.last_line()) == (part, b"three\n")
        storage.close()


def test_only_whole_lines_are_taken():
    storage = Storage(fresh())
    try:
        storage.append(b"half")
    except ValueError:
        assert storage.size() == 0
    else:
        raise AssertionError("half a line was taken")
    storage.close()


def test_a_journal_goes_on_after_a_torn_record():
    folder = fresh()
    storage = Storage(folder)
    chain = Chain()
    for n in range(5):
        storage.append(chain.append((("kind", "boot"), ("t", n))))
    storage.close()
    with open(folder + "/" + NAME, "ab") as file:
        file.write(chain.append((("kind", "torn"), ("t", 5)))[:-20])
    storage = Storage(folder)
    chain = Chain(storage.last_line())
    storage.append(chain.append((("kind", "boot"), ("t", 6))))
    proof = verify(storage.lines())
    assert (proof.records, proof.first_bad) == (6, None)
    storage.close()


class Flash:
    """A flash chip in memory for littlefs, of 4,096-byte blocks."""

    SIZE = 4096

    def __init__(self, data):
        self.data = data

    def readblocks(self, block, buffer, offset=0):
        start = block * self.SIZE + offset
        buffer[:] = self.data[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        start = block * self.SIZE + offset
        self.data[start : start + len(buffer)] = buffer

    def ioctl(self, operation, argument):
        return {4: len(self.data) // self.SIZE, 5: self.SIZE, 6: 0}.get(operation)


def littlefs(data):
    return vfs.VfsLfs2(Flash(data))  # type: ignore


def test_littlefs_keeps_what_append_confirmed():
    if vfs is None:  # CPython has no littlefs
        return
    data = bytearray(10 * Flash.SIZE)
    vfs.VfsLfs2.mkfs(Flash(data))  # type: ignore
    vfs.mount(littlefs(data), "/before")
    storage = Storage("/before/journal")
    lines = []
    for n in range(20):
        lines.append(b"%d " % n + b"x" * 200 + b"\n")
        storage.append(lines[-1])
    after = bytearray(data)  # the power goes while the file is open
    vfs.umount("/before")
    vfs.mount(littlefs(after), "/after")
    again = Storage("/after/journal")
    assert list(again.lines()) == lines
    again.append(b"new\n")
    assert again.last_line() == b"new\n"
    # Torn: what was written behind is cut off there, too.
    again.close()
    with open("/after/journal/" + NAME, "ab") as file:
        file.write(b"torn")
    once_more = Storage("/after/journal")
    assert once_more.torn == 4
    assert list(once_more.lines()) == lines + [b"new\n"]
    once_more.close()
    vfs.umount("/after")
