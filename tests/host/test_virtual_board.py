"""The virtual board is a board to real mpremote and real ampy, and one that ends and starts as it must."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from at_a_board import BESIDE, ampy, boots, lines_of, mpremote, put_main, python_on, tool

from host_tools.errors import ToolError
from host_tools.virtual_board import VirtualBoard, messages
from host_tools.virtual_board.ctrl_c import PRESSED


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


@pytest.mark.parametrize(
    "program",
    [
        "while True: pass",
        "while True: x = [bytes(50) for _ in range(100)]",  # the collector runs most of the time
        "import os\nwhile True:\n    with open('f', 'w') as f: f.write('x' * 500)\n    os.listdir()",
        "import sys\nwhile True: sys.stdin.buffer.read(1)",
        "while True: input()",
        "import gc, time\nwhile True:\n    gc.collect()\n    time.sleep_ms(1)",
        "import hashlib\nwhile True: hashlib.sha256(bytes(100000))",
        "import machine\nmachine.soft_reset()",
    ],
)
def test_ctrl_c_ends_any_program(board, tmp_path, program):
    put_main(board, program, tmp_path)
    assert python_on(board, "print('in')") == "in\n"
    assert not [event for event in board.events if "crash" in event]


def test_a_ctrl_c_that_was_struck_again_on_the_way_ends_no_later_program(board, tmp_path):
    put_main(board, COUNTER, tmp_path)
    pressed = board._supervisor.board.ctrl_c
    taken = pressed.taken

    def crossed():
        pressed._tell(messages.pack(messages.INTERRUPT, PRESSED))  # sent before the program's word of it was read
        taken()

    pressed.taken = crossed
    code = "import select\nselect.poll().poll(100)\nfor _ in range(20):\n open('f', 'w').close()\nprint('all')"
    assert mpremote(board, "resume", "exec", code) == "all\n"


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
