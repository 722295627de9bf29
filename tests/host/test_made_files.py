"""Files in the repository that a tool here makes are as it would make them now."""

import json
from pathlib import Path

from host_tools import board_files, package_json, wiring
from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def test_wiring():
    assert (FIRMWARE / "wiring.svg").read_text() == wiring.svg()
    gpios = [gpio for _, _, _, gpio, _ in wiring.rows()]
    assert gpios == sorted([*DEFAULT_PINS.values(), DEFAULT_DISPLAY["clk"], DEFAULT_DISPLAY["dio"]])


def test_package():
    assert (FIRMWARE / "package.json").read_text() == package_json.text()
    urls = json.loads(package_json.text())["urls"]
    assert ["/" + path for path, _ in urls] == [file.path for file in board_files.program()]
    assert all((FIRMWARE / source).is_file() for _, source in urls)
