"""What every command owes its caller: statuses, one sentence, nothing on standard output but the answer."""

import json
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from host_tools import cli
from tests.command import TABLECTL, tablectl


def read_once(*arguments, **options):
    """(status, stderr) of a call whose output is closed after the first bytes, or before them with size=0."""
    size = options.pop("size", 10)
    process = subprocess.Popen([TABLECTL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    assert process.stdout is not None and process.stderr is not None
    if size:
        process.stdout.read(size)
    process.stdout.close()
    errors = process.stderr.read().decode()
    return process.wait(60), errors


@pytest.mark.parametrize("call", ["rules", "rules new-jersey", "rules new-jersey --json", "log --help"])
def test_a_reader_who_has_seen_enough_is_no_error(call):
    assert read_once(*call.split(), size=0) == (0, "")


def test_the_verdict_stands_though_nobody_reads_it(tmp_path):
    path = tmp_path / "log.log"
    path.write_bytes(b"no record\n")
    status, errors = read_once("verify", str(path), "--json", size=0)
    assert (status, errors) == (4, "")


@pytest.mark.parametrize("call", ["rules new-jersey", "log --help"])
def test_a_full_disk_under_the_output_is_said(call):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TABLECTL, *call.split()], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("tablectl: ") and done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def test_closed_streams():
    for closed in (">&-", "<&- >&- 2>&-"):
        command = f'"{TABLECTL}" rules new-zealand {closed}'
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_at_any_moment_of_the_start():
    for delay in (0.0, 0.1, 0.4):
        process = subprocess.Popen(
            [TABLECTL, "simulate", "--spins", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            process.wait(delay + interpreter_start())
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        assert process.returncode == 130, errors
        assert out == b"" and b"Traceback" not in errors


def interpreter_start():
    """Seconds in which Python itself starts; before that nothing of ours can take a Ctrl-C."""
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", "import re"], check=True)
    return 0.1 + 2 * (time.monotonic() - start)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "0", "-1", "1e999", "x"])
def test_a_rate_that_is_none_is_refused(value):
    for option in ("--rate", "--pause") if value != "0" else ("--rate",):
        done = CliRunner().invoke(cli.main, ["virtual-board", option, value])
        assert (done.exit_code, done.stdout) == (2, "")
        assert option in done.stderr


def test_replay_goes_on_behind_what_is_no_file(tmp_path):
    done = tablectl("replay", "tests/traces/valid-single.csv", str(tmp_path), "tests/traces/no-such.csv", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["spins"][0]["number"] == "28"
    assert str(tmp_path) in lines[1]["error"] and "no-such.csv" in lines[2]["error"]


def test_a_folder_that_cannot_be_written_is_said_at_once(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for jobs in ("1", "2"):
        done = tablectl("simulate", "--spins", "5", "--write", str(file / "traces"), "--jobs", jobs)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("tablectl: ") and done.stderr.count("\n") == 1
        assert str(file / "traces") in done.stderr


@pytest.mark.parametrize("form", ["array", "lines"])
def test_one_number_that_is_too_long_costs_one_wager(form):
    rows = [f'{{"seat": 1, "spot": "red", "stake": {stake}}}' for stake in (100, "9" * 400, "1." + "0" * 5000, 200)]
    text = f"[{', '.join(rows)}]" if form == "array" else "\n".join(rows)
    done = tablectl("settle", "--rules", "new-zealand", "--result", "17", "--json", stdin=text)
    assert done.returncode == 1, done.stderr
    settled = json.loads(done.stdout)
    assert [wager["stake"] for wager in settled["wagers"]] == [100, 200]
    assert [(row["line"], row["error"]) for row in settled["refused"]] == [(2, "bad-stake"), (3, "bad-stake")]
