"""Counts what rounds cost the flash: on a file system as large as a Pico's, with its firmware on it and the real ring.

    micropython tests/on_chips/wear.py ROUNDS WAGERS ACTED

A host pulls now and then. ACTED: "together" as the firmware does it, or "each": one write a record, to compare. Prints
JSON: erases and pages programmed a round, bytes of the log a round, and the erases of the block that had most.
"""

import json
import sys

sys.path.insert(0, "")

from firmware import journal
from tests.on_chips import board as boards
from tests.on_chips import flash

BLOCKS = 352
FIRMWARE = 45  # files of 6,000 bytes
STATED = {"table": "8", "rules": "new-zealand"}


class Counted(flash.Nor):
    """A chip that counts its operations in place of keeping them. erased: how often each block was."""

    def __init__(self):
        super().__init__(bytearray(b"\xff" * (BLOCKS * flash.BLOCK)))
        self.erased = [0] * BLOCKS
        self.pages = 0

    def _do(self, kind, at, new):
        if kind == flash.ERASE:
            self.erased[at // flash.BLOCK] += 1
        else:
            self.pages += 1
        self.apply((kind, at, bytes(new)))


class Table:
    def __init__(self, chip):
        self.ids = 0
        self.board = boards.Board(chip, lambda line, window: None, stated=STATED)
        self.ask('"do": "open"')

    def ask(self, request):
        self.ids += 1
        self.board.line(b'{"id": %d, %s}' % (self.ids, request.encode()))

    def round(self, wagers, number):
        for i in range(wagers):
            self.ask(f'"do": "wager", "seat": {1 + i % 8}, "spot": "straight-{i % 37}", "stake": 500')
        self.board.wheel("ball")
        self.board.press("no_more_bets")
        self.board.turn(60)
        self.board.wheel("drop", 0)
        self.board.wheel("number", number % 37, measures=MEASURES)
        self.board.wheel("over")
        while self.board.table.phase == "winning-number":
            self.board.press("no_more_bets")

    def pulled(self):
        made = self.board.journal
        made.acknowledge(0, made.durable)


# As long as those of a real spin's record.
MEASURES = (
    ("ball_turns_milli", 10250),
    ("ball_direction", "counterclockwise"),
    ("rotor_direction", "clockwise"),
    ("alarm_us", None),
    ("drop_us", 1011341000),
    ("rest_us", 1014000000),
    ("reads", [17, 17]),
)


def main(rounds, wagers, acted):
    journal.SEGMENT = 32724
    if acted == "each":
        take = journal.Journal._take

        def take_and_flush(self, pairs):
            take(self, pairs)
            self.flush()

        journal.Journal._take = take_and_flush
    chip = Counted()
    boards.format_chip(chip)
    boards.open_storage(chip)
    for number in range(FIRMWARE):
        with open(f"/flash/{number}.py", "wb") as file:
            file.write(bytes(6000))
    boards.close_storage(chip)
    table = Table(chip)
    before, pages = sum(chip.erased), chip.pages
    seq_bytes = 0
    for number in range(rounds):
        at = table.board.journal.last, table.board.journal.size
        table.round(wagers, number * 7)
        if table.board.journal.last == at[0]:
            seq_bytes += table.board.journal.size - at[1]
        else:
            seq_bytes += journal.SEGMENT - at[1] + table.board.journal.size
        if number % 20 == 19:
            table.pulled()
    print(
        json.dumps(
            {
                "rounds": rounds,
                "wagers": wagers,
                "erases": (sum(chip.erased) - before) / rounds,
                "pages": (chip.pages - pages) / rounds,
                "bytes": seq_bytes / rounds,
                "most": max(chip.erased),
                "used": sum([1 for count in chip.erased if count > 1]),
                "segments": table.board.journal.segments,
            }
        )
    )


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
