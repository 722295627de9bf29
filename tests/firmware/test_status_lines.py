"""The trade's line on UARTs: when it is sent, and what comes in."""

from firmware.status_input import StatusInput
from firmware.status_output import EVERY_MS, StatusOutput
from shared_core.output_settings import FLAGS
from shared_core.settings import check
from shared_core.status_reader import StatusReader
from shared_core.table import Table

WRAP = 2**30
SETTINGS, _ = check({"table": "8", "rules": "new-zealand", "options": {"min_turns": 4}})


class Uart:
    """What has come, and what was sent."""

    def __init__(self):
        self.waiting = b""
        self.sent = []

    def any(self):
        return len(self.waiting)

    def read(self, count):
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data or None

    def write(self, data):
        self.sent.append(bytes(data))
        return len(data)

    def take(self):
        sent, self.sent = self.sent, []
        return sent


class Turning:
    """A reader and the clock: the rotor turns so. rotor: (rpm x 10, direction)."""

    def __init__(self, rotor):
        self._rotor = rotor

    def rotor(self, t):
        assert t == 7
        return self._rotor

    @staticmethod
    def now():
        return 7


def output():
    """(StatusOutput, its Uart, an open Table)."""
    uart = Uart()
    table = Table(SETTINGS)
    table.open(0)
    return StatusOutput(uart, FLAGS), uart, table


def turns(out, table, start, ms, rotor=(150, 1)):
    for now in range(start, start + ms, 2):
        out.turn(now % WRAP, table, Turning(rotor), Turning)


def test_every_half_second():
    out, uart, table = output()
    turns(out, table, WRAP - 1000, 3000)
    assert uart.take() == [b"*X;2;001;  ;0;150;1\r\n"] * (3000 // EVERY_MS)


def test_on_request():
    out, uart, table = output()
    turns(out, table, 0, 10)
    uart.take()
    for heard, lines in (
        (b"*X", 0),
        (b"\r\n", 1),
        (b"*X\r\n*X\r\n", 1),
        (b"*Y\r\n*X\n", 0),
        (b"?" * 500 + b"*X\r\n", 1),
    ):
        uart.waiting = heard
        turns(out, table, 20, 4, (7, 0))
        assert uart.take() == [b"*X;2;001;  ;0;007;0\r\n"] * lines, heard


def test_the_bare_number_once_and_at_once():
    out, uart, table = output()
    turns(out, table, 0, 10)
    table.wheel(0, ("ball", 0))
    table.no_more_bets(0)
    turns(out, table, 10, 20)
    table.wheel(0, ("number", 0, 0))
    uart.take()
    out.turn(30, table, Turning((0, 0)), Turning)
    assert uart.take() == [b" 0\r\n"]
    turns(out, table, 32, 2000)
    assert uart.take() == [b"*X;5;001; 0;0;150;1\r\n"] * 4
    table.paid(0)
    table.wheel(0, ("ball", 0))
    turns(out, table, 3000, 4)
    uart.take()
    table.wheel(0, ("number", 0, 0))
    turns(out, table, 3010, 4)
    assert uart.take() == [b" 0\r\n"], "of the next spin, though it is the same"


def test_a_number_that_stood_there_at_the_start_was_told():
    out, uart, table = output()
    table.wheel(0, ("ball", 0))
    table.wheel(0, ("number", 0, 17))
    turns(out, table, 0, 600)
    assert uart.take() == [b"*X;5;001;17;0;150;1\r\n"] * 2


def test_what_is_not_durable_is_not_told():
    out, uart, table = output()
    turns(out, table, 0, 10)
    table.wheel(0, ("ball", 0))
    table.wheel(0, ("number", 0, 17))
    uart.take()
    turns(out, None, 10, 1000)
    assert uart.take() == [b"*X;2;001;  ;0;150;1\r\n"] * 2
    turns(out, table, 1010, 2)
    assert uart.take() == [b"17\r\n"]


def test_lines_come_in_and_a_doubt_is_asked_about():
    uart = Uart()
    reader = StatusReader(SETTINGS.rules.wheel, FLAGS)
    status = StatusInput(uart, reader)
    status.read(1000)
    assert uart.take() == []
    uart.waiting = b"*X;2;001;  ;0;150;1\r\n"
    status.read(2000)
    assert uart.take() == [b"*X\r\n"] and reader.take() == []
    uart.waiting = b"*X;2;001;  ;0;150;1\r\n"
    status.read(3000)
    assert uart.take() == [] and [event for _, event, _ in reader.take()] == [("place-bets", 3000)]
