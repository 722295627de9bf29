import os
from binascii import hexlify
from hashlib import sha256

from firmware import firmware_hash
from shared_core.history import History
from tests.firmware.fakes import empty_folder


def listing(folder):
    """os.ilistdir() of MicroPython."""
    return [(entry.name, 0x4000 if entry.is_dir() else 0x8000) for entry in os.scandir(folder)]


if not hasattr(os, "ilistdir"):
    os.ilistdir = listing  # type: ignore[attr-defined]


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def is_there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def told_by_sha256sum(paths):
    lines = b""
    for path in paths:
        with open(path, "rb") as file:
            lines += hexlify(sha256(file.read()).digest()) + b"  " + path.encode() + b"\n"
    return hexlify(sha256(lines).digest()).decode()


class Board:
    """A program in a folder, and the file beside it in which its hash is kept."""

    def __init__(self):
        self.folder = empty_folder("firmware-hash")
        self.kept = self.folder + "/kept"
        os.mkdir(self.folder + "/program")
        self.names = [self.folder + "/program/" + name for name in ("a.py", "b.py", "books.py", "books/c.py", "d.py")]
        os.mkdir(self.folder + "/program/books")
        for number, name in enumerate(self.names):
            put(name, b"x" * (700 * number))

    def start(self, on_trial=False):
        """(hash, Check or None)"""
        paths = (self.folder + "/missing", self.folder + "/program")
        return firmware_hash.at_start(on_trial, paths, self.kept)

    @property
    def sha256(self):
        return told_by_sha256sum(self.names)


def checked(check):
    """(The actions that a check ends in, its steps)"""
    steps = 1
    actions = check.step(77)
    while actions is None:
        steps += 1
        actions = check.step(77)
    return actions, steps


def test_it_is_the_hash_of_sha256sums_lines_in_the_order_of_the_paths():
    board = Board()
    assert board.names == sorted(board.names)
    assert firmware_hash.firmware_sha256((board.folder + "/program", board.folder + "/none")) == board.sha256
    assert list(firmware_hash.FIRMWARE) == sorted(firmware_hash.FIRMWARE)


def test_a_start_takes_over_what_the_start_before_has_read():
    board = Board()
    assert board.start() == (board.sha256, None)
    told, check = board.start()
    assert told == board.sha256 and check is not None
    actions, steps = checked(check)
    assert list(actions) == [] and steps > sum([700 * number // firmware_hash.PIECE for number in range(5)])
    assert board.start()[1] is not None


def test_another_size_or_another_file_is_read_at_the_start():
    board = Board()
    board.start()
    put(board.names[1], b"y" * 701)
    assert board.start() == (board.sha256, None)
    os.rename(board.names[1], board.folder + "/program/bb.py")
    board.names[1] = board.folder + "/program/bb.py"
    assert board.start() == (board.sha256, None)
    os.remove(board.names.pop())
    assert board.start() == (board.sha256, None)
    assert board.start()[1] is not None


def test_a_listing_may_tell_the_sizes():
    board = Board()
    board.start()
    plain = firmware_hash.os

    class Os:
        remove, rename, stat = os.remove, os.rename, os.stat

        @staticmethod
        def ilistdir(folder):
            return [(row[0], row[1], 0, os.stat(folder + "/" + row[0])[6]) for row in os.ilistdir(folder)]  # type: ignore

    firmware_hash.os = Os  # type: ignore
    try:
        assert board.start()[1] is not None
        put(board.names[4], b"")
        assert board.start() == (board.sha256, None)
    finally:
        firmware_hash.os = plain


def test_a_change_that_keeps_the_size_is_found_by_the_check_and_told():
    board = Board()
    before = board.start()[0]
    put(board.names[2], b"x" * 1399 + b"y")
    told, check = board.start()
    assert told == before != board.sha256
    (record, pairs), (event, warning) = checked(check)[0]
    assert (record, event) == ("record", "event")
    assert pairs == (("kind", "firmware"), ("t", 77), ("firmware_sha256", board.sha256))
    assert warning[:2] == (("event", "warning"), ("warning", "firmware"))
    told, check = board.start()
    assert told == board.sha256 and list(checked(check)[0]) == []


def test_a_version_on_trial_is_read_and_nothing_is_kept_of_it():
    board = Board()
    board.start()
    put(board.names[2], b"y" * 1400)
    assert board.start(on_trial=True) == (board.sha256, None)
    assert not is_there(board.kept)
    put(board.names[2], b"x" * 1400)  # taken back
    assert board.start() == (board.sha256, None)


def test_what_was_kept_must_be_whole():
    board = Board()
    board.start()
    for data in (b"", b"\x00" * 64, b"\xff" * 65):
        put(board.kept, data)
        assert board.start() == (board.sha256, None)
        assert board.start()[1] is not None


def test_a_start_goes_on_where_nothing_can_be_kept():
    board = Board()
    board.kept = board.folder + "/none/kept"
    for _ in range(2):
        assert board.start() == (board.sha256, None)


def test_a_program_that_cannot_be_read_is_a_warning_and_read_at_the_next_start():
    board = Board()
    board.start()
    check = board.start()[1]
    check.step(1)
    os.remove(board.names[1])
    actions = checked(check)[0]
    assert [action[0] for action in actions] == ["event"] and "cannot be read" in dict(actions[0][1])["message"]
    board.names.pop(1)
    assert board.start() == (board.sha256, None)


def test_the_next_start_compares_with_what_was_found_last():
    history = History()
    history.feed(1, {"kind": "boot", "boot": 1, "events": 1, "firmware_sha256": "old"}, 1)
    history.feed(2, {"kind": "firmware", "t": 5, "firmware_sha256": "new"}, 1)
    assert history.firmware == "new" and not history.planned
