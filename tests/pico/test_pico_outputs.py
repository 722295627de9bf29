"""The drivers of displays, pixels, lamps and the trade's lines on official MicroPython, read from the pins."""

import json
from pathlib import Path

import pytest

from tests.pico.emulator import Pico
from tests.pico.outputs import PinOutputs
from tests.pico.program import program

MAIN = Path(__file__).with_name("board") / "outputs_main.py"
SETTINGS = {
    "table": "9",
    "rules": "new-zealand",
    "options": {"min_turns": 4},
    "displays": [
        {"type": "tm1637", "clk": 10, "dio": 11},
        {"type": "max7219", "din": 12, "clk": 13, "cs": 14},
        {"type": "ht16k33", "scl": 15, "sda": 16, "address": 0x70},
        {"type": "ht16k33", "scl": 15, "sda": 16, "address": 0x71},
        {"type": "ws2812", "data": 17, "pixels": 2},
    ],
    "lamps": {"no_more_bets": 18, "no_spin": 19, "fault": 22},
    "buzzer": 26,
    "status_line": {},
    "reader": "status-line",
    "reader_line": {},
}
# picture: what is seen on four digits, on eight, the pixels, the lamps that are lit; one after the other
PICTURES = (
    ("closed", "CLSd", "    CLSd", "000000", []),
    ("0", "   0", "       0", "004000", []),
    ("00", "  00", "   0.  00", "004000", []),
    ("17", "  17", " 0.00.  17", "404040", []),
    ("no-more-bets", "----", "00.17.----", "000000", ["lamps.no_more_bets"]),
    ("no-spin", "noSP", "00.17.noSP", "401800", ["lamps.no_spin"]),
    ("fault-pocket", "Er04", "00.17.Er04", "280040", ["lamps.fault"]),
)


@pytest.fixture(scope="module")
def shown(image):
    """(a board at its prompt with the program of outputs_main.py, its outputs)."""
    files = {**program(), "/main.py": MAIN.read_bytes(), "/table.json": json.dumps(SETTINGS).encode()}
    pico = Pico(image, files=files, stall=False)
    outputs = PinOutputs(pico, {key: SETTINGS[key] for key in ("displays", "lamps", "buzzer")})
    pico.wait(lambda: b"]\r\n" in pico.output, 20_000_000)
    assert b"errors []" in pico.output, pico.tail()
    outputs.look()
    assert [outputs.shown(f"displays[{place}]")["text"] for place in (0, 1, 2)] == ["8." * 4, "8." * 8, "8." * 4]
    pico.wait(lambda: b">>> " in pico.output, 20_000_000)
    return pico, outputs


def test_pictures(shown, report):
    pico, outputs = shown
    slowest = 0
    for picture, four, eight, colour, lamps in PICTURES:
        blink = picture[0].isdigit()
        slowest = max(slowest, int(pico.execute(f"print(show({picture!r}, {blink}))")))
        outputs.look()
        assert [outputs.shown(f"displays[{place}]")["text"] for place in (0, 1, 2, 3)] == [four, eight, four, four]
        assert outputs.shown("displays[4]") == {"colours": [colour, colour]}
        assert [name for name in outputs.names() if outputs.shown(name).get("level")] == lamps
    report("all five displays and four pins written, us", slowest)
    assert slowest < 30_000


def test_the_trades_lines(shown):
    pico, _ = shown
    sent = bytearray()
    pico.watch_uart(0, lambda _, byte: sent.append(byte))
    pico.execute('uart.write(b"*X;2;001;  ;0;150;1\\r\\n"); time.sleep_ms(40)')
    assert bytes(sent) == b"*X;2;001;  ;0;150;1\r\n"
    pico.send_uart(1, b"*X;3;012; 5;0;150;1\r\n" * 2, 9600)
    assert pico.execute("time.sleep_ms(80); print(heard())") == "[('ball', 0)]\n"
