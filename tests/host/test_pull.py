"""Pull against a virtual board."""

import json
import signal
import subprocess

import pytest

from host_tools import flash
from host_tools.link import Link, wait_for_table
from host_tools.virtual_board import VirtualBoard
from tests.command import TABLECTL, tablectl


@pytest.fixture(scope="module")
def virtual(tmp_path_factory):
    settings = tmp_path_factory.mktemp("settings") / "table.json"
    settings.write_text('{"table": "7", "rules": "new-zealand"}')
    with VirtualBoard() as made:
        flash.flash(made.port, settings)
        yield made


def pull(virtual, to):
    """Pull, which must work; the answer."""
    done = tablectl("pull", "--port", virtual.port, "--to", to, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(virtual, to):
    """Pull, which must end in status 4 with the table running again; the message."""
    done = tablectl("pull", "--port", virtual.port, "--to", to, "--json")
    assert (done.returncode, done.stdout) == (4, ""), done.stderr
    wait_for_table(virtual.port)
    return done.stderr


def records(pulled):
    with open(pulled["files"][0]["file"], "rb") as file:
        return [json.loads(line.split(b" ", 3)[3]) for line in file]


def test_a_journal_comes_off_and_is_proven(virtual, tmp_path):
    with Link(virtual.port) as link:
        link.request("open")
        link.request("close")
    first = pull(virtual, tmp_path)
    folder = tmp_path / first["board"]
    assert first["files"][0]["file"] == str(folder / "000001.log")
    assert first["files"][0]["bytes"] == first["files"][0]["new"] == (folder / "000001.log").stat().st_size
    assert first["log"]["whole"]
    kinds = [record["kind"] for record in records(first)]
    assert kinds[-3:] == ["open", "close", "maintenance"]
    second = pull(virtual, tmp_path)
    assert second["files"][0]["new"] > 0
    assert records(second)[: len(kinds)] == records(first)[: len(kinds)]
    assert tablectl("verify", tmp_path).returncode == 0
    assert [path.name for path in folder.iterdir()] == ["000001.log"]


def test_what_was_pulled_is_never_overwritten_by_anything_else(virtual, tmp_path):
    path = tmp_path / pull(virtual, tmp_path)["board"] / "000001.log"
    whole = path.read_bytes()
    edited = whole.replace(b"maintenance", b"maintenence", 1)
    longer = whole + b"more\n" * 10000
    for kept in (edited, longer):
        path.write_bytes(kept)
        message = refusal(virtual, tmp_path)
        assert str(path) in message
        assert path.read_bytes() == kept
    path.write_bytes(whole[:-9])  # an unfinished record at its end
    assert pull(virtual, tmp_path)["log"]["whole"]


def test_a_log_that_is_gone_from_the_board_is_named(virtual, tmp_path):
    path = tmp_path / pull(virtual, tmp_path)["board"] / "000001.log"
    kept = path.read_bytes()
    with flash.board_aside(virtual.port) as reached:
        reached.run("import os\nos.remove('/journal/000001.log')")
    wait_for_table(virtual.port)
    assert "no longer begins with" in refusal(virtual, tmp_path)
    assert path.read_bytes() == kept
    path.rename(path.with_name("000002.log"))
    assert "no longer on the board" in refusal(virtual, tmp_path)


def test_a_log_edited_on_the_board_is_named(virtual, tmp_path):
    pull(virtual, tmp_path)
    code = """
with open("/journal/000001.log", "rb") as file:
    data = file.read()
with open("/journal/000001.log", "wb") as file:
    file.write(data.replace(b"boot", b"boof", 1))
"""
    with flash.board_aside(virtual.port) as reached:
        reached.run(code)
    done = tablectl("pull", "--port", virtual.port, "--to", tmp_path / "anew", "--json")
    assert done.returncode == 4
    bad = json.loads(done.stdout)["log"]["first_bad"]
    assert (bad["line"], bad["kind"]) == (1, "changed")


def test_a_blank_board_has_no_journal(tmp_path):
    with VirtualBoard() as blank:
        done = tablectl("pull", "--port", blank.port, "--to", tmp_path)
    assert done.returncode == 0
    assert "no journal yet" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_starts_the_table_again(virtual, tmp_path):
    since = virtual.now_us
    process = subprocess.Popen([TABLECTL, "pull", "--port", virtual.port, "--to", tmp_path], stdout=subprocess.PIPE)
    virtual.wait_event(lambda event: event.get("main") == "ended", since_us=since)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, b"")
    assert wait_for_table(virtual.port)["table"] == "7"
    assert list(tmp_path.rglob("*.*")) == []


def test_wrong_calls(virtual, tmp_path):
    assert tablectl("pull", "--port", virtual.port).returncode == 2
    (tmp_path / "file").write_text("")
    done = tablectl("pull", "--port", virtual.port, "--to", tmp_path / "file")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be written" in done.stderr
    wait_for_table(virtual.port)
    assert tablectl("pull", "--port", "/dev/no-such-port", "--to", tmp_path).returncode == 3
