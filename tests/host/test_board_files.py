"""What is sent to a board: the same from the checkout and from a wheel that is installed elsewhere."""

import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from host_tools import board_files
from tests.command import tablectl

ROOT = Path(__file__).resolve().parents[2]


def test_what_belongs_on_a_board():
    paths = [file.path for file in board_files.program()]
    assert paths == sorted(set(paths))
    on_disk = [path.relative_to(ROOT) for name in board_files.PACKAGES for path in (ROOT / name).rglob("*.py")]
    assert len(paths) == len(on_disk)
    assert "/shared_core/rulebooks/new_jersey.py" in paths
    for path in on_disk:
        at_root = str(path.parent) == "firmware/root"
        assert ("/" + path.name if at_root else "/" + path.as_posix()) in paths
    assert all(path.endswith(".py") and "__pycache__" not in path for path in paths)
    for file in board_files.program():
        assert file.size == len(file.data)
        assert file.sha256 == hashlib.sha256(file.data).hexdigest()


def test_dry_run_needs_no_board_and_names_each_file():
    done = tablectl("flash", "--dry-run", "--json", TABLECTL_PORT="")
    assert done.returncode == 0
    planned = json.loads(done.stdout)
    assert planned["files"] == [
        {"path": file.path, "size": file.size, "sha256": file.sha256, "send": None} for file in board_files.program()
    ]
    assert planned["port"] is None
    text = tablectl("flash", "--dry-run", TABLECTL_PORT="")
    assert len(text.stdout.splitlines()) == len(planned["files"]) + 1
    assert text.stderr.startswith("compared with no board: ") and text.stderr.count("\n") == 1


def test_dry_run_compares_with_the_board_that_is_named():
    by_port = ("--port", "/dev/none")
    for call, environment in ((by_port, ""), ((), "/dev/none"), (by_port, "/dev/other")):
        done = tablectl("flash", "--dry-run", *call, TABLECTL_PORT=environment)
        assert (done.returncode, done.stdout) == (3, "")
        assert "there is no port /dev/none" in done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The tablectl of a fresh venv with the built wheel; what the wheel needs comes from this interpreter."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=120)
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    (wheel,) = folder.glob("*.whl")
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    return python.parent / "tablectl"


def test_the_wheel_sends_the_same_files(installed, tmp_path):
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [installed, "flash", "--dry-run", "--json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(tablectl("flash", "--dry-run", "--json").stdout)
    where = subprocess.run(
        [installed.with_name("python"), "-c", "import host_tools; print(host_tools.__file__)"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert where.stdout.startswith(str(installed.parent.parent))
