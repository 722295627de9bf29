"""Ctrl-C and a port that is pulled, at every stage of a flash and of a pull: the status, and the next call works."""

import json
import os
import signal
import subprocess
import time

import pytest
from click.testing import CliRunner

from host_tools import board as board_of_tools
from host_tools import flash, provision
from host_tools.cli import main
from host_tools.link import wait_for_table
from tests.command import TABLECTL, tablectl
from tests.host.at_a_board import flashed_board
from tests.host.cable import Plug

BENCH = "BENCH" in os.environ
DELAYS = (0.3, 0.6, 0.9, 1.3, 1.8, 2.5, 3.2, 4.0, 5.0, 6.5) if BENCH else (1.0,)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with flashed_board(tmp_path_factory.mktemp("ctrl-c"), rate=8) as made:
        yield made


def interrupted(delay, *arguments):
    """(status, stdout, stderr) of a call that got a Ctrl-C after so many seconds, as a terminal sends it: to all of its
    programs."""
    process = subprocess.Popen(
        [TABLECTL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    try:
        out, errors = process.communicate(timeout=delay)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    return process.returncode, out, errors


@pytest.mark.parametrize("delay", DELAYS)
def test_ctrl_c_in_a_flash(board, delay):
    virtual, settings = board
    settings.write_text(json.dumps({"table": f"7 {delay}", "rules": "new-zealand"}))
    status, out, errors = interrupted(delay, "flash", "--port", virtual.port, "--settings", str(settings))
    assert status in (0, 130), errors
    assert "Traceback" not in errors and (status == 0 or out == "")
    told = errors.strip()  # nothing before it has found the board
    assert status == 0 or not told or (told.startswith("tablectl: interrupted: the board ") and "\n" not in told)
    done = tablectl("flash", "--port", virtual.port, "--settings", str(settings), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["hello"]["table"] == f"7 {delay}"


@pytest.mark.parametrize(
    ("call", "steps"),
    [
        (("flash",), [(board_of_tools, "stage", flash.UNTOUCHED), (flash, "wait_for_trial", flash.DECIDED)]),
        (("provision", "--discard"), [(provision, "table_again", provision.BEGUN)]),
    ],
)
def test_ctrl_c_says_what_state_the_board_is_in(board, monkeypatch, call, steps):
    virtual, settings = board
    settings.write_text(json.dumps({"table": "9", "rules": "new-zealand"}))
    arguments = [*call, "--port", virtual.port, *(("--settings", str(settings)) if call == ("flash",) else ())]
    for module, step, told in steps:
        with monkeypatch.context() as patch:
            patch.setattr(module, step, _interrupted)
            done = CliRunner().invoke(main, arguments)
        assert (done.exit_code, done.stdout, done.stderr) == (130, "", f"tablectl: interrupted: {told}\n")
    assert CliRunner().invoke(main, arguments).exit_code == 0


def _interrupted(*_, **__):
    raise KeyboardInterrupt


@pytest.mark.parametrize("delay", DELAYS[:4:2] if BENCH else DELAYS[:1])
def test_ctrl_c_in_a_pull_and_a_monitor(board, tmp_path, delay):
    virtual, _ = board
    for call in (("pull", "--to", str(tmp_path), "--follow"), ("monitor", "--json")):
        status, _, errors = interrupted(delay, *call, "--port", virtual.port)
        assert status == 130 and errors.strip() == ""
    assert tablectl("pull", "--to", str(tmp_path), "--port", virtual.port).returncode == 0


@pytest.mark.skipif(not BENCH, reason="BENCH=1")
@pytest.mark.parametrize("delay", DELAYS)
def test_the_cable_is_pulled_at_every_stage_of_a_flash(board, delay):
    virtual, settings = board
    settings.write_text(json.dumps({"table": f"8 {delay}", "rules": "new-zealand"}))
    plug = Plug(virtual.port)
    process = subprocess.Popen(
        [TABLECTL, "flash", "--port", plug.path, "--settings", str(settings)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(delay)
    plug.pull()
    virtual.power_cut()  # the board's power comes over the same cable
    start = time.monotonic()
    _, errors = process.communicate(timeout=300)
    print(f"\n{delay} s: status {process.returncode} after {time.monotonic() - start:.1f} s: {errors.strip()}")
    assert process.returncode in (0, 3), errors
    assert "Traceback" not in errors and errors.count("\n") <= 1
    virtual.power_on()
    time.sleep(0.3)
    virtual.reset()
    wait_for_table(virtual.port, 30, patient=True)
    assert tablectl("flash", "--port", virtual.port, "--settings", str(settings)).returncode == 0
