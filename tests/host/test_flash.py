"""Flash against a virtual board: the real mpremote and ampy, the real firmware."""

import json
import os
import time

import pytest

from host_tools import board, board_files, flash, sentences
from host_tools.backend import open_backend
from host_tools.board_files import BoardFile
from host_tools.errors import ToolError
from host_tools.link import Link, wait_for_table
from host_tools.virtual_board import VirtualBoard
from tests.command import tablectl
from tests.host.partner import Partner

SETTINGS = {"table": "7", "rules": "new-zealand"}
OWN = ("/journal/", board.KNOWN)  # what a table keeps beside its program
CHANGED = b"numeral between 1 and 99, all of it"  # longer than what it takes the place of


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    path = tmp_path_factory.mktemp("settings") / "table.json"
    path.write_text(json.dumps(SETTINGS))
    return path


@pytest.fixture(scope="module")
def flashed(settings):
    """A board that `tablectl flash` made into a table, and what it answered."""
    with VirtualBoard(rate=4) as virtual:
        done = tablectl("flash", "--port", virtual.port, "--settings", settings, "--json")
        assert done.returncode == 0, done.stderr
        yield virtual, json.loads(done.stdout)


@pytest.fixture
def table(flashed):
    virtual = flashed[0]
    wait_for_table(virtual.port)
    return virtual


def on(virtual):
    """The files on the board, as hashes() gives them; the table stands aside meanwhile."""
    with flash.board_aside(virtual.port) as reached:
        return board.hashes(reached, ["/"])


def sent(done):
    return [file["path"] for file in done["files"] if file["send"]]


def compiled(path):
    """The path of a file of the program as the virtual board gets it: its MicroPython reads .mpy files."""
    return path if path.lstrip("/") in board_files.AT_ROOT else path.replace(".py", ".mpy")


def test_a_blank_board_becomes_a_table(flashed, settings):
    _, done = flashed
    wanted = [compiled(file.path) for file in board_files.program()]
    assert sorted(sent(done)) == sorted([*wanted, sentences.FILE, "/table.json"])
    assert done["remove"] == []
    assert done["hello"]["table"] == "7"
    assert done["hello"]["phase"] == "closed"


def test_the_files_on_the_board_are_the_files_of_the_dry_run(table, settings):
    planned = json.loads(tablectl("flash", "--dry-run", "--json", "--port", table.port, "--settings", settings).stdout)
    found = on(table)
    for file in planned["files"]:
        assert found[file["path"]] == (file["size"], file["sha256"])
    assert {path for path in found if not path.startswith(OWN)} == {file["path"] for file in planned["files"]}


def test_an_unchanged_board_gets_nothing(table, settings):
    dry_run = tablectl("flash", "--dry-run", "--json", "--settings", settings, TABLECTL_PORT=table.port)
    planned = json.loads(dry_run.stdout)
    assert sent(planned) == [] and planned["port"] == table.port
    done = flash.flash(table.port, settings)
    assert sent(done) == []
    assert done["hello"]["table"] == "7"


def test_only_what_differs_is_sent_and_what_is_stale_goes(table, monkeypatch):
    with flash.board_aside(table.port) as reached:
        reached.run(
            "import os\nos.mkdir('/firmware/old')\nfor path in ('/firmware/old/driver.py', '/shared_core/gone.mpy',"
            " '/firmware/notes.txt', '/mine.py'):\n open(path, 'w').close()"
        )
    program = board_files.program()
    extra = BoardFile("/shared_core/new/thing.py", b"THING = 1\n")
    monkeypatch.setattr(board_files, "program", lambda: [*program, extra])
    done = flash.flash(table.port)
    assert sent(done) == ["/shared_core/new/thing.mpy"]
    assert done["remove"] == ["/firmware/old/driver.py", "/shared_core/gone.mpy"]
    assert done["hello"]["table"] == "7"  # without --settings the board keeps its own
    found = on(table)
    assert "/shared_core/new/thing.mpy" in found and extra.path not in found
    assert "/mine.py" in found
    assert "/firmware/notes.txt" in found
    assert "/firmware/old/driver.py" not in found
    assert not any(path.startswith(board.STAGING) for path in found)
    monkeypatch.setattr(board_files, "program", lambda: program)
    assert flash.flash(table.port)["remove"] == ["/shared_core/new/thing.mpy"]


