"""A board without a board: real MicroPython behind a port, a flash image, sensor lines that play traces, a display.

    with VirtualBoard("state", rate=4) as board:
        print(board.port)                     # for mpremote, ampy, tablectl
        board.play(read_trace("spin.csv"))
        board.wait_display("  17", timeout=20)

What runs on the board's side lies in board/; it is MicroPython and knows nothing of the firmware.
"""

import platform

from host_tools.errors import ToolError

if platform.system() != "Linux":  # pseudo terminals, /proc and signals of Linux
    raise ToolError("the virtual board needs Linux (on Windows: WSL): use a real board, or Linux", 2)

from .virtual_board import VirtualBoard

__all__ = ["VirtualBoard"]
