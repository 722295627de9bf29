"""The emulated Pico is one that tests can rely on."""

from itertools import pairwise

import pytest

from tests.pico.emulator import Pico

ECHO = b"""
from machine import UART, Pin
import time
uart = UART(0, 9600, tx=Pin(0), rx=Pin(1))
out = Pin(20, Pin.OUT, value=0)
def pulse():
    out(1); time.sleep_us(100); out(0)
    return time.ticks_us()
"""


def booted(image, **options):
    pico = Pico(image, files={"/main.py": ECHO}, **options)
    pico.wait(lambda: b">>>" in pico.output, 3_000_000)
    return pico


def test_repeats_to_the_bit(image):
    def run():
        pico = booted(image)
        changes = []
        pico.watch(20, lambda t, level: changes.append((t, level)))
        printed = pico.execute("f = open('/x', 'w'); f.write('x' * 5000); f.close(); print(pulse())")
        return changes, printed, pico.now, pico.flash, bytes(pico.output)

    assert run() == run()


def test_flash_takes_its_time_and_keeps_what_it_got(image):
    pico = booted(image)
    took = int(
        pico.execute("t = time.ticks_ms()\nwith open('/x', 'w') as f: f.write('x' * 9000)\nprint(time.ticks_ms() - t)")
    )
    erases = [us for _, kind, us in pico.flash_time.stalls if kind == "erase"]
    assert len(erases) >= 2 and took >= sum(erases) / 1000
    assert pico.files()["/x"] == b"x" * 9000
    again = Pico(image, flash=pico.flash)
    again.wait(lambda: b">>>" in again.output, 3_000_000)
    assert again.execute("import os; print(os.stat('/x')[6])") == "9000\n"


def test_an_error_on_the_board_is_one_here(image):
    pico = booted(image)
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        pico.execute("1 / 0")
    with pytest.raises(AssertionError, match="it did not happen within"):
        pico.wait(lambda: False, 10_000)


def test_pins(image):
    pico = booted(image)
    changes = []
    pico.watch(20, lambda t, level: changes.append((t, level)))
    pico.execute("pulse()")
    (up, one), (down, zero) = changes
    assert (one, zero) == (1, 0) and 100 <= down - up < 150
    pico.execute("from machine import Pin; p = Pin(2, Pin.IN, Pin.PULL_UP)")
    assert pico.execute("print(p())") == "1\n"
    pico.set(2, 0)
    assert pico.execute("print(p())") == "0\n"
    pico.release(2)
    assert pico.execute("print(p())") == "1\n"


def test_uart_at_its_pace(image):
    pico = booted(image)
    sent = []
    pico.watch_uart(0, lambda t, byte: sent.append((t, byte)))
    pico.execute("uart.write('roulette' * 8)")
    pico.run(80_000)
    assert bytes(byte for _, byte in sent) == b"roulette" * 8
    times = [t for t, _ in sent]
    assert all(1035 < later - t < 1050 for t, later in pairwise(times))
    pico.send_uart(0, b"17\r\n", 9600)
    pico.run(10_000)
    assert pico.execute("print(uart.read())") == "b'17\\r\\n'\n"


def test_reset_and_power(image):
    pico = booted(image)
    pico.execute("kept = 1")
    for power_on, cause in ((False, "PWRON_RESET"), (True, "PWRON_RESET")):
        start = len(pico.output)
        pico.reset(power_on)
        pico.wait(lambda start=start: b">>>" in pico.output[start:], 3_000_000)
        assert pico.execute(f"import machine; print('kept' in dir(), machine.reset_cause() == machine.{cause})") == (
            "False True\n"
        )
    start = len(pico.output)
    pico.send(b"import machine; machine.reset()\r")
    pico.wait(lambda: pico.output[start:].endswith(b">>> "), 5_000_000)
    assert pico.execute("import machine; print(machine.reset_cause() == machine.WDT_RESET)") == "True\n"
