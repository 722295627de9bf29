"""Plays rounds on a flash that fails, or is full of other files, from some operation on, and tells what came of it.

    micropython tests/on_chips/failing.py HOW [BROKEN]

HOW: "refuses", each write and erase fails; "full", another program's file takes all blocks that are free. Each round
fails from a later operation on, until all of a round comes before it, and is mended then; every other round has its
number by hand.
BROKEN: a name of broken.py. Prints {"rounds", "failed": rounds in which something had to wait, "unsafe": what was told
or shown steady before all records ahead of it were on the flash (the first), "lost": records that a start no longer
finds}.
"""

import json
import os
import sys

sys.path.insert(0, "")

from shared_core.journal import follows, parse
from tests.on_chips import board as boards
from tests.on_chips import broken, flash
from tests.on_chips.dealer import play_on, pull

BLOCKS = 48
STATED = {"table": "8", "rules": "new-zealand", "journal": {"segments": 14}, "options": {"min_turns": 4}}
OTHER = "/flash/other"
IO_ERROR = -5


class Failing(flash.Nor):
    """From operation `fails_at` on each operation does what `how` says."""

    how = None
    fails_at = None

    def writeblocks(self, block, buffer, offset=None):
        if self._fails():
            return IO_ERROR
        return flash.Nor.writeblocks(self, block, buffer, offset)

    def ioctl(self, operation, argument):
        if operation == 6 and self._fails():
            return IO_ERROR
        return flash.Nor.ioctl(self, operation, argument)

    def _fails(self):
        return self.how == "refuses" and self.fails_at is not None and len(self.done) >= self.fails_at


class Game:
    def __init__(self, how):
        self.unsafe = []
        self.chip = Failing(bytearray(b"\xff" * (BLOCKS * flash.BLOCK)))
        self.chip.how = how
        boards.format_chip(self.chip)
        self.board = boards.Board(self.chip, self.heard, stated=STATED)
        self._show = self.board.app.display.show
        self.board.app.display.show = self.shown
        self.waited = False
        self._full = False

    def heard(self, line, window):
        board = getattr(self, "board", None)
        if board is None or b'"error"' in line or b'"fault": "journal"' in line:
            return
        self._check(line.decode())

    def shown(self, picture, blink=False):
        if not blink and not picture.startswith("fault"):
            self._check("shows " + picture)
        self._show(picture, blink)

    def _check(self, what):
        journal = self.board.journal
        if journal.durable != parse(journal._chain._last)[0]:
            self.unsafe.append(what)

    def ask(self, request):
        """Sends a request twice, as a host does that had no answer."""
        self.board.ids += 1
        for _ in range(2):
            self.board.line(b'{"id": %d, "do": %s}' % (self.board.ids, request.encode()))
            self._watch()

    def wheel(self, *event):
        self.board.wheel(*event)
        self._watch()

    def _watch(self):
        self.waited = self.waited or self.board.app.actions.failed is not None
        full = self.chip.how == "full" and self.chip.fails_at is not None
        if full and not self._full and len(self.chip.done) >= self.chip.fails_at:
            self._full = True
            fill_up()

    def round(self, fails_at, by_hand):
        """A round as far as it goes; whether all of it went."""
        self.chip.done = []
        self.chip.fails_at = fails_at
        self.waited = False
        for seat in range(1, 5):
            self.ask(f'"wager", "seat": {seat}, "spot": "red", "stake": 50')
        self.wheel("ball")
        self.ask('"no-more-bets"')
        self.board.turn(60)
        self.wheel("drop", 0)
        if by_hand:
            self.wheel("undetermined", "reads disagree")
            self.ask('"number", "number": "1"')
        else:
            self.wheel("number", fails_at % 37)
        self.board.press("no_spin")
        for _ in range(3):
            self.ask('"paid"')
        self.board.turn(2000)
        return len(self.chip.done) < fails_at

    def mend(self):
        self.chip.fails_at = None
        if self._full:
            os.remove(OTHER)
            self._full = False
        for _ in range(4):
            self.board.turn(1100)
        assert self.board.app.actions.failed is None
        if "journal-full" in self.board.table.faults:
            pull(self.board)
        play_on(self.board)
        self.board.app.writer._heard = self.heard


def fill_up():
    """Another program's file takes what is free."""
    with open(OTHER, "wb") as file:
        try:
            while True:
                file.write(bytes(512))
                file.flush()
        except OSError:
            pass


def lost(game):
    """Starts anew on what the chip holds: how many of the log's records are not there, or do not follow."""
    last = game.board.journal.durable
    boards.close_storage(game.chip)
    board = boards.Board(game.chip, lambda line, window: None, stated=STATED)
    before = None
    found = []
    for number in range(board.journal.first, board.journal.last + 1):
        for line in board.journal.storage.lines(number):
            fields = parse(line)
            assert before is None or follows(before, fields), fields[0]
            before = line
            found.append(fields[0])
    return len([seq for seq in range(found[0], last + 1) if seq not in found])


def main(how, name=None):
    broken.break_with(name)
    game = Game(how)
    game.ask('"open"')
    rounds = failed = 0
    ended = [False, False]
    while not all(ended):
        rounds += 1
        by_hand = rounds % 2
        ended[by_hand] = game.round(rounds // 2, by_hand)
        failed += game.waited
        game.mend()
    gone = None if game.unsafe else lost(game)
    print(json.dumps({"rounds": rounds, "failed": failed, "unsafe": game.unsafe[:9], "lost": gone}))


main(*sys.argv[1:])
