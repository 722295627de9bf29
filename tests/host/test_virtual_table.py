"""The table that the virtual board is built into: clock, sensor lines, interrupts, display and flash."""

import json
import re
import time

import pytest
import serial
from at_a_board import mpremote, put_main, python_on

from host_tools.errors import ToolError
from host_tools.virtual_board import VirtualBoard

WRAP = (1 << 30) * 1000  # us after power-on at which ticks_us and ticks_ms wrap at the same moment


@pytest.fixture
def board(tmp_path):
    with VirtualBoard(tmp_path / "state") as board:
        yield board


# -- clock, lines, interrupts -----------------------------------------------------------------------------------

CAPTURE = """
import asyncio, time
from array import array
from machine import Pin
ring = array("l", [0] * 3000)
n = bytearray(2)
zero = time.ticks_us()

def edge(pin, ticks=time.ticks_us):
    at = n[0] | n[1] << 8
    ring[at] = ticks() << 5 | pins[pin] << 1 | pin.value()
    at += 1
    n[0] = at & 255
    n[1] = at >> 8

lines = [Pin(gpio, Pin.IN, Pin.PULL_DOWN) for gpio in range(2, 10)]
pins = {pin: at for at, pin in enumerate(lines)}
for pin in lines:
    pin.irq(edge, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

async def main():
    waited = 0
    while n[0] | n[1] << 8 < WANTED:
        WAIT
    for value in ring[: n[0] | n[1] << 8]:
        print(time.ticks_diff(value >> 5, zero), value >> 1 & 15, value & 1)

print("ready", zero)
asyncio.run(main())
"""


def captured(board, rows, wait, tmp_path, program=CAPTURE):
    """What the handlers of a program that waits in this way saw of a trace: rows like those."""
    program = program.replace("WANTED", str(len(rows))).replace("WAIT", wait)
    put_main(board, program, tmp_path)
    start, _ = board.play([(t, LINES[line], level) for t, line, level in rows], after_us=200_000)
    board.wait_event(lambda event: event.get("main") == "ended", timeout=20, since_us=start)
    said = board.said.decode(errors="replace")
    said = said[said.rindex("ready ") :].split("\r\n")[0].split("\n")
    seen = [tuple(int(part) for part in line.split()) for line in said[1:] if line[:1].isdigit()]
    zero = int(said[0].split()[1])
    boot = [event["t_us"] for event in board.events if "boot" in event][-1]
    return [(t + zero - (start - boot), line, level) for t, line, level in seen]


LINES = ("rotor_index", "rotor_a", "rotor_b", "pocket", "ball_a", "ball_b", "no_more_bets", "no_spin")
# bursts on all lines, their edges 20 us apart, the first two at the same time
BURSTS = [(5_000 * burst + 20 * max(line, 1), line, 1 - burst % 2) for burst in range(20) for line in range(len(LINES))]


@pytest.mark.parametrize(
    ("wait", "rate"),
    [
        ("await asyncio.sleep_ms(50)", 1),
        ("await asyncio.sleep_ms(2)", 10),
        ("waited += 1", 1),  # busy, without a look at the clock
        ("time.sleep_ms(7)", 2),
        ("lines[0].value()", 1),
    ],
)
def test_handlers_are_called_at_the_edges_own_times(tmp_path, wait, rate):
    with VirtualBoard(tmp_path / "state", rate=rate) as board:
        assert captured(board, BURSTS, wait, tmp_path) == BURSTS


def test_a_busy_program_and_its_interrupts_do_not_get_into_each_others_way(board, tmp_path):
    rows = [(500 * step, line, 1 - step % 2) for step in range(400) for line in range(4)]
    program = DRIVER + "ones, eights = b'\\x06' * 4, b'\\x7f' * 4\n" + CAPTURE
    assert captured(board, rows, "show(ones); show(eights)", tmp_path, program) == rows
    shown = {event["display"] for event in board.events if "display" in event}
    assert shown == {"1111", "8888"}


