"""The virtual board is a board to real mpremote and real ampy, and its pins, clock and flash do what they must."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from host_tools.errors import ToolError
from host_tools.virtual_board import VirtualBoard

BESIDE = Path(sys.executable).parent
WRAP = (1 << 30) * 1000  # us after power-on at which ticks_us and ticks_ms wrap at the same moment


def tool(name, *arguments, timeout=20):
    """What a command answers; its status must be 0. mpremote on a pseudo terminal reads without a timeout."""
    done = subprocess.run([BESIDE / name, *arguments], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def mpremote(board, *arguments, **options):
    return tool("mpremote", "connect", board.port, *arguments, **options)


def ampy(board, *arguments):
    return tool("ampy", "--port", board.port, *arguments)


def python_on(board, text):
    """What a program prints, run in the raw REPL."""
    return mpremote(board, "exec", text)


def boots(board):
    return [event["cause"] for event in board.events if "boot" in event]


def put_main(board, text, tmp_path):
    """Gives the board a main.py and restarts it."""
    path = tmp_path / "main.py"
    path.write_text(text)
    mpremote(board, "fs", "cp", str(path), ":main.py", "+", "reset")
    return board.wait_main()


def lines_of(board, count, timeout=10):
    """The next lines that the board prints."""
    with serial.Serial(board.port, timeout=timeout) as port:
        return [port.readline().decode().strip() for _ in range(count)]


@pytest.fixture
def board(tmp_path):
    with VirtualBoard(tmp_path / "state") as board:
        yield board


# -- real mpremote and real ampy ------------------------------------------------------------------------------------


def test_mpremote_files(board, tmp_path):
    data = os.urandom(9000)
    (tmp_path / "data").write_bytes(data)
    assert mpremote(board, "fs", "ls").split() == ["ls", ":"]
    mpremote(board, "fs", "mkdir", ":folder", "+", "fs", "cp", str(tmp_path / "data"), ":folder/data")
    assert "9000 data" in mpremote(board, "fs", "ls", ":folder")
    mpremote(board, "fs", "cp", ":folder/data", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == data
    mpremote(board, "fs", "rm", "-r", ":folder")
    assert python_on(board, "import os; print(os.listdir())") == "[]\n"


def test_mpremote_run_eval_mount_rtc(board, tmp_path):
    (tmp_path / "script.py").write_text("print('a script', __name__)")
    (tmp_path / "over_there.py").write_text("print('a module')")
    assert mpremote(board, "run", str(tmp_path / "script.py")) == "a script __main__\n"
    assert mpremote(board, "eval", "6 * 7") == "42\n"
    assert "a module" in mpremote(board, "mount", str(tmp_path), "exec", "import over_there")
    now = mpremote(board, "rtc", "--set", "rtc")
    assert now.startswith(f"({time.gmtime().tm_year}, ")
    assert mpremote(board, "rtc")[:12] == now[:12]


def test_ampy(board, tmp_path):
    (tmp_path / "script.py").write_text("print('a script')\n")
    ampy(board, "mkdir", "folder")
    ampy(board, "put", str(tmp_path / "script.py"), "folder/script.py")
    assert ampy(board, "ls", "folder").split() == ["/folder/script.py"]
    assert ampy(board, "get", "folder/script.py").strip() == "print('a script')"
    assert ampy(board, "run", str(tmp_path / "script.py")).strip() == "a script"
    ampy(board, "rm", "folder/script.py")
    ampy(board, "rmdir", "folder")
    ampy(board, "reset")
    assert ampy(board, "ls") == ""


COUNTER = """
import time
n = 0
while True:
    print("turn", n)
    n += 1
    time.sleep_ms(20)
"""


def test_main_runs_is_stopped_and_started_again(board, tmp_path):
    put_main(board, COUNTER, tmp_path)
    assert lines_of(board, 3)[-1].startswith("turn ")
    python_on(board, "print(1)")  # Ctrl-C stops it, and mpremote leaves it stopped
    assert board.main_since() is None
    mpremote(board, "soft-reset")
    assert board.main_since() is None
    for restart in (
        lambda: mpremote(board, "reset"),
        lambda: ampy(board, "reset", "--hard"),
        board.reset,
        lambda: (board.power_cut(), board.power_on()),
        lambda: type_keys(board, b"\r\x02\x04"),
    ):
        restart()
        board.wait_main()
        assert lines_of(board, 2)[-1].startswith("turn ")


def type_keys(board, keys):
    """As a person at a terminal, who waits for the answer."""
    with serial.Serial(board.port, timeout=0.5) as port:
        port.write(keys)
        return port.read(2000)


def test_prompt_at_a_terminal(board, tmp_path):
    put_main(board, COUNTER, tmp_path)
    assert b"KeyboardInterrupt" in type_keys(board, b"\x03")
    said = type_keys(board, b"print('one\\ntwo')\r")
    assert b"one\r\ntwo\r\n>>> " in said
    assert b"MPY: soft reboot\r\nturn 0" in type_keys(board, b"\x04")
    assert boots(board)[-1] == "soft-reset"


DEAF = """
import micropython, sys
micropython.kbd_intr(-1)
print("deaf")
while True:
    print(sys.stdin.buffer.read(3))
