import os

from firmware import storage as module
from firmware.storage import Storage
from tests.firmware.fakes import empty_folder, littlefs, new_flash, vfs

LOG = "/000001.log"
CUT = "/000001.tmp"


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
    folder = empty_folder("storage")
    storage = Storage(folder)
    assert (storage.numbers(), storage.size(1)) == ([], 0)
    storage.append(1, 0, [b"one\n"])
    assert got(folder + LOG) == b"one\n"
    storage.append(1, 4, [b"two\n", b"three\n"])
    storage.append(2, 0, [b"four\n"])
    assert list(storage.lines(1)) == [b"one\n", b"two\n", b"three\n"]
    assert (storage.numbers(), storage.size(1), storage.size(2)) == ([1, 2], 14, 5)
    again = Storage(folder)
    assert again.numbers() == [1, 2]
    buffer = bytearray(6)
    assert again.read(1, 4, buffer) == 6 and buffer == b"two\nth"
    assert again.read(1, 13, buffer) == 1 and buffer[:1] == b"\n"
    again.remove(1)
    assert again.numbers() == [2]


def test_lines_of_any_length_and_garbage():
    storage = Storage(empty_folder("storage"))
    lines = [b"x" * n + b"\n" for n in (0, 1, 510, 511, 512, 513, 999, 0, 700)]
    storage.append(1, 0, lines)
    assert list(storage.lines(1)) == lines
    storage.append(2, 0, [b"y" * 9000, b"\n", b"end"])
    pieces = list(storage.lines(2))
    assert b"".join(pieces) == b"y" * 9000 + b"\nend" and pieces[-1] == b"end"
    assert max([len(piece) for piece in pieces]) < 2000 and min([len(piece) for piece in pieces[:-2]]) > 1000


def test_other_files_are_no_segments():
    folder = empty_folder("storage")
    storage = Storage(folder)
    for name in ("key", "1.log", "0000001.log", "00000a.log", "000002.txt"):
        put(folder + "/" + name, b"x\n")
    storage.append(12, 0, [b"one\n"])
    assert storage.numbers() == [12]


def test_what_a_failed_append_left_is_cut_off_by_the_next():
    for left in (b"t", b"torn", b"y" * 511, b"y" * 512, b"y" * 3000):
        folder = empty_folder("storage")
        storage = Storage(folder)
        whole = b"".join([b"%d " % n + b"x" * 300 + b"\n" for n in range(9)])
        put(folder + LOG, whole + left)
        storage.append(1, len(whole), [b"new\n"])
        assert got(folder + LOG) == whole + b"new\n"
        assert not exists(folder + CUT)


def test_a_power_cut_while_a_torn_end_is_cut_off():
    folder = empty_folder("storage")
    storage = Storage(folder)
    put(folder + LOG, b"one\ntwo\nto")
    put(folder + CUT, b"one\nt")  # the copy was not finished
    storage = Storage(folder)
    assert storage.numbers() == [1] and storage.size(1) == 10 and not exists(folder + CUT)
    os.remove(folder + LOG)  # where a file system cannot replace a file: the log is gone, the copy not yet renamed
    put(folder + CUT, b"one\ntwo\n")
    storage = Storage(folder)
    assert storage.numbers() == [1] and list(storage.lines(1)) == [b"one\n", b"two\n"]


def test_littlefs_keeps_what_append_confirmed():
    if vfs is None:  # CPython has no littlefs
        return
    flash = new_flash(10)
    with littlefs(flash, "/before"):
        storage = Storage("/before/journal")
        assert storage.numbers() == []
        lines = []
        for n in range(20):
            lines.append(b"%d " % n + b"x" * 200 + b"\n")
            storage.append(1, n * 203 + max(0, n - 10), [lines[-1]])
        after = new_flash(10, flash.data)  # the power goes
    with littlefs(after, "/after"):
        storage = Storage("/after/journal")
        assert list(storage.lines(1)) == lines
        size = storage.size(1)
        with open("/after/journal" + LOG, "ab") as file:
            file.write(b"torn")
        storage.append(1, size, [b"new\n"])
        assert list(storage.lines(1)) == lines + [b"new\n"]


def test_a_full_file_system_is_told_and_takes_nothing():
    if vfs is None:
        return
    with littlefs(new_flash(12), "/full"):
        storage = Storage("/full/journal")
        assert storage.numbers() == []
        lines = []
        size = 0
        while True:
            line = b"%d " % len(lines) + b"x" * 500 + b"\n"
            try:
                storage.append(1, size, [line, line])
            except OSError as error:
                assert error.args[0] == 28
                break
            lines += [line, line]
            size += 2 * len(line)
            assert storage.free() <= 11 * 4096
        assert size > 4096, size
        assert storage.free() <= 4096
        assert list(storage.lines(1)) == lines


def test_a_full_littlefs_has_no_more_room_than_none():
    """It counts the blocks of a folder that was moved twice, and so can have fewer than none left."""

    class Os:
        def statvfs(self, path):
            return told

    told = [4096, 4096, 352, 2**32 - 1]
    real, module.os = module.os, Os()
    try:
        storage = Storage("/nowhere/journal")
        assert storage.free() == 0
        told[3] = -1
        assert storage.free() == 0
        told[3] = 7
        assert storage.free() == 7 * 4096
    finally:
        module.os = real
