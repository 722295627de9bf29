"""Files by the receiver on the board, beside `mpremote fs cp` and ampy."""

import hashlib
import os
import random
import subprocess
import sys
import time

import pytest

from host_tools import board, board_files, send
from host_tools.backend import open_backend
from host_tools.errors import ToolError
from host_tools.virtual_board import VirtualBoard
from tests.host.at_a_board import ampy, mpremote

BENCH = "BENCH" in os.environ
SIZE = 500_000 if BENCH else 100_000


@pytest.fixture(scope="module")
def stopped():
    """A blank virtual board at its prompt, and the backend for it."""
    with VirtualBoard() as virtual:
        reached = open_backend("mpremote", virtual.port)
        reached.stop()
        yield virtual, reached


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """Files of SIZE bytes by name: of a program, which deflates well, and of random bytes, which do not."""
    folder = tmp_path_factory.mktemp("texts")
    program = b"".join(file.data for file in board_files.program())
    (folder / "program").write_bytes((program * (SIZE // len(program) + 1))[:SIZE])
    (folder / "random").write_bytes(random.Random(1).randbytes(SIZE))
    return folder


def digest_on(reached, path):
    return board.hashes(reached, [path])[path][1]


def sha256_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("kind", ["program", "random"])
def test_a_file_goes_at_least_twice_as_fast_as_by_mpremote(stopped, texts, kind):
    virtual, reached = stopped
    here = texts / kind
    start = time.monotonic()
    send.send(virtual.port, [(here, "/ours")], lambda path: None)
    ours = time.monotonic() - start
    start = time.monotonic()
    mpremote(virtual, "resume", "fs", "cp", "-f", str(here), ":theirs", timeout=60)
    theirs = time.monotonic() - start
    assert digest_on(reached, "/ours") == sha256_of(here)
    print(f"\n{SIZE} bytes, {kind}: {ours:.2f} s, mpremote fs cp {theirs:.2f} s, {theirs / ours:.1f} times as fast")
    assert theirs > 2 * ours
    reached.run("import os\nos.remove('/ours')\nos.remove('/theirs')")


def test_many_files_of_every_size(stopped, tmp_path):
    virtual, reached = stopped
    sizes = (0, 1, 3, 255, 256, 4095, 4096, 4097, 8191, 8192, 8193, 20_000)
    named = []
    for size in sizes:
        here = tmp_path / str(size)
        here.write_bytes(bytes(range(256)) * (size // 256) + b"\x03\x04\x01" * size)
        named.append((here, f"/{size}"))
    told = []
    send.send(virtual.port, named, told.append)
    assert told == [there for _, there in named]
    for here, there in named:
        assert digest_on(reached, there) == sha256_of(here), there
    reached.run("import os\nfor name in " + repr([there for _, there in named]) + ":\n os.remove(name)")


SLOW_PRINT = """
import time
_print = print
def print(*texts):
    _print(*texts)
    time.sleep_ms(200)
"""


def test_a_board_that_is_slow_to_begin_takes_a_ctrl_c_for_a_byte(stopped, tmp_path, monkeypatch):
    virtual, reached = stopped
    monkeypatch.setattr(send, "CALL", SLOW_PRINT + send.CALL)
    here = tmp_path / "file"
    here.write_bytes(b"\x03" * 9)
    send.send(virtual.port, [(here, "/ab")], lambda path: None)  # the length of its path is a Ctrl-C, too
    reached.run("del print")
    assert digest_on(reached, "/ab") == sha256_of(here)
    reached.run("import os\nos.remove('/ab')")


@pytest.mark.parametrize(("path", "size", "word"), [("/big", 2_000_000, "28"), ("/no/folder/file", 10, "ENOENT")])
def test_what_the_board_cannot_take_is_said_and_the_prompt_is_clean(stopped, tmp_path, path, size, word):
    virtual, reached = stopped
    here = tmp_path / "file"
    here.write_bytes(random.Random(2).randbytes(size))
    with pytest.raises(ToolError) as caught:
        send.send(virtual.port, [(here, path)], lambda path: None)
    assert caught.value.status == 3 and word in caught.value.message
    assert reached.run("print(6 * 7)").strip() == "42"
    reached.run("import os\nif 'big' in os.listdir('/'): os.remove('/big')")


def test_a_host_that_goes_away_leaves_a_board_that_can_be_reached(stopped, texts):
    virtual, reached = stopped

    def leave(path):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        send.send(virtual.port, [(texts / "program", "/a"), (texts / "program", "/b")], leave)
    time.sleep(6)
    reached.stop()
    assert reached.run("print(6 * 7)").strip() == "42"


@pytest.mark.skipif(not BENCH, reason="minutes of ampy; BENCH=1")
def test_a_first_flash_an_unchanged_one_and_ampy(tmp_path):
    """In one run over one port: our first flash beside mpremote fs cp -r and ampy, and a flash of what is there."""
    from host_tools import flash
    from host_tools.mpy import compiled

    settings = tmp_path / "table.json"
    settings.write_text('{"table": "7", "rules": "new-zealand"}')
    files = compiled(board_files.program(), "x64")
    for file in files:
        file.write_below(tmp_path / "files")
    took = {}
    with VirtualBoard() as virtual:
        for name, call in (
            ("first flash", lambda: flash.flash(virtual.port, settings)),
            ("unchanged flash", lambda: flash.flash(virtual.port, settings)),
            ("stop", lambda: mpremote(virtual, "soft-reset")),
            ("our copy of the same files", lambda: send.send(virtual.port, flat(tmp_path / "files"), str)),
            ("mpremote fs cp -r", lambda: copied(virtual, tmp_path / "files")),
            ("ampy put", lambda: ampied(virtual, tmp_path / "files" / "firmware")),
        ):
            start = time.monotonic()
            call()
            took[name] = time.monotonic() - start
    size = sum(file.size for file in files)
    part = sum(file.size for file in files if file.path.startswith("/firmware/"))
    print(f"\n{len(files)} files, {size} bytes; ampy: {part} bytes of firmware/ alone: {took}")
    assert took["unchanged flash"] < took["first flash"] < took["ampy put"]
    assert took["our copy of the same files"] < took["mpremote fs cp -r"]


def flat(folder):
    """Every file below a folder, with a place in the root of the board."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [(path, "/" + "-".join(path.relative_to(folder).parts)) for path in paths]


def copied(virtual, folder):
    parts = [str(path) for path in sorted(folder.iterdir())]
    command = [
        sys.executable,
        "-m",
        "mpremote",
        "connect",
        virtual.port,
        "resume",
        "mkdir",
        "copy",
        "+",
        "fs",
        "cp",
        "-r",
    ]
    subprocess.run([*command, *parts, ":copy/"], check=True, stdout=subprocess.DEVNULL, timeout=300)


def ampied(virtual, folder):
    for path in sorted(folder.iterdir()):
        if path.is_file():
            subprocess.run(
                [sys.executable, "-c", "from ampy.cli import cli; cli()", "--port", virtual.port, "put", str(path)],
                check=True,
                timeout=300,
            )
    assert "app.mpy" in ampy(virtual, "ls")
