"""Every picture of every display as a table in firmware/README.md, made from what a virtual board's wires say.

python -m tests.display_table      writes it anew; tests/host/test_devices_on_a_board.py says when that is due
"""

import json
import tempfile
from pathlib import Path

from host_tools import board_files, littlefs_image, mpy
from host_tools.mpremote import Mpremote
from host_tools.virtual_board import VirtualBoard
from host_tools.virtual_board.state import BLOCK, BLOCKS
from tests.all_pictures import names

README = Path("firmware/README.md")
BEGIN, END = "<!-- pictures: made by tests/display_table.py -->", "<!-- end of pictures -->"
RATE = 10

SETTINGS = {
    "table": "9",
    "rules": "new-zealand",
    "options": {"min_turns": 4},
    "displays": [
        {"type": "tm1637"},
        {"type": "max7219", "din": 12, "clk": 13, "cs": 14},
        {"type": "ht16k33", "scl": 15, "sda": 16},
        {"type": "ws2812", "data": 17},
    ],
    "lamps": {"no_more_bets": 18, "no_spin": 19, "fault": 22},
    "buzzer": 26,
    "status_line": {},
}
DIGITS = ("displays[0]", "displays[2]", "displays[1]")  # of TM1637, HT16K33, MAX7219

# Runs on the board: shows each picture, and prints it with the time at which it had come to rest.
PROGRAM = """
import time
from firmware import hardware, startup
from firmware.display import Display

settings, errors = startup.read_settings(startup.read("/table.json"))
display = Display(hardware.outputs(settings, errors))

def rest(ms):
    for _ in range(ms // 10):  # at least so long, however busy the host is
        display.tick(time.ticks_ms())
        time.sleep_ms(10)

def stamp(picture):
    print(picture, time.ticks_us())

def show(picture, ms):
    stamp("begin")
    display.show(picture)
    rest(ms)
    stamp(picture)

stamp("begin")
for _ in range(3):
    display.self_test()
    rest(100)
stamp("self-test")
rest(1600)  # the self-test of the display is over
for name in NAMES:
    if name[0].isdigit():
        display.show(name, True)
        show(name, 50)
    elif name not in ("self-test", "dark"):
        show(name, 100 if name[:5] in ("hand-", "inspe") else 1000)
print("errors", errors)
"""


def pictures(board):
    """[(picture, {output: what it showed}, beeps)] in the order in which they were shown on a board that is flashed."""
    device = Mpremote(board.port)
    device.stop()
    said = device.run(f"NAMES = {names()!r}\n{PROGRAM}")
    *steps, errors = [line.rsplit(" ", 1) for line in said.splitlines()]
    assert errors == ["errors", "[]"], errors
    zero = [event["t_us"] for event in board.events if "boot" in event and event["cause"] != "soft-reset"][-1]
    found = []
    begun = 0
    for picture, ticks in steps:
        if picture == "begin":
            begun = zero + int(ticks)
        else:
            found.append((picture, *_seen(board.events, begun, zero + int(ticks))))
    return found


def _seen(events, begun, ended):
    """({output: what it shows at the end}, beeps)."""
    shown = {}
    beeps = 0
    for event in events:
        if event["t_us"] > ended:
            break
        if "display" in event:
            shown[DIGITS[0]] = event["display"]
        elif "output" in event:
            shown[event["output"]] = event.get("text", event.get("colours", event.get("level")))
            beeps += event["output"] == "buzzer" and event["level"] and event["t_us"] >= begun
    return shown, beeps


def markdown(found):
    """The table as lines of text."""
    lines = [
        "| picture | TM1637 | HT16K33 | MAX7219 | WS2812 | lamps lit | beeps |",
        "|---|---|---|---|---|---|---|",
    ]
    for picture, shown, beeps in found:
        digits = [f"`{shown[name]}`" for name in DIGITS]
        (colour,) = shown["displays[3]"]
        lamps = [name.split(".")[1] for name in sorted(shown) if name.startswith("lamps.") and shown[name]]
        cells = [picture, *digits, "dark" if colour == "000000" else colour, ", ".join(lamps), str(beeps or "")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def in_readme():
    """The table that firmware/README.md has, as lines of text."""
    text = README.read_text(encoding="utf-8")
    return text[text.index(BEGIN) + len(BEGIN) : text.index(END)].strip().splitlines()


def flashed(folder):
    """Makes a board with the firmware, which PROGRAM can use, and SETTINGS; its state folder."""
    files = {file.path: file.data for file in mpy.compiled(board_files.program(), "x64", [PROGRAM])}
    files["/table.json"] = json.dumps(SETTINGS).encode()
    state = Path(folder) / "state"
    state.mkdir()
    (state / "flash.img").write_bytes(littlefs_image.pack(files, BLOCK * BLOCKS))
    return state


def main():
    with tempfile.TemporaryDirectory() as folder, VirtualBoard(flashed(folder), rate=RATE) as board:
        board.wait_main()
        lines = markdown(pictures(board))
    text = README.read_text(encoding="utf-8")
    before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
    README.write_text(before + "\n\n" + "\n".join(lines) + "\n\n" + after, encoding="utf-8")


if __name__ == "__main__":
    main()