"""


def test_ctrl_c_is_a_byte_when_the_program_says_so(board, tmp_path):
    put_main(board, DEAF, tmp_path)
    board.wait_said(b"deaf")
    assert b"b'a\\x03b'" in type_keys(board, b"a\x03b")
    assert board.main_since() is not None


def test_boot_py_runs_first_and_system_exit_is_a_soft_reset(board, tmp_path):
    (tmp_path / "boot.py").write_text("booted = True\n")
    mpremote(board, "fs", "cp", str(tmp_path / "boot.py"), ":boot.py")
    put_main(board, "import machine\nprint('booted', booted)\nmachine.soft_reset()\n", tmp_path)
    assert "booted True" in lines_of(board, 4)
    assert boots(board)[-1] == "soft-reset"
    assert python_on(board, "print(booted)") == "True\n"


def test_the_port_may_be_left_and_taken_again_at_any_time(board, tmp_path):
    put_main(board, "n = 0\nwhile True:\n    print('x' * 100, n)\n    n += 1\n", tmp_path)
    for _ in range(5):
        with serial.Serial(board.port, timeout=2) as port:
            assert port.readline()
    with serial.Serial(board.port, timeout=2) as port:  # open, but nobody reads: the board is not held for ever
        time.sleep(1.2)
        first = port.read(4096)
        time.sleep(0.2)
        later = port.read(4096)
    assert first and later
    assert python_on(board, "print(2)") == "2\n"


# -- what the board is ------------------------------------------------------------------------------------------


def test_a_state_folder_keeps_flash_and_identity(tmp_path):
    with VirtualBoard(tmp_path / "state") as board:
        python_on(board, "f = open('kept', 'w'); f.write('yes'); f.close()")
        identity = python_on(board, "import machine; print(machine.unique_id())")
        with pytest.raises(ToolError, match="another virtual board"):
            VirtualBoard(tmp_path / "state")
    with VirtualBoard(tmp_path / "state") as board:
        assert python_on(board, "print(open('kept').read())") == "yes\n"
        assert python_on(board, "import machine; print(machine.unique_id())") == identity
    with VirtualBoard() as other:
        assert python_on(other, "import os; print(os.listdir())") == "[]\n"
        assert python_on(other, "import machine; print(machine.unique_id())") != identity


def test_the_host_is_out_of_reach(board):
    assert python_on(board, "import os, sys; print(os.listdir('/'), sys.path, hasattr(os, 'system'))") == (
        "[] ['', '.frozen', '/lib'] False\n"
    )
    assert python_on(board, "import os; s = os.statvfs('/'); print(s[0], s[2])") == "4096 352\n"


def test_the_heap_is_a_picos(board):
    free = int(python_on(board, "import gc; gc.collect(); print(gc.mem_free())"))
    assert 380_000 < free < 400_000  # 192 KiB of 32-bit words
    out_of = "try:\n    bytearray(450000)\nexcept MemoryError:\n    print('none left')"
    assert python_on(board, out_of) == "none left\n"


def test_reset_causes(board):
    cause = "import machine; print(machine.reset_cause())"
    assert python_on(board, cause) == "1\n"
    mpremote(board, "reset")
    assert python_on(board, cause) == "3\n"
    board.power_cut()
    board.power_on()
    assert python_on(board, cause) == "1\n"
    assert boots(board).count("power-on") == 2


def test_a_watchdog_that_is_not_fed_resets_the_board(board):
    python_on(
        board, "import machine, time\nw = machine.WDT(timeout=300)\nfor _ in range(9): time.sleep_ms(100); w.feed()"
    )
    board.wait_event(lambda event: event.get("cause") == "watchdog", timeout=3)


def test_a_crash_is_a_reset(board):
    python_on(board, "pass")
    (pid,) = _children()
    os.kill(pid, signal.SIGSEGV)
    board.wait_event(lambda event: event.get("crash") == signal.SIGSEGV, timeout=3)
    assert python_on(board, "print('again')") == "again\n"


def _children():
    """Board processes of this test process."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_our_board(entry)]


