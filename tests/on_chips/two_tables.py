"""Two tables on one wheel: the first reads it by the six lines, the second reads the first one's status line.

    micropython tests/on_chips/two_tables.py TRACE

TRACE is binary: for each edge the microseconds since the one before and line * 2 + level, 32 bits each, little-endian;
lines as in shared_core/settings.py. Prints for each table a line of JSON with what its journal tells of numbers, voids
and faults; then `lines N`, how many lines went over the wire.
"""

import json
import struct
import sys

if "" not in sys.path:
    sys.path.insert(0, "")

from tests.on_chips import board  # isort: skip  # it stands in for `machine` and `time`
from firmware.table_start import start
from shared_core.journal import parse
from tests.firmware.fakes import MemoryStorage

ROW = "<2i"
STEP_US = 20000  # a turn of both tables
BYTE_US = 1042  # at 9600 8N1
DEALER_US = 3000000  # from one look of the dealer to the next
TOLD = ("spin", "void", "fault", "stray-spin", "overwritten")
FLAGS = {
    "ball-removed": 1,
    "same-direction": 2,
    "sensor-fault": 4,
    "too-few-turns": 8,
    "foreign-object": 16,
    "dealer": 32,
}
FIRST = {"status_line": {"flags": FLAGS}}
SECOND = {"reader": "status-line", "reader_line": {"flags": FLAGS}}


class Uart:
    """One end of a cable; other: its far end."""

    def __init__(self):
        self.other = self
        self.lines = 0
        self._sent_until = 0
        self._coming = []  # (when it is here, byte)

    def write(self, data):
        self.lines += 1
        at = max(board.time.us, self._sent_until)
        for byte in data:
            at += BYTE_US
            self.other._coming.append((at, byte))
        self._sent_until = at
        return len(data)

    def any(self):
        here = 0
        while here < len(self._coming) and self._coming[here][0] <= board.time.us:
            here += 1
        return here

    def read(self, count):
        data = bytes([byte for _, byte in self._coming[:count]])
        self._coming = self._coming[count:]
        return data or None


class Capture:
    """The edges of a trace, as they come."""

    lost = 0

    def __init__(self):
        self.waiting = []

    def drain(self, sink):
        for edge in self.waiting:
            sink(*edge)
        self.waiting = []


class Table:
    """One table with a dealer who, in his time, calls no spin where he should tell the number, and clears faults."""

    def __init__(self, name, more):
        stated = {"table": name, "rules": "new-zealand", "options": {"min_turns": 4}, "journal": {"segments": 40}}
        stated.update(more)
        self.storage = MemoryStorage()
        self.lines = board.Lines()
        writer = board.Writer(lambda line, window: None)
        self.app = start(self.storage, json.dumps(stated).encode(), None, self.lines, writer)
        self.capture = self.app.inputs._capture = Capture()
        self._ids = 0
        self._next_look = 0
        self.ask("open")

    def ask(self, verb):
        self._ids += 1
        self.lines.waiting.append(json.dumps({"id": self._ids, "do": verb}).encode())

    def turn(self):
        if board.time.us >= self._next_look:
            self._next_look = board.time.us + DEALER_US
            if self.app.table.by_hand:
                self.ask("no-spin")
            elif self.app.table.faults:
                self.ask("clear")
        self.app.turn()

    def told(self):
        found = []
        for number in self.storage.numbers():
            for line in self.storage.lines(number):
                record = json.loads(parse(line)[3])
                if record["kind"] in TOLD:
                    keys = ("kind", "spin", "number", "reason", "cause", "fault", "why", "evidence")
                    found.append({key: record[key] for key in keys if record.get(key) is not None})
        return found


def play(path, first, second):
    """Plays the trace; both tables turn every STEP_US of it, and for a while after it."""
    edge_at = board.time.us
    with open(path, "rb") as file:
        while True:
            row = file.read(struct.calcsize(ROW))
            if not row:
                break
            after, code = struct.unpack(ROW, row)
            edge_at += after
            turn_until(edge_at, first, second)
            first.capture.waiting.append((edge_at, code >> 1, code & 1))
    turn_until(edge_at + 10000000, first, second)


def turn_until(until, first, second):
    while board.time.us + STEP_US < until:
        board.time.us += STEP_US
        first.turn()
        second.turn()


def main(path):
    ends = (Uart(), Uart())
    ends[0].other, ends[1].other = ends[1], ends[0]
    sys.modules["machine"].UART = lambda number, *_, **__: ends[number]  # type: ignore
    tables = (Table("1", FIRST), Table("2", SECOND))
    play(path, tables[0], tables[1])
    for table in tables:
        print(json.dumps(table.told()))
    print("lines", ends[0].lines)


main(sys.argv[1])
