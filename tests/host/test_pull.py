"""Pull and provision against a virtual board: over its link while the table is open, and as files by mpremote."""

import json
import signal
import subprocess
import time

import pytest

from host_tools import flash
from host_tools.link import Link, wait_for_table
from host_tools.virtual_board import VirtualBoard
from tests.command import TABLECTL, tablectl
from tests.host.at_a_board import flashed_board


@pytest.fixture(scope="module")
def virtual(tmp_path_factory):
    with flashed_board(tmp_path_factory.mktemp("settings")) as (made, _):
        yield made


@pytest.fixture(autouse=True)
def own_keys(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLECTL_KEYS", str(tmp_path / "keys"))


@pytest.fixture
def logs(tmp_path):
    return tmp_path / "logs"


def pull(virtual, to, *options):
    """Pull, which must work; the answer."""
    done = tablectl("pull", "--port", virtual.port, "--to", to, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(virtual, *arguments, status=4):
    """A call that must end in this status with the table running; the message."""
    done = tablectl(*arguments, "--port", virtual.port, "--json")
    assert (done.returncode, done.stdout) == (status, ""), done.stderr
    wait_for_table(virtual.port)
    return done.stderr


def ask(virtual, verb, **fields):
    with Link(virtual.port) as link:
        answer = link.request(verb, **fields)
    assert answer.get("ok"), answer
    return answer


def boots(virtual):
    return len([event for event in virtual.events if "boot" in event])


def records(folder):
    """The records of a log."""
    lines = [line for path in sorted(folder.glob("*.log")) for line in path.read_bytes().splitlines()]
    return [json.loads(line.split(b" ", 3)[3]) for line in lines]


def on_board(virtual, code):
    with flash.board_aside(virtual.port) as reached:
        reached.run(code)
    wait_for_table(virtual.port)


def test_an_open_table_is_pulled_from_and_stays_open(virtual, logs):
    before = boots(virtual)
    ask(virtual, "open")
    ask(virtual, "wager", seat=1, spot="red", stake=100)
    first = pull(virtual, logs)
    assert (first["by"], first["proven"], first["acknowledged"]) == ("link", True, first["last"])
    folder = logs / first["board"] / first["log"]
    assert first["folder"] == str(folder)
    assert records(folder)[0]["kind"] == "segment"
    assert records(folder)[-1]["kind"] == "open"
    status = ask(virtual, "status")
    assert (status["phase"], status["wagers"]) == ("place-bets", 1)
    ask(virtual, "withdraw", seat=1, spot="red")
    ask(virtual, "close")
    second = pull(virtual, logs)
    assert second["new"] == second["last"] - first["last"] > 0
    assert records(folder)[-1]["kind"] == "close"
    assert boots(virtual) == before
    done = tablectl("verify", logs)
    assert (done.returncode, done.stdout) == (0, f"{folder}: whole, {second['last']} records\n")
    assert {path.name for path in folder.iterdir()} == {"000001.log", "receipt.json"}


@pytest.mark.parametrize("as_json", [True, False])
def test_follow_prints_records_as_they_come_until_ctrl_c(virtual, logs, as_json):
    pull(virtual, logs)
    command = [TABLECTL, "pull", "--port", virtual.port, "--to", logs, "--follow", *(["--json"] if as_json else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        time.sleep(2)
        virtual.press("no_more_bets")  # opens a closed table
        first = process.stdout.readline()
        second = tablectl("pull", "--port", virtual.port, "--to", logs)
        assert (second.returncode, second.stdout) == (3, "")
        assert "--follow" in second.stderr and f"(process {process.pid}) holds {virtual.port}" in second.stderr
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    shown = [first, *rest.splitlines()]
    assert len(shown) == 1
    if as_json:
        assert json.loads(first)["kind"] == "open"
    else:
        assert first.endswith("the table opened\n")
    ask(virtual, "close")
    assert pull(virtual, logs)["new"] == 1
    assert tablectl("verify", logs).returncode == 0


def test_follow_waits_for_a_board_that_goes_away(virtual, logs):
    command = [TABLECTL, "pull", "--port", virtual.port, "--to", logs, "--follow", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        virtual.reset()
        kinds = []
        while kinds[-1:] != ["boot"] or kinds.count("boot") < 2:
            kinds.append(json.loads(process.stdout.readline())["kind"])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    wait_for_table(virtual.port)
    assert tablectl("verify", logs).returncode == 0


def test_ctrl_c_while_files_are_copied_starts_the_table_again(virtual, logs):
    since = virtual.now_us
    command = [TABLECTL, "pull", "--port", virtual.port, "--to", logs, "--files"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    virtual.wait_event(lambda event: event.get("main") == "ended", since_us=since)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, b"")
    assert wait_for_table(virtual.port)["table"] == "7"
    assert list(logs.rglob("*.*")) == []


def test_files_and_link_go_on_from_each_other(virtual, logs):
    first = pull(virtual, logs)
    second = pull(virtual, logs, "--files")
    assert (second["by"], second["acknowledged"], second["log"]) == ("files", None, first["log"])
    assert second["new"] > 0
    third = pull(virtual, logs)
    assert third["last"] == second["last"] + third["new"] > second["last"]
    assert tablectl("verify", logs).returncode == 0
    kinds = [record["kind"] for record in records(logs / first["board"] / first["log"])]
    assert kinds[-3:] == ["maintenance", "boot", "clock"]


def test_a_board_whose_program_no_longer_starts_has_its_files_copied(virtual, logs):
    with flash.board_aside(virtual.port) as reached:
        reached.run("import os\nos.rename('/main.py', '/main.no')")
    done = tablectl("pull", "--port", virtual.port, "--to", logs, "--json")
    assert done.returncode == 0, done.stderr
    assert "no table is running" in done.stderr
    pulled = json.loads(done.stdout)
    assert (pulled["by"], pulled["first"]) == ("files", 1)
    with flash.board_aside(virtual.port) as reached:
        reached.run("import os\nos.rename('/main.no', '/main.py')")
    wait_for_table(virtual.port)
    assert pull(virtual, logs)["new"] == 1
    assert tablectl("verify", logs).returncode == 0


def test_a_log_edited_on_the_board_is_kept_as_it_was_found(virtual, logs):
    folder = logs / pull(virtual, logs)["board"]
    code = """
with open("/journal/000001.log", "rb") as file:
    data = file.read()
with open("/journal/000001.log", "wb") as file:
    file.write(data.replace({!r}, {!r}, 1))
"""
    anew = logs.parent / "anew"
    on_board(virtual, code.format(b'"open"', b'"oben"'))
    message = refusal(virtual, "pull", "--to", anew)
    assert "--files" in message
    message = refusal(virtual, "pull", "--to", anew, "--files")
    place = next(anew.rglob("as-found-1"))
    assert str(place) in message
    done = tablectl("verify", "--json", place)
    assert done.returncode == 4
    assert json.loads(done.stdout)["logs"][0]["first_bad"]["kind"] == "changed"
    on_board(virtual, code.format(b'"oben"', b'"open"'))
    assert pull(virtual, anew)["new"] > 0
    assert pull(virtual, logs)["folder"].startswith(str(folder))


def test_a_wiped_log_is_named_and_may_be_accepted(virtual, logs):
    before = pull(virtual, logs)
    folder = logs / before["board"] / before["log"]
    kept = (folder / "000001.log").read_bytes()
    on_board(virtual, "import os\nfor name in os.listdir('/journal'):\n os.remove('/journal/' + name)")
    new = ask(virtual, "hello")["log"]
    for how in ((), ("--files",)):
        message = refusal(virtual, "pull", "--to", logs, *how)
        assert before["log"] in message
        assert f"--accept-log {new}" in message
    after = pull(virtual, logs, "--accept-log", new)
    assert (after["log"], after["first"]) == (new, 1)
    assert (folder / "000001.log").read_bytes() == kept
    assert tablectl("verify", logs).returncode == 0


def test_provisioning_begins_a_new_log_where_the_old_one_is_safe(virtual, logs, tmp_path):
    ask(virtual, "open")
    round_number = ask(virtual, "close")["round"]
    message = refusal(virtual, "provision", status=1)
    assert "no host has stored all of log" in message
    old = pull(virtual, logs)
    events = [record["events"] for record in records(logs / old["board"] / old["log"]) if "events" in record]
    done = tablectl("provision", "--port", virtual.port, "--key", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["board"], made["before"]) == (old["board"], old["log"])
    file = tmp_path / "keys" / f"{made['log']}.json"
    assert made["keys"] == str(file)
    assert file.stat().st_mode & 0o777 == 0o600
    hello = ask(virtual, "hello")
    assert (hello["log"], hello["key"]) == (made["log"], made["key"])
    assert ask(virtual, "open")["round"] == round_number + 1
    ask(virtual, "close")
    new = pull(virtual, logs)
    assert (new["log"], new["proven"], new["first"]) == (made["log"], True, 1)
    of_new = records(logs / new["board"] / new["log"])
    assert (of_new[0]["kind"], of_new[0]["key"], of_new[1]["kind"]) == ("segment", made["key"], "boot")
    assert of_new[1]["events"] > max(events)
    assert tablectl("verify", logs).returncode == 0
    file.rename(file.with_suffix(".away"))
    done = tablectl("verify", logs)
    assert done.returncode == 1
    assert "NOT PROVEN" in done.stdout
    assert made["key"] in done.stdout
    done = tablectl("log", logs, "--json")
    assert done.returncode == 1
    assert "NOT PROVEN" in done.stderr


def test_a_log_that_was_not_stored_is_ended_only_when_asked_to(virtual):
    ask(virtual, "open")
    ask(virtual, "close")
    refusal(virtual, "provision", status=1)
    done = tablectl("provision", "--port", virtual.port, "--discard", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made["key"] is None
    assert ask(virtual, "hello")["log"] == made["log"]


def test_a_blank_board_has_no_journal_and_may_be_provisioned(logs, tmp_path):
    with VirtualBoard() as blank:
        done = tablectl("pull", "--port", blank.port, "--to", logs)
        assert done.returncode == 0
        assert "no journal yet" in done.stdout
        assert not logs.exists()
        made = json.loads(tablectl("provision", "--port", blank.port, "--key", "--json").stdout)
        settings = tmp_path / "table.json"
        settings.write_text('{"table": "8", "rules": "new-zealand"}')
        flash.flash(blank.port, settings)
        assert ask(blank, "hello")["log"] == made["log"]
        assert pull(blank, logs)["proven"]


def test_wrong_calls(virtual, logs, tmp_path):
    assert tablectl("pull", "--port", virtual.port).returncode == 2
    assert tablectl("pull", "--port", virtual.port, "--to", logs, "--follow", "--files").returncode == 2
    assert tablectl("pull", "--port", virtual.port, "--to", logs, "--accept-log", "0" * 16).returncode == 2
    (tmp_path / "file").write_text("")
    for how in ((), ("--files",)):
        done = tablectl("pull", "--port", virtual.port, "--to", tmp_path / "file", *how)
        assert (done.returncode, done.stdout) == (1, "")
        assert "cannot be written" in done.stderr and "): name another folder" in done.stderr
        wait_for_table(virtual.port)
    assert tablectl("pull", "--port", "/dev/no-such-port", "--to", logs).returncode == 3
    assert tablectl("provision", "--port", "/dev/no-such-port").returncode == 3