def _is_our_board(process):
    try:
        if b"launcher.py" not in (process / "cmdline").read_bytes():
            return False
        return int((process / "stat").read_text().rsplit(")", 1)[1].split()[1]) == os.getpid()
    except OSError:
        return False


def test_many_boards_and_nothing_left_behind(tmp_path):
    boards = [VirtualBoard(tmp_path / str(n)) for n in range(4)]
    try:
        assert [python_on(board, "print('here')") for board in boards] == ["here\n"] * 4
        assert len(_children()) == 4
    finally:
        for board in boards:
            board.close()
    assert _children() == []


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


def captured(board, rows, wait, tmp_path):
    """What the handlers of a program that waits in this way saw of a trace: rows like those."""
    program = CAPTURE.replace("WANTED", str(len(rows))).replace("WAIT", wait)
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


def test_ticks_wrap_as_on_a_pico(tmp_path):
    with VirtualBoard(tmp_path / "state", rate=4, ticks_start_us=WRAP - 3_000_000) as board:
        program = (
            "import asyncio, time\n"
            "async def main():\n"
            "    us, ms = time.ticks_us(), time.ticks_ms()\n"
            "    for _ in range(60):\n"
            "        await asyncio.sleep_ms(100)\n"
            "    a, b = time.ticks_us(), time.ticks_ms()\n"
            "    print(a < us, b < ms, time.ticks_diff(a, us), time.ticks_diff(b, ms), a < 2**30)\n"
            "    try:\n"
            "        time.ticks_add(0, 2**29)\n"
            "    except OverflowError:\n"
            "        print('far')\n"
            "asyncio.run(main())\n"
        )
        started = time.monotonic()
        wrapped, far = mpremote(board, "exec", program).split("\n")[:2]
        took = time.monotonic() - started
        us_wrapped, ms_wrapped, us, ms, small = wrapped.split()
        assert (us_wrapped, ms_wrapped, small, far) == ("True", "True", "True", "far")
        assert 6_000_000 <= int(us) < 9_000_000 and 6000 <= int(ms) < 9000
        assert 1.5 <= took < 4  # 6 s of the table at four times the rate


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
    assert [abs(got - want) <= 1 for got, want in zip(json.loads(times), (20, 40, 60, 80, 100), strict=True)] == [
        True
    ] * 5


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


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command(tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("t_us,line,level\n1000,ball_a,1\n2000,ball_a,0\n")
    command = [BESIDE / "tablectl", "virtual-board", "--state", tmp_path / "state", "--spins", trace, "--rate", "10"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        port = process.stdout.readline().strip()
        assert port.startswith("/dev/pts/")
        (tmp_path / "main.py").write_text("import time\nwhile True: time.sleep_ms(10)\n")
        tool("mpremote", "connect", port, "fs", "cp", str(tmp_path / "main.py"), ":main.py", "+", "reset")
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=10)[1]
    finally:
        process.kill()
    assert process.returncode == 130
    assert "trace" in said and "started" in said and "ended" in said
    events = [json.loads(line) for line in (tmp_path / "state" / "events.jsonl").read_text().splitlines()]
    times = {event["trace"]: event["t_us"] for event in events if "trace" in event}
    main = [event["t_us"] for event in events if event.get("main") == "started"][-1]
    assert 5_000_000 <= times["started"] - main < 10_000_000
    assert times["ended"] - times["started"] == 2000


def test_the_boards_process_ends_with_a_host_that_is_killed(tmp_path):
    program = (
        "import time; from host_tools.virtual_board import VirtualBoard\n"
        f"board = VirtualBoard({str(tmp_path / 'state')!r}); print(board.port, flush=True); time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    port = process.stdout.readline().strip()
    (tmp_path / "main.py").write_text("while True: pass\n")
    tool("mpremote", "connect", port, "fs", "cp", str(tmp_path / "main.py"), ":main.py", "+", "reset")
    time.sleep(0.5)
    (child,) = subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(process.pid)], text=True).split()
    process.kill()
    process.wait()
    time.sleep(0.5)
    stat = Path(f"/proc/{child}/stat")
    assert not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z"
