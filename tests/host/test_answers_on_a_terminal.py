"""What `settle`, `rules` and `fingerprint` show to people: NO_COLOR is obeyed, --json is JSON and nothing else."""

import json
import os
import pty
import re
import subprocess

import pytest

from tests.command import TABLECTL, tablectl

AMERICAN = ("--rules", "new-jersey", "--zero-rule", "half")
STRAIGHT = '{"seat": 1, "spot": "straight-17", "stake": 500}\n'

# The parameters of an SGR sequence that set a colour: foreground, background, and the bright ones of both.
COLOURS = {*range(30, 50), *range(90, 108)}


def in_terminal(*arguments, **environment):
    """(status, what stdout showed) with stdout on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TABLECTL, *arguments], stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(theirs)
    assert process.stdin is not None
    process.stdin.write(STRAIGHT.encode())
    process.stdin.close()
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return process.wait(60), shown


@pytest.mark.parametrize(
    "call",
    [
        "settle --rules new-jersey --zero-rule half --result 17",
        "rules new-jersey --zero-rule half",
        "fingerprint --rules new-zealand",
    ],
)
def test_no_color_is_obeyed(call):
    status, shown = in_terminal(*call.split(), NO_COLOR="1")
    assert status == 0
    assert shown
    attributes = {int(code) for codes in re.findall(rb"\x1b\[([0-9;]*)m", shown) for code in codes.split(b";") if code}
    assert not attributes & COLOURS


def test_json_has_no_colour_even_on_a_terminal():
    _, shown = in_terminal("settle", *AMERICAN, "--result", "17", "--json")
    assert b"\x1b" not in shown
    assert json.loads(shown)["paid"] == 17500


def test_words_for_people():
    done = tablectl("settle", *AMERICAN, "--result", "17", stdin=STRAIGHT + '{"seat": 2, "spot": "x", "stake": 5}')
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert "17500" in re.sub(r"[ ,.']", "", done.stdout)
    assert "unknown-spot" in done.stdout + done.stderr


def test_help_has_an_example():
    for command in ("settle", "rules", "fingerprint"):
        done = tablectl(command, "--help")
        assert done.returncode == 0
        assert "tablectl " + command in done.stdout
