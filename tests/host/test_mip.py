"""`mpremote mip install` from a checkout, by real mpremote onto a virtual board."""

import json

from host_tools import board_files
from host_tools.link import wait_for_table
from host_tools.virtual_board import VirtualBoard
from tests.host.at_a_board import mpremote


def test_the_package_is_the_program(tmp_path):
    settings = tmp_path / "table.json"
    settings.write_text(json.dumps({"table": "9", "rules": "new-zealand"}))
    with VirtualBoard(rate=5) as board:
        said = mpremote(board, "mip", "install", "--target", "/", "firmware/package.json", timeout=300)
        assert said.count("Installing:") == len(board_files.program())
        mpremote(board, "fs", "cp", str(settings), ":table.json", "+", "reset")
        assert wait_for_table(board.port)["table"] == "9"