WRAPS = """
import asyncio, time
async def main():
    us, ms = time.ticks_us(), time.ticks_ms()
    turns = 0
    while time.ticks_us() >= us:
        await asyncio.sleep_ms(100)
        turns += 1
    print(turns, time.ticks_ms() < ms, time.ticks_diff(time.ticks_us(), us), time.ticks_diff(time.ticks_ms(), ms))
    try:
        time.ticks_add(0, 2**29)
    except OverflowError:
        print("too far")
asyncio.run(main())
"""


def test_ticks_wrap_as_on_a_pico(tmp_path):
    with VirtualBoard(tmp_path / "state", rate=10, ticks_start_us=WRAP - 60_000_000) as board:
        said, too_far = python_on(board, WRAPS).split("\n")[:2]
        turns, ms_wrapped, us, ms = said.split()
        assert (ms_wrapped, too_far) == ("True", "too far")
        assert abs(int(us) // 1000 - int(ms)) < 100
        assert 0 <= int(ms) - 100 * int(turns) < 20 * int(turns)  # neither early nor much late
        assert board.now_us > 60_000_000


def test_a_poll_timeout_follows_the_rate(tmp_path):
    with VirtualBoard(tmp_path / "state", rate=20) as board:
        program = (
            "import select, sys, time\n"
            "p = select.poll(); p.register(sys.stdin, select.POLLIN)\n"
            "t = time.ticks_ms(); found = p.poll(5000)\n"
            "print(found, time.ticks_diff(time.ticks_ms(), t) // 100)\n"
        )
        started = time.monotonic()
        assert python_on(board, program) == "[] 50\n"
        assert time.monotonic() - started < 3


def test_a_hard_handler_cannot_allocate(board, tmp_path):
    program = (
        "import time\nfrom machine import Pin\n"
        "p = Pin(8, Pin.IN)\np.irq(lambda pin: [1, 2, 3], Pin.IRQ_RISING, hard=True)\n"
        "while True:\n    time.sleep_ms(10)\n"
    )
    put_main(board, program, tmp_path)
    board.press("no_more_bets")
    time.sleep(0.5)
    assert b"MemoryError" in board.said


WATCH_ONE_LINE = """
import time
from machine import Pin
p = Pin(2, Pin.IN)
print("first", p.value())
while not p.value():
    time.sleep_ms(1)
print("high")
while p.value():
    time.sleep_ms(1)
print("low")
"""


def test_a_wheel_does_not_stop_for_a_reset(board, tmp_path):
    put_main(board, WATCH_ONE_LINE, tmp_path)
    _, end = board.play([(0, "rotor_index", 1), (1_500_000, "rotor_index", 0)])
    board.wait_event(lambda event: "trace" in event)
    time.sleep(0.3)
    board.reset()
    board.wait_event(lambda event: event.get("main") == "ended", since_us=end, timeout=5)
    assert b"first 1\nhigh\nlow" in board.said


def test_lines_are_where_the_boards_table_json_says(board, tmp_path):
    (tmp_path / "table.json").write_text(json.dumps({"pins": {"pocket": 20}, "display": {"clk": 3, "dio": 2}}))
    mpremote(board, "fs", "cp", str(tmp_path / "table.json"), ":table.json", "+", "reset")
    board.set_line("pocket", 1)
    assert (
        python_on(
            board, "import time\ntime.sleep_ms(300)\nfrom machine import Pin\nprint(Pin(20).value(), Pin(5).value())"
        )
        == "1 0\n"
    )


def test_timers_and_uarts(board):
    program = (
        "import machine, time\n"
        "seen = []\n"
        "t = machine.Timer(mode=machine.Timer.PERIODIC, period=20, callback=lambda t: seen.append(time.ticks_ms()))\n"
        "start = time.ticks_ms()\n"
        "while len(seen) < 5: pass\n"
        "t.deinit()\n"
        "print([time.ticks_diff(when, start) for when in seen])\n"
        "u = machine.UART(1, 9600)\n"
        "u.write(b'*X;1')\n"
        "while not u.any(): time.sleep_ms(1)\n"
        "time.sleep_ms(50)\n"
        "print(u.read())\n"
    )
    with serial.Serial(board.uart(1), timeout=2) as far_end:
        far_end.write(b"17\r\n")
        times, read = python_on(board, program).split("\n")[:2]
        assert far_end.read(4) == b"*X;1"
    assert read == "b'17\\r\\n'"
    late = [got - want for got, want in zip(json.loads(times), (20, 40, 60, 80, 100), strict=False)]
    assert len(late) == 5 and set(late) <= {-1, 0}  # start was read a little after the timer began


# -- the display ------------------------------------------------------------------------------------------------

# As small as a TM1637 can be driven: CLK pushed, DIO let go for the chip's answer.
DRIVER = """
import time
from machine import Pin
clk, dio = Pin(10, Pin.OUT, value=1), Pin(11, Pin.OUT, value=1)
answers = []

def transfer(data):
    dio.init(Pin.OUT, value=1); clk.value(1); dio.value(0)
    for byte in data:
        for bit in range(8):
            clk.value(0); dio.value(byte >> bit & 1); clk.value(1)
        clk.value(0); dio.init(Pin.IN, Pin.PULL_UP); clk.value(1)
        answers.append(dio.value())
        clk.value(0); dio.init(Pin.OUT, value=0)
    clk.value(1); dio.value(1)

def show(segments, brightness=4):
    transfer(b"\\x40"); transfer(b"\\xc0" + segments); transfer(bytes((0x88 | brightness,)))
"""


def test_the_display_is_read_from_its_wires(board):
    program = (
        DRIVER + "show(b'\\x00\\x00\\x06\\x07'); time.sleep_ms(50); show(b'\\x40\\xbf\\x3f\\x73', 7); print(answers)"
    )
    assert python_on(board, program) == str([0] * 14) + "\n"
    board.wait_event(lambda event: event.get("brightness") == 7)
    shown = [(event["display"], event["segments"], event["brightness"]) for event in board.events if "display" in event]
    assert shown[0] == ("  17", "00000607", 4)
    assert shown[-1] == ("-0.0P", "40bf3f73", 7)
    python_on(board, DRIVER + "transfer(b'\\x80')")
    board.wait_display("    ")
    with pytest.raises(ToolError, match="the display shows"):
        board.wait_display("  99", timeout=0.2)


def test_power_gone_the_display_is_dark(board, tmp_path):
    put_main(board, DRIVER + "show(b'\\x06\\x06\\x06\\x06')\nwhile True: time.sleep_ms(10)\n", tmp_path)
    board.wait_display("1111")
    board.power_cut()
    assert board.display == "    " and board.main_since() is None
    board.power_on()
    board.wait_display("1111")


# -- power cuts at the flash --------------------------------------------------------------------------------------


WRITE_A_LOG = """
import os, time
while "log" in os.listdir():
    time.sleep_ms(10)
time.sleep_ms(300)
n = 0
while True:
    with open("log", "a") as f:
        f.write("%d\\n" % n)
    print("wrote %d." % n)
    n += 1
"""


@pytest.mark.parametrize("how", ["none", "half", "garbage", "done"])
def test_a_power_cut_at_a_flash_operation_loses_nothing_that_was_closed(board, tmp_path, how):
    put_main(board, WRITE_A_LOG, tmp_path)
    board.cut_at_flash(61, how)
    board.wait_event(lambda event: event.get("power") == "off")
    said = [int(n) for n in re.findall(rb"wrote (\d+)\.", board.said)]
    assert len(said) >= 3
    assert sum(board.flash_work) >= 62
    board.power_on()
    kept = [int(text) for text in python_on(board, "print(open('log').read())").split()]
    assert kept[: len(said)] == said and len(kept) - len(said) in (0, 1)


def test_a_power_cut_while_the_board_starts(tmp_path):
    with VirtualBoard(tmp_path / "state", power=False) as board:
        board.cut_at_flash(2, "half")  # a blank board is formatted
        board.power_on()
        board.wait_event(lambda event: event.get("power") == "off")
        assert sum(board.flash_work) == 3
        board.power_on()
        assert python_on(board, "import os; print(os.listdir())") == "[]\n"