def test_a_sentence_that_changed_is_sent_with_what_says_it(table, monkeypatch):
    program = board_files.program()
    changed = [BoardFile(file.path, file.data.replace(b"whole number from 1 to 99", CHANGED)) for file in program]
    for files, words in ((changed, CHANGED.decode()), (program, "whole number from 1 to 99")):
        monkeypatch.setattr(board_files, "program", lambda files=files: files)
        assert {"/shared_core/sentences.txt", "/shared_core/wager.mpy"} <= set(sent(flash.flash(table.port)))
        with Link(table.port) as link:
            assert link.request("open")["ok"]
            answer = link.request("wager", seat=100, spot="red", stake=100)
            assert answer["error"] == "bad-wager"
            assert answer["message"] == f"the seat must be a {words}, not 100"
            assert link.request("close")["ok"]


def test_sources_leave_no_sentences_behind(table, monkeypatch):
    monkeypatch.setattr(flash.mpy, "architecture", lambda reported: None)
    planned = flash.plan(port=table.port)
    assert sentences.FILE in planned["remove"] and "/shared_core/wager.mpy" in planned["remove"]
    wait_for_table(table.port)


def test_bad_settings_are_named_and_nothing_is_sent(tmp_path):
    path = tmp_path / "bad2.json"
    for text, words in (
        ('{"table": "7", "rules": "new-zealand", "whel": "single-zero"}', ("whel", "wheel")),
        ('{"table": 7, "rules": "vegas"}', ("table is 7", "vegas", "; there are live-dealer, new-jersey, new-zealand")),
        ('{"table": "7",\n  "name": "\u00e9", }', (f"{path} is no JSON: line 2, column 16: ",)),
        ("[]", (f"{path} is an array: ", "an object")),
    ):
        path.write_text(text)
        done = tablectl("flash", "--port", "/dev/no-such-port", "--settings", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert all(word in done.stderr for word in words), done.stderr
    done = tablectl("flash", "--settings", tmp_path / "none.json", "--dry-run")
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr


def test_a_table_in_play_is_left_alone(table):
    with Link(table.port) as link:
        assert link.request("open")["ok"]
        assert link.request("wager", seat=1, spot="red", stake=100)["ok"]
    boots = len([event for event in table.events if "boot" in event])
    done = tablectl("flash", "--port", table.port)
    assert (done.returncode, done.stdout) == (1, "")
    assert "left alone" in done.stderr
    with Link(table.port) as link:
        assert link.request("status")["wagers"] == 1
        assert link.request("withdraw", seat=1, spot="red")["ok"]
        assert link.request("close")["ok"]
    assert len([event for event in table.events if "boot" in event]) == boots


def test_a_power_cut_while_files_are_sent_leaves_the_old_version(table, monkeypatch):
    before = on(table)
    program = [BoardFile(file.path, file.data + b"new = []\n") for file in board_files.program()]
    monkeypatch.setattr(board_files, "program", lambda: program)
    monkeypatch.setattr("host_tools.mpremote.START", 8.0)
    monkeypatch.setattr("host_tools.mpremote.SLOWEST", 10000)

    def cut(text):
        if text.startswith("sending") and ", 20 of " in text:
            table.power_cut()

    with pytest.raises(ToolError) as caught:
        flash.flash(table.port, progress=cut)
    assert caught.value.status == 3
    table.power_on()
    time.sleep(0.5)
    table.reset()  # the port keeps the Ctrl-C that was sent to a board without power
    assert wait_for_table(table.port)["table"] == "7"
    after = on(table)
    assert any(path.startswith(board.STAGING) for path in after)
    for found in (before, after):
        for path in list(found):
            if path.startswith((*OWN, board.STAGING)):
                del found[path]
    assert after == before
    monkeypatch.undo()
    assert sent(flash.flash(table.port)) == []


@pytest.fixture(scope="module")
def quick(settings):
    """A table whose clock runs fast, so that a trial is short; what it has."""
    with VirtualBoard(rate=10) as virtual:
        flash.flash(virtual.port, settings)
        yield virtual, on(virtual)
        wait_for_table(virtual.port)


FAULTS = {
    "raises at its start": ("/firmware/app.py", b"raise SystemError('no')\n"),
    "cannot be read": ("/shared_core/table.py", b"def broken(:\n"),
    "hangs at its start": ("/firmware/run_for_ever.py", b""),
    "ends at once": ("/firmware/main.py", b"print('done')\n"),
    "answers nothing": ("/shared_core/link.py", None),
}


@pytest.mark.parametrize("fault", FAULTS if "BENCH" in os.environ else ("raises at its start", "answers nothing"))
def test_a_version_that_does_not_come_up_healthy_is_taken_back(quick, monkeypatch, fault):
    virtual, before = quick
    path, data = FAULTS[fault]
    program = {file.path: file.data for file in board_files.program()}
    if fault == "hangs at its start":
        data, program["/firmware/main.py"] = b"while True:\n    pass\n", b"import firmware.run_for_ever\n"
    elif fault == "answers nothing":
        data = program[path].replace(
            b"    def line(self, t, data):\n", b"    def line(self, t, data):\n        return None\n"
        )
        assert data != program[path]
    program[path] = data
    changed = [BoardFile(path, data) for path, data in sorted(program.items())]
    monkeypatch.setattr(board_files, "program", lambda: changed)
    with pytest.raises(ToolError) as caught:
        flash.flash(virtual.port)
    assert caught.value.status == 1
    assert "went back to the one before" in caught.value.message
    with Link(virtual.port) as link:
        assert link.request("hello")["table"] == "7"
    after = on(virtual)
    wait_for_table(virtual.port)
    changed_files = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    assert all(path.startswith(OWN) for path in changed_files), changed_files


def test_ampy_does_the_same(monkeypatch):
    at_root = [file for file in board_files.program() if file.path.lstrip("/") in board_files.AT_ROOT]
    program = [*at_root, BoardFile("/firmware/boot.py", b""), BoardFile("/firmware/main.py", STAND_IN)]
    old = BoardFile("/shared_core/old.py", b"x")
    with VirtualBoard() as virtual:
        for files in ([*program, old], program):
            monkeypatch.setattr(board_files, "program", lambda files=files: files)
            done = flash.flash(virtual.port, backend="ampy")
            assert done["hello"]["table"] == "stand-in"
        assert (sent(done), done["remove"]) == ([], ["/shared_core/old.mpy"])
        assert set(on(virtual)) == {compiled(file.path) for file in program}


# A table of a few lines: it answers hello, says that it is healthy, and steps aside.
STAND_IN = b"""
import json, os, sys
while True:
    line = sys.stdin.readline()
    try:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "ok": True, "table": "stand-in"}))
        os.remove("/update-trial")
    except (ValueError, TypeError, KeyError, OSError):
        pass
    else:
        continue
    if '"maintenance"' in line:
        break
"""


def test_a_board_that_says_nothing_ends_in_time(monkeypatch):
    monkeypatch.setattr("host_tools.mpremote.START", 1.0)
    with Partner(lambda line: "") as silent:
        start = time.monotonic()
        with pytest.raises(ToolError) as caught:
            flash.flash(silent.port)
        assert caught.value.status == 3
        assert time.monotonic() - start < 8


def test_a_port_that_is_not_there():
    done = tablectl("flash", "--port", "/dev/no-such-port")
    assert (done.returncode, done.stdout) == (3, "")
    assert "/dev/no-such-port" in done.stderr


def test_a_port_that_another_program_holds(table):
    with Link(table.port):
        done = tablectl("flash", "--port", table.port)
    assert done.returncode == 3
    assert f"holds {table.port}" in done.stderr


def test_a_full_board_is_said(table, monkeypatch):
    monkeypatch.setattr(board_files, "program", lambda: [BoardFile("/main.py", b"#" * 2_000_000)])
    with pytest.raises(ToolError) as caught:
        flash.flash(table.port)
    assert caught.value.status == 1
    assert "KB free" in caught.value.message
    assert wait_for_table(table.port)["table"] == "7"


def test_backends_are_one_interface(table):
    for name in ("mpremote", "ampy"):
        with flash.board_aside(table.port, name) as reached:
            assert board.describe(reached)["unique_id"] == table._state.unique_id.hex()
            with pytest.raises(ToolError) as caught:
                reached.run("raise OSError(28)")
            assert caught.value.status == 3
            assert "28" in caught.value.message or "ENOSPC" in caught.value.message
        assert open_backend(name, table.port).name == name
        wait_for_table(table.port)
