"""First starts on a flash that other files have filled, all but so many blocks: nothing is told before it is durable,
no round begins that has no room to end, and once the files are gone the same log goes on.

    micropython tests/on_chips/full_start.py

Prints {"starts", "opened": boards on which the table could be opened, "refused": [[blocks, fault, why]] of the others,
"rounds": that were played, "unfinished", "unsafe": what was told before all records ahead of it were on the flash,
"lost": records that were durable and are not in the log at the end}.
"""

import json
import os
import sys

sys.path.insert(0, "")

import vfs

from shared_core.journal import follows, parse
from tests.on_chips import board as boards
from tests.on_chips import flash
from tests.on_chips.dealer import pull

BLOCKS = 48
FREE = (0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 17, 20, 24)
STATED = {"table": "8", "rules": "new-zealand", "options": {"min_turns": 4}}
OTHER = "/flash/other"


def filled(free):
    """A chip of which another program's file leaves so many blocks."""
    chip = flash.Nor(bytearray(b"\xff" * (BLOCKS * flash.BLOCK)))
    boards.format_chip(chip)
    boards.open_storage(chip)
    try:
        with open(OTHER, "wb") as file:
            while os.statvfs("/flash")[3] > free:
                file.write(bytes(512))
                file.flush()
    except OSError:  # full
        pass
    boards.close_storage(chip)
    return chip


class Start:
    """One start of a board. unsafe: takes what is told too early."""

    def __init__(self, chip, unsafe):
        self._chip = chip
        self._unsafe = unsafe
        self._answer = None
        self.board = None
        self.board = boards.Board(chip, self._heard, stated=STATED)
        self.board.turn(1100)

    def _heard(self, line, window):
        message = json.loads(line)
        if "id" in message:
            self._answer = message
        if self.board is None or "error" in message or message.get("fault") == "journal":
            return
        journal = self.board.journal
        if journal.durable != journal._chain.seq:
            self._unsafe.append(line.decode())

    def ask(self, request):
        self.board.ids += 1
        self._answer = None
        self.board.line(b'{"id": %d, "do": %s}' % (self.board.ids, request.encode()))
        return self._answer

    def opens(self):
        return self.ask('"open"').get("ok", False)

    def rounds(self):
        """Plays until the table closes itself; (rounds that ended, whether one did not)."""
        table = self.board.table
        count = 0
        while table.phase == "place-bets":
            for seat in range(1, 9):
                self.ask(f'"wager", "seat": {seat}, "spot": "straight-17", "stake": 50')
            self.board.wheel("ball")
            self.ask('"no-more-bets"')
            self.board.turn(60)
            self.board.wheel("drop", 0)
            self.board.wheel("number", count % 37)
            while table.under == "winning-number":
                if "error" in self.ask('"paid"'):
                    return count, True
            count += 1
        return count, table.under != "closed"

    def end(self):
        """The power goes; how many records the log has had until then."""
        boards.close_storage(self._chip)
        return self.board.journal.log, self.board.journal.durable


def log_of(board):
    """How many records the board has, all of them proven to follow from the first."""
    before, count = None, 0
    for number in range(board.journal.first, board.journal.last + 1):
        for line in board.journal.storage.lines(number):
            fields = parse(line)
            assert fields[0] == count + 1 and (before is None or follows(before, fields)), fields[0]
            before, count = line, count + 1
    return count


def main():
    told = {"starts": 0, "opened": 0, "refused": [], "rounds": 0, "unfinished": 0, "unsafe": [], "lost": 0}
    for free in FREE:
        chip = filled(free)
        logs = []
        for _ in range(2):
            start = Start(chip, told["unsafe"])
            told["starts"] += 1
            if start.opens():
                told["opened"] += 1
                count, unfinished = start.rounds()
                told["rounds"] += count
                told["unfinished"] += unfinished
            else:
                told["refused"].append([free, start.board.table.faults[0], start.ask('"open"')["message"]])
                assert start.board.app.display._name.startswith("fault"), start.board.app.display._name
            logs.append(start.end())
        vfs.mount(vfs.VfsLfs2(chip, progsize=256, mtime=False), "/flash")
        os.remove(OTHER)
        vfs.umount("/flash")
        start = Start(chip, told["unsafe"])
        if "journal" in start.board.table.faults:
            start.ask('"clear"')
        if "journal-full" in start.board.table.faults:
            pull(start.board)
        assert start.opens(), (free, start.board.table.faults)
        told["lost"] += max(durable for _, durable in logs) > log_of(start.board)
        told["lost"] += any(log != start.board.journal.log for log, durable in logs if durable)
        start.end()
    print(json.dumps(told))


main()
