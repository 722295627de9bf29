"""Plays rounds on the firmware while its link is fed with garbage; prints what came of it as JSON.

    micropython tests/on_chips/play_in_garbage.py LINES SEED

The firmware with its own LineReader and LineWriter, on chips in memory (tests/on_chips/board.py).
"""

import gc
import json
import select
import sys

sys.path.insert(0, "")

from tests.on_chips import board as boards  # noqa: I001 - before anything of the firmware
from firmware.lines import LineReader, LineWriter
from tests.on_chips.garbage import SEED, Dice, garbage
from tests.on_chips import flash

A_ROUND = 2000  # lines
STATED = {"table": "8", "rules": "new-zealand", "journal": {"segments": 5, "overwrite": True}}


class Port:
    """Both ends of the link: what is to be read, and what became of it. It polls itself."""

    def __init__(self):
        self.put(b"")
        self.line = bytearray()
        self.errors = self.fine = self.events = self.junk = 0
        self._both = [(self, select.POLLIN | select.POLLOUT)]
        self._out = [(self, select.POLLOUT)]

    def put(self, data):
        self._data = data
        self._at = 0

    def empty(self):
        return self._at == len(self._data)

    def poll(self, timeout):
        return self._out if self._at == len(self._data) else self._both

    def readinto(self, buffer):
        buffer[0] = self._data[self._at]
        self._at += 1
        return 1

    def write(self, data):
        self.line.extend(data)
        if data[-1] == 10:
            self._heard(bytes(self.line))
            self.line = bytearray()
        return len(data)

    def _heard(self, line):
        if b'"error": ' in line and line[:6] == b'{"id":':
            self.errors += 1
        elif line[:6] == b'{"id":':
            self.fine += 1
        elif line[:9] == b'{"event":':
            self.events += 1
        else:
            self.junk += 1


class Play:
    def __init__(self):
        chip = flash.Nor(bytearray(b"\xff" * (40 * flash.BLOCK)))
        boards.format_chip(chip)
        self.chip = chip
        self.port = Port()
        link = LineReader(self.port, self.port), LineWriter(self.port, self.port)
        self.board = boards.Board(chip, None, stated=STATED, link=link)
        self.rounds = 0

    def line(self, data):
        """Sends one line and waits for all that the board says."""
        self.port.put(data + b"\n")
        while not self.port.empty():
            self.board.turn(2)
        while not self.board.app.writer.pump():
            pass

    def step(self, number):
        """The round goes on, a step every eighth of A_ROUND lines."""
        step = number % A_ROUND * 8 // A_ROUND
        if number % (A_ROUND // 8):
            return
        self.chip.done = []
        board = self.board
        if step == 0:
            self.line(b'{"id": "w%d", "do": "wager", "seat": 1, "spot": "red", "stake": 5}' % number)
        elif step == 1:
            board.wheel("ball")
        elif step == 2:
            board.press("no_more_bets")
        elif step == 3:
            board.wheel("drop", 0)
        elif step == 4:
            board.wheel("number", number // A_ROUND % 37)
        elif step == 5:
            board.wheel("over")
        elif board.table.phase == "winning-number":
            board.press("no_more_bets")
        if step == 7:
            assert board.table.phase == "place-bets", board.table.phase
            self.rounds += 1


def main(lines, seed):
    play = Play()
    port = play.port
    play.line(b'{"id": "o", "do": "open"}')
    dice = Dice(SEED + seed)
    used = []
    answered = 0
    for number in range(lines):
        play.step(number)
        before = port.errors
        line = garbage(number, dice)
        fine = port.fine
        play.line(line)
        answered += port.errors - before == 1 and port.fine == fine
        if number % (lines // 20) == lines // 20 - 1:
            gc.collect()
            used.append(gc.mem_alloc())
    print(json.dumps({"lines": lines, "errors": answered, "rounds": play.rounds, "junk": port.junk, "used": used}))


main(int(sys.argv[1]), int(sys.argv[2]))
