"""What lets the board come back by itself, on the real MicroPython: watchdog, come-back timer, safe mode.

The table itself is left out, since it is none of them: a stand-in for firmware/run.py says that it runs. Two minutes of
quiet are ten seconds here.
"""

from host_tools import board_files, mpy
from host_tools.board_files import BoardFile
from tests.pico.emulator import Pico

ALONE = ("__init__", "boot", "main", "come_back", "safe_mode", "watchdog")
NO_SPIN = 9
TABLE = b"""
import time
def main():
    time.sleep_ms(300)
    print("the table runs")
"""


def board(image, main=None, held=False):
    """A board with the program around the table, switched on. held: the no-spin button."""
    wanted = [f"/firmware/{name}.py" for name in ALONE]
    files = [file for file in board_files.program() if file.path in wanted or file.path.count("/") == 1]
    files = [BoardFile(file.path, file.data.replace(b"QUIET_S = 120", b"QUIET_S = 10")) for file in files]
    beside = [text.decode() for text in (TABLE, main) if text is not None]
    made = {file.path: file.data for file in mpy.compiled(files, "armv6m", beside)}
    made["/firmware/run.py"] = TABLE
    if main is not None:
        made["/main.py"] = main
    pico = Pico(image, files=made)
    pico.set(NO_SPIN, held)
    return pico


def starts(pico):
    return pico.output.count(b"the table runs")


def test_the_table_comes_back_when_nothing_has_run_for_a_while(image, report):
    pico = board(image)
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    assert starts(pico) == 1
    pico.run(7_000_000)
    pico.execute("print(1)")
    began = pico.now
    pico.run(7_000_000)
    assert starts(pico) == 1, "somebody is at the prompt"
    pico.wait(lambda: starts(pico) == 2, 6_000_000)
    report("seconds from the last use of the prompt to the table", round((pico.now - began) / 1e6, 1))


def test_also_after_a_soft_reset_by_a_tool(image):
    pico = board(image)
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    start = len(pico.output)
    pico.send(b"\x01")
    pico.wait(lambda: b"raw REPL" in pico.output[start:], 3_000_000)
    pico.send(b"\x04")  # as mpremote does: main.py does not run after it
    pico.run(7_000_000)
    assert starts(pico) == 1
    pico.wait(lambda: starts(pico) == 2, 6_000_000)


def test_safe_mode(image):
    pico = board(image, held=True)
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    assert b"safe mode" in pico.output and starts(pico) == 0
    pico.run(15_000_000)
    assert starts(pico) == 0, "it stays at the prompt"
    assert pico.execute("print(3 * 4)") == "12\n"
    pico.set(NO_SPIN, 0)
    pico.reset(power_on=True)
    pico.wait(lambda: starts(pico) == 1, 5_000_000)


HANGS = b"""
import time
from firmware import come_back, watchdog
come_back.stop()
time.sleep_ms(300)
dog = watchdog.start()
print("the table runs")
for turn in range(110):
    dog.feed()
    time.sleep_ms(100)
print("it stands still")
while True:
    time.sleep_ms(100)
"""

STOPS = b"""
import time
from firmware import come_back, watchdog
come_back.stop()
time.sleep_ms(300)
dog = watchdog.start()
print("the table runs")
watchdog.stop()
"""


def test_the_watchdog_bites_when_the_loop_stands_still(image, report):
    pico = board(image, main=HANGS)
    pico.wait(lambda: b"stands still" in pico.output, 30_000_000)
    assert starts(pico) == 1, "it is fed as long as the loop turns"
    began = pico.now
    pico.wait(lambda: starts(pico) == 2, 15_000_000)
    report("seconds until the table runs again", round((pico.now - began) / 1e6, 1))
    assert b"Traceback" not in pico.output


def test_a_watchdog_that_was_stopped_does_not_bite(image):
    pico = board(image, main=STOPS)
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    pico.run(12_000_000)
    assert starts(pico) == 1
    assert pico.execute("print(1)") == "1\n"
