"""Modules are found by the list while it is in use, and in their folders before and after."""

import subprocess

import pytest

from host_tools import board_files, mpy
from host_tools.micropython import interpreter

CODE = """
import sys, vfs
vfs.umount("/")
vfs.mount(vfs.VfsPosix(sys.argv[1]), "/")
sys.path[:] = [""]
from firmware import quick_imports
import os
quick_imports.begin()
import firmware.clock, shared_core.wheel
import shared_core.rulebooks.new_zealand as book
print(firmware.clock.__file__, shared_core.wheel.__file__, book.__file__)
os.rename("firmware/lamp" + sys.argv[2], "firmware/lantern" + sys.argv[2])
for name in ("lantern", "nothing"):
    try:
        __import__("firmware." + name)
    except ImportError:
        print(name + " is not in the list")
try:
    import firmware.lamp
except OSError:
    print("lamp is, and is not there")
quick_imports.end()
import firmware.memory, firmware.lantern
print(firmware.memory.__file__, firmware.lantern.__file__)
print(sorted(os.listdir("/")))
"""


@pytest.mark.parametrize("suffix", [".py", ".mpy"])
def test_imports(tmp_path, suffix):
    files = board_files.program()
    if suffix == ".mpy":
        files = mpy.compiled(files, "x64", [CODE])
    for file in files:
        file.write_below(tmp_path)
    script = tmp_path.parent / f"{tmp_path.name}.py"
    script.write_text(CODE)
    done = subprocess.run([interpreter(), script, tmp_path, suffix], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        f"/f/clock{suffix} /s/wheel{suffix} /s/rulebooks/new_zealand{suffix}",
        "lantern is not in the list",
        "nothing is not in the list",
        "lamp is, and is not there",
        f"firmware/memory{suffix} firmware/lantern{suffix}",
        "['boot.py', 'firmware', 'loader.py', 'main.py', 'shared_core']",
    ], done.stderr


ELSEWHERE = """
import sys, vfs
vfs.umount("/")
vfs.mount(vfs.VfsPosix(sys.argv[1]), "/")
sys.path[:] = ["/flash"]
from firmware import quick_imports
quick_imports.begin()
import firmware.clock
print(firmware.clock.__file__)
quick_imports.end()
"""


def test_a_program_that_lies_elsewhere_is_imported_as_before(tmp_path):
    for file in board_files.program():
        file.write_below(tmp_path / "flash")
    script = tmp_path / "script.py"
    script.write_text(ELSEWHERE)
    done = subprocess.run([interpreter(), script, tmp_path], capture_output=True, text=True)
    assert done.stdout == "/flash/firmware/clock.py\n", done.stderr
