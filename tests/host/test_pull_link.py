"""Pull over the link against the firmware's own journal, without a table round it."""

import errno
import json
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from host_tools import keys, receipt, store
from host_tools import pull as pulling
from host_tools.errors import ToolError
from host_tools.pull import pull
from host_tools.verify import verify
from tests.host.journal_board import BOARD, JournalBoard
from tests.host.partner import Partner


@pytest.fixture(autouse=True)
def own_keys(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLECTL_KEYS", str(tmp_path / "keys"))


def kept(folder):
    """The bytes kept of one log."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("*.log")))


def is_all_of(folder, board):
    """Whether all that the board has is kept, but for its record of the acknowledgement."""
    data, every = kept(folder), b"".join(board.written())
    return every.startswith(data) and b'"ack"' in every[len(data) :] + b'"ack"' and every[len(data) :].count(b"\n") < 2


def refused(*arguments, **options):
    with pytest.raises(ToolError) as caught:
        pull(*arguments, **options)
    return caught.value


def test_new_records_are_added_proven_and_acknowledged(tmp_path):
    with JournalBoard() as board:
        board.note(60)
        last = board.journal.durable
        done = pull(board.port, tmp_path)
        folder = tmp_path / BOARD / board.journal.log
        assert done == {
            "port": board.port,
            "by": "link",
            "board": BOARD,
            "log": board.journal.log,
            "key": None,
            "folder": str(folder),
            "first": 1,
            "last": last,
            "new": last,
            "bytes": len(kept(folder)),
            "acknowledged": last,
            "gaps": [],
            "new_gaps": [],
            "proven": True,
        }
        assert is_all_of(folder, board)
        assert board.journal.history.acked == done["last"]
        assert pull(board.port, tmp_path)["new"] == 1  # the board's record that segments were acknowledged
        assert pull(board.port, tmp_path)["new"] == 0
        board.note(3)
        assert pull(board.port, tmp_path)["new"] == 3
        assert is_all_of(folder, board)
        assert verify([tmp_path])["whole"]


def test_a_board_whose_flash_has_taken_no_record_yet(tmp_path):
    """Its next start may make it another log: so nothing of this one is kept."""

    class Full(JournalBoard):
        def boot(self):
            self.storage.broken = 1
            with suppress(OSError):
                super().boot()

    with Full() as board:
        error = refused(board.port, tmp_path)
        assert error.status == 1 and "no record yet" in error.message and not list(tmp_path.iterdir())
        board.note(1)
        assert pull(board.port, tmp_path)["new"] == 3


def test_a_pull_goes_on_where_the_board_has_deleted_what_was_acknowledged(tmp_path):
    every = []
    with JournalBoard(segments=4) as board:
        for _ in range(12):
            board.note(9)
            pull(board.port, tmp_path)
            every += [line for line in board.written() if int(line.split(b" ")[0]) > len(every)]
        assert board.journal.first > 1
        folder = Path(pull(board.port, tmp_path)["folder"])
    assert kept(folder).startswith(b"".join(every))
    assert verify([tmp_path])["whole"]


def test_files_rotate_where_a_segment_begins(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "FILE", 9000)
    with JournalBoard() as board:
        board.note(20)
        pull(board.port, tmp_path)
        board.note(80)
        done = pull(board.port, tmp_path)
        folder = tmp_path / BOARD / done["log"]
        files = sorted(folder.glob("*.log"))
        assert [file.name for file in files] == [f"{number:06}.log" for number in range(1, len(files) + 1)]
        assert len(files) > 2
        assert all(b'{"kind": "segment"' in file.read_bytes()[:120] for file in files)
        assert is_all_of(folder, board)
    assert verify([tmp_path])["whole"]
    assert verify([files[-1]])["whole"]
    assert verify([files[1]])["whole"]


@pytest.mark.parametrize("what", ["a byte changed", "a byte lost", "the rest lost", "a byte more"])
def test_what_does_not_arrive_whole_is_asked_for_again(tmp_path, what):
    def disturb(text):
        nonlocal count
        count += '"bytes"' in text
        if '"bytes"' not in text or count not in (2, 5):
            return text
        at = len(text) - 700
        return {
            "a byte changed": text[:at] + "~" + text[at + 1 :],
            "a byte lost": text[:at] + text[at + 1 :],
            "the rest lost": text[:at],
            "a byte more": text[:at] + "~" + text[at:],
        }[what]

    count = 0
    with JournalBoard() as board:
        board.note(40)
        board.disturb = disturb
        done = pull(board.port, tmp_path)
        assert is_all_of(tmp_path / BOARD / done["log"], board)


def test_a_board_that_goes_away_at_any_byte_loses_and_doubles_nothing(tmp_path):
    with JournalBoard() as board:
        board.note(40)
        storage = board.storage
    total = sum(map(len, board.written()))
    for number, cut in enumerate(range(0, total, 997)):
        to = tmp_path / str(number)
        left = cut

        def disturb(text):
            nonlocal left
            if '"bytes"' in text:
                sent, left = text[:left], left - len(text)
                if left < 0:
                    now.say(sent)
                    now.unplug()
                    return ""
            return text

        with JournalBoard(storage.copy()) as now:
            now.disturb = disturb
            assert refused(now.port, to).status == 3
            kept_now = kept(to / BOARD / now.journal.log)
            assert b"".join(now.written()).startswith(kept_now)
            assert kept_now.endswith(b"\n") or not kept_now
        with JournalBoard(now.storage) as again:
            pull(again.port, to)
            assert is_all_of(to / BOARD / again.journal.log, again)
            assert verify([to])["whole"]


class Cut(BaseException):
    """The host's power goes."""


class Disk:
    """os as store and receipt use it: the power goes at one of its writes. What was not synced is then lost, whole,
    or zeros, by `how`."""

    def __init__(self, at, how, before=None):
        self.left = at
        self.how = how
        self.paths = {}
        self.synced = before.synced if before else {}  # path: bytes that are surely there

    def __getattr__(self, name):
        return getattr(os, name)

    def open(self, path, *arguments):
        handle = os.open(path, *arguments)
        if os.path.isfile(path):
            self.paths[handle] = path
            self.synced.setdefault(path, os.path.getsize(path))
        return handle

    def write(self, handle, data):
        if self.is_cut():
            os.write(handle, data[: len(data) // 2])
            self.lose()
            raise Cut
        return os.write(handle, data)

    def fsync(self, handle):
        if self.is_cut():
            self.lose()
            raise Cut
        if handle in self.paths:
            self.synced[self.paths[handle]] = os.fstat(handle).st_size

    def replace(self, old, new):
        if self.is_cut():
            self.lose()
            raise Cut
        os.replace(old, new)

    def is_cut(self):
        self.left -= 1
        return self.left < 0

    def lose(self):
        for path, size in self.synced.items():
            with open(path, "rb+") as file:
                end = file.seek(0, os.SEEK_END)
                if self.how == "lost":
                    file.truncate(size)
                elif self.how == "zeros":
                    file.seek(size)
                    file.write(bytes(end - size))

    def ftruncate(self, handle, size):
        if self.left >= 0:
            os.ftruncate(handle, size)


def test_what_a_killed_pull_has_left_is_synced_before_it_is_acknowledged(tmp_path, monkeypatch):
    with JournalBoard() as board:
        board.note(20)
        for cut in range(12):
            to = tmp_path / str(cut)
            killed = Disk(cut, "kept")
            again = Disk(1000, "lost", killed)
            for disk in (killed, again):
                with monkeypatch.context() as patch, suppress(Cut):
                    patch.setattr(store, "os", disk)
                    patch.setattr(receipt, "os", disk)
                    pull(board.port, to)
            acked = board.journal.history.acked
            assert acked > 20
            again.lose()  # the power goes right after it
            assert verify([to])["logs"][0]["last"] >= acked


@pytest.mark.parametrize("how", ["lost", "kept", "zeros"])
def test_a_host_whose_power_goes_at_any_write_loses_and_doubles_nothing(tmp_path, monkeypatch, how):
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # Disk knows what it would have done
    monkeypatch.setattr("host_tools.pull.BATCH", 3000)
    monkeypatch.setattr(store, "FILE", 9000)
    with JournalBoard(segments=8) as board:
        board.note(45)
        storage = board.storage
        log = board.journal.log
    cut = 0
    for cut in range(1000):
        to = tmp_path / str(cut)
        disk = Disk(cut, how)
        with JournalBoard(storage.copy(), segments=8) as board:
            every = board.written()
            with monkeypatch.context() as patch:
                patch.setattr(store, "os", disk)
                patch.setattr(receipt, "os", disk)
                try:
                    pull(board.port, to)
                except Cut:
                    pass
                else:
                    break
            acked = board.journal.history.acked
            with suppress(OSError):  # the ring is full
                board.note(30)  # what was acknowledged may be deleted now
            every += [line for line in board.written() if int(line.split(b" ")[0]) > len(every)]
            if receipt.read(to / BOARD / log):
                assert verify([to])["logs"][0]["records"] >= acked, "an acknowledged record is not here"
            pull(board.port, to)
            assert kept(to / BOARD / log)[: len(b"".join(every))] == b"".join(every)
            assert verify([to])["whole"]
    assert cut > 30


class FullDisk:
    """os as store and receipt use it, on a disk that is full from one of their writes on: half of that one fits."""

    def __init__(self, at):
        self.left = at

    def __getattr__(self, name):
        return getattr(os, name)

    def write(self, handle, data):
        if self._is_full() and len(data) < 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(handle, data[: len(data) // 2] if self.left < 0 else data)

    def fsync(self, handle):
        self._check()
        os.fsync(handle)

    def replace(self, old, new):
        self._check()
        os.replace(old, new)

    def _is_full(self):
        self.left -= 1
        return self.left < 0

    def _check(self):
        if self._is_full():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_and_the_next_pull_goes_on(tmp_path, monkeypatch):
    refusals = 0
    for at in range(100):
        to = tmp_path / str(at)
        with JournalBoard() as board, monkeypatch.context() as patch:
            board.note(20)
            disk = FullDisk(at)
            patch.setattr(store, "os", disk)
            patch.setattr(receipt, "os", disk)
            try:
                pull(board.port, to)
                break
            except ToolError as error:
                refusals += 1
                assert error.status == 1 and "cannot be written (No space left on device): make room" in error.message
                assert "--files" not in error.message
            stored = kept(to / BOARD / board.journal.log).count(b"\n")
            assert board.journal.history.acked <= stored
            patch.undo()
            assert pull(board.port, to)["proven"]
            assert is_all_of(to / BOARD / board.journal.log, board)
            assert verify([to])["whole"]
    assert refusals > 8


def test_a_wiped_or_replaced_log_is_named_and_nothing_changed(tmp_path):
    with JournalBoard() as board:
        board.note(20)
        before = pull(board.port, tmp_path)
    folder = tmp_path / BOARD / before["log"]
    whole = kept(folder)
    with JournalBoard() as other:
        other.note(3)
        error = refused(other.port, tmp_path)
        assert error.status == 4
        assert before["log"] in error.message
        assert other.journal.log in error.message
        assert "--accept-log" in error.message
        assert not (tmp_path / BOARD / other.journal.log).exists()
        assert refused(other.port, tmp_path, accept="0" * 16).status == 2
        assert pull(other.port, tmp_path, accept=other.journal.log)["new"] == 5
        other.note(1)
        assert pull(other.port, tmp_path)["new"] == 1
        assert kept(folder) == whole
    with JournalBoard(board.storage) as back:
        back.note(5)
        error = refused(back.port, tmp_path)
        assert error.status == 4
        assert "is back at log" in error.message
    assert kept(folder) == whole
    assert verify([tmp_path])["whole"]


def test_another_board_is_no_wipe(tmp_path):
    with JournalBoard() as board:
        pull(board.port, tmp_path)
    with JournalBoard(board="e6614c311b7e6f36") as other:
        assert pull(other.port, tmp_path)["new"] == 2
    assert len(verify([tmp_path])["logs"]) == 2


def test_a_log_that_was_provisioned_here_may_follow(tmp_path):
    with JournalBoard() as board:
        pull(board.port, tmp_path)
    made = keys.make(BOARD, with_key=True)
    storage = JournalBoard(key=made.secret).storage
    for number, data in storage.segments.items():
        assert number == 1 and data
    with JournalBoard(storage, key=made.secret) as new:
        assert refused(new.port, tmp_path).status == 4  # its id is not the one provisioned
        receipt_of = tmp_path / "keys" / f"{made.log}.json"
        told = json.loads(receipt_of.read_text())
        told["log"] = new.journal.log
        receipt_of.write_text(json.dumps(told))
        done = pull(new.port, tmp_path)
        assert done["proven"]
        assert done["key"] == made.key


def test_a_shortened_log_is_named(tmp_path):
    with JournalBoard() as board:
        board.note(5)
        early = board.storage.copy()
        board.note(20)
        pull(board.port, tmp_path)
    with JournalBoard(early) as back:
        error = refused(back.port, tmp_path)
        assert error.status == 4
        assert "ends at record" in error.message
        back.note(30)  # another history of the same length and more
        error = refused(back.port, tmp_path)
        assert error.status == 4
        assert "does not follow from the record before" in error.message
        assert "--files" in error.message
        assert pull(back.port, tmp_path / "other")["new"] > 30


def test_a_log_of_the_same_length_with_another_last_record_is_named(tmp_path):
    with JournalBoard() as board:
        early = board.storage.copy()
        board.note(4)
        pull(board.port, tmp_path)
    with JournalBoard(early) as back:
        back.note(3, size=100)
        assert back.journal.durable == board.journal.durable
        error = refused(back.port, tmp_path)
        assert error.status == 4
        assert "has another hash" in error.message


def test_records_that_another_host_has_stored_are_a_gap(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    with JournalBoard(segments=4) as board:
        board.note(5)
        pull(board.port, one)
        for _ in range(6):
            board.note(9)
            pull(board.port, two)
        first = board.journal.first_record(board.journal.first)
        third = pull(board.port, tmp_path / "three")
        assert (third["first"], third["new_gaps"]) == (first, [[1, first - 1]])
        done = pull(board.port, one)
        assert done["new_gaps"] == [[8, first - 1]]
        again = pull(board.port, one)
        assert (again["new_gaps"], again["gaps"]) == ([], [[8, first - 1]])
        assert done["last"] + again["new"] == board.journal.durable
    assert verify([tmp_path])["whole"]
    path = one / BOARD / done["log"] / receipt.NAME
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "gaps": []}))
    bad = verify([one])["logs"][0]["first_bad"]
    assert (bad["kind"], bad["seq"]) == ("missing", 8)


def test_what_was_overwritten_is_a_gap(tmp_path):
    with JournalBoard(segments=4, overwrite=True) as board:
        board.note(5)
        pull(board.port, tmp_path)
        board.note(100)
        first = board.journal.first_record(board.journal.first)
        assert pull(board.port, tmp_path)["gaps"] == [[8, first - 1]]
    assert verify([tmp_path])["whole"]


def test_a_keyed_log_without_its_key_here_is_kept_and_said_to_be_unproven(tmp_path):
    with JournalBoard(key=b"k" * 32) as board:
        board.note(20)
        done = pull(board.port, tmp_path)
        assert (done["proven"], done["key"]) == (False, board.journal.key)
        assert is_all_of(tmp_path / BOARD / done["log"], board)
        assert board.journal.history.acked == done["last"]
        assert verify([tmp_path])["whole"] is None


def test_a_record_that_was_changed_on_the_board_is_not_taken_in(tmp_path):
    with JournalBoard() as board:
        board.note(30)
        board.storage.segments[2] = board.storage.segments[2].replace(b"xxxx", b"yyyy", 1)
        error = refused(board.port, tmp_path)
        assert error.status == 4
        assert "changed" in error.message
        before = b"".join(board.written()).split(b"yyyy")[0]
        whole = before[: before.rfind(b"\n") + 1]
        assert kept(tmp_path / BOARD / board.journal.log) == whole
        assert board.journal.history.acked == whole.count(b"\n")
        assert verify([tmp_path])["whole"]


def test_a_board_that_is_still_sending_to_another_host_is_asked_again(tmp_path, monkeypatch):
    with JournalBoard() as board:
        board.note(9)
        busy = 3

        def disturb(text):
            nonlocal busy
            if '"acked": ' in text and '"board"' not in text and busy:
                busy -= 1
                request = json.loads(text)["id"]
                return json.dumps({"id": request, "error": "busy", "message": "a window is still being sent"}) + "\n"
            return text

        board.disturb = disturb
        last = board.journal.durable
        assert pull(board.port, tmp_path)["acknowledged"] == last and not busy
        busy = 10**6
        monkeypatch.setattr(pulling, "BUSY", 0.2)
        board.note()
        assert refused(board.port, tmp_path).status == 1


def test_a_damaged_journal_is_told(tmp_path):
    with JournalBoard() as board:
        board.journal.damage = "the journal is damaged: two logs stand in it"
        error = refused(board.port, tmp_path)
        assert error.status == 4
        assert "two logs stand in it" in error.message
        assert "--files" in error.message


def test_a_log_kept_here_that_was_damaged_is_not_built_upon(tmp_path):
    with JournalBoard() as board:
        board.note(20)
        done = pull(board.port, tmp_path)
        folder = tmp_path / BOARD / done["log"]
        file = folder / "000001.log"
        whole = file.read_bytes()
        for damaged in (whole[:-30], whole.replace(b"xxxx", b"yyyy", 1), b""):
            file.write_bytes(damaged)
            board.note(1)
            error = refused(board.port, tmp_path)
            assert error.status == 4
            assert "tablectl verify" in error.message
            assert file.read_bytes() == damaged
            assert verify([tmp_path])["whole"] is False
        file.write_bytes(whole + whole[-30:])
        pull(board.port, tmp_path)
        assert is_all_of(folder, board)
        (folder / receipt.NAME).unlink()
        assert "without their receipt.json" in refused(board.port, tmp_path).message
        (folder / receipt.NAME).write_text("{}")
        assert refused(board.port, tmp_path).status == 4


def test_an_id_that_is_no_id_names_no_folder(tmp_path):
    def hello(line):
        answer = {"id": json.loads(line)["id"], "ok": True, "board": "../../etc", "log": "ab", "key": None, "seq": 1}
        return json.dumps(answer) + "\n"

    with Partner(hello) as board:
        error = refused(board.port, tmp_path)
    assert error.status == 3
    assert "is no id" in error.message


def test_an_older_firmware_is_told(tmp_path):
    with Partner(lambda line: json.dumps({"id": json.loads(line)["id"], "ok": True}) + "\n") as board:
        error = refused(board.port, tmp_path)
    assert error.status == 1
    assert "older" in error.message


def test_keys_are_for_their_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLECTL_KEYS", str(tmp_path / "deep" / "keys"))
    made = keys.make(BOARD, with_key=True)
    path = tmp_path / "deep" / "keys" / f"{made.log}.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert keys.of_log(made.log) == keys.of_key(made.key) == made
    assert keys.of_log("0" * 16) is None
    path.chmod(0o640)
    with pytest.raises(ToolError) as caught:
        keys.of_log(made.log)
    assert caught.value.status == 2
    assert "chmod 600" in caught.value.message
    path.chmod(0o600)
    path.write_text("{}")
    with pytest.raises(ToolError) as caught:
        keys.of_log(made.log)
    assert caught.value.status == 2
