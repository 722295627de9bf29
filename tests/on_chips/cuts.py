"""Cuts the power of a recorded session at some of its operations, starts the board on what is left, and judges it.

    micropython tests/on_chips/cuts.py FOLDER CHIP FIRST LAST STEP SECOND PLAY [BROKEN]

FOLDER: written by session.py, and `expected`, a JSON line for each number of records that may be left (oracle.py).
Operations FIRST, FIRST + STEP, .. before LAST are cut. SECOND: 1 cuts again at every operation of the starts, once for
each state of the chip that a start can tell from others. PLAY: 1 plays another round after each start. Prints one JSON
object with counts and the first problems.
"""

import hashlib
import json
import sys

sys.path.insert(0, "")

from shared_core.journal import follows, parse
from tests.on_chips import board as boards
from tests.on_chips import broken, flash
from tests.on_chips.dealer import Stuck, play_on

MOST_TOLD = 20
CUTS = (flash.HALF, flash.GARBAGE, flash.DONE)  # not done is what the operation before left


class Wrong(Exception):
    """What a start must not make of a cut."""


class Recorded:
    """A session: blank chip, operations, the lines of its log, and what was promised when."""

    def __init__(self, folder):
        with open(folder + "/blank", "rb") as file:
            self.blank = file.read()
        self.operations = []
        with open(folder + "/operations") as file:
            for line in file:
                kind, at, data = line.rstrip("\n").split(" ")
                self.operations.append((int(kind), int(at), bytes.fromhex(data)))
        with open(folder + "/log", "rb") as file:
            self.log = file.read().split(b"\n")[:-1]
        self.promised = [0] * (len(self.operations) + 1)  # by operations done: the last record that must be there
        self.stored = [0] * (len(self.operations) + 1)  # the last record that a host has
        with open(folder + "/promises") as file:
            for line in file:
                done, promised, stored, _ = line.split(" ", 3)
                self.promised[int(done)] = int(promised)
                self.stored[int(done)] = int(stored)
        for done in range(1, len(self.promised)):
            self.promised[done] = max(self.promised[done], self.promised[done - 1])
            self.stored[done] = max(self.stored[done], self.stored[done - 1])
        with open(folder + "/expected") as file:
            self.expected = [line for line in file]


class Judge:
    """Starts boards on what power cuts left. counts: what was done; problems: what was wrong, the first few."""

    def __init__(self, recorded, chip, second, play):
        self.recorded = recorded
        self.counts = {"first": 0, "second": 0, "distinct": 0, "problems": 0, "torn": 0}
        self.problems = []
        self._chip = chip
        self._second = second
        self._play = play
        self._seen = set()

    def cut(self, data, done, what):
        """Starts on `data`, what was left after `done` operations, and on what is left when that start is cut, too."""
        self.counts["first"] += 1
        try:
            start, left = self._start(data, self.recorded.promised[done], self.recorded.stored[done], None)
        except Wrong as error:
            self._tell(what, error)
            return
        if start not in self._seen:
            self._seen.add(start)
            self.counts["distinct"] += 1
            if self._second:
                self._cut_again(data, done, left, what)

    def _cut_again(self, data, done, left, what):
        operations, records = left
        chip = self._chip(bytearray(data))
        for number, operation in enumerate(operations):
            for variant in CUTS:
                again = self._chip(bytearray(chip.data))
                again.apply(operation, variant)
                self.counts["second"] += 1
                try:
                    self._start(again.data, records, self.recorded.stored[done], records)
                except Wrong as error:
                    self._tell(f"{what} and again at {number} {variant}", error)
            chip.apply(operation)

    def _tell(self, what, error):
        self.counts["problems"] += 1
        if len(self.problems) < MOST_TOLD:
            self.problems.append(f"{what}: {error}")

    def _start(self, data, promised, stored, exactly):
        """(digest of all that the start read, (its operations, records of the session that it found)). Raises Wrong."""
        chip = self._chip(bytearray(data))
        chip.read = hashlib.sha256()
        mounted = False
        try:
            storage = boards.open_storage(chip)
            mounted = True
            board = boards.Board(chip, lambda line, window: None, storage)
            read = chip.read.digest()
            chip.read = None
            operations = chip.done
            self.counts["torn"] += board.journal.torn > 0
            if board.table is None:
                raise Wrong("it does not start: " + str(board.app.link.errors))
            lines = self._lines(board.journal)
            records = self._check_log(board, lines, promised, stored, exactly)
            self._check_table(board.table, json.loads(self.recorded.expected[records]))
            self._check_settlements(lines, records)
            if self._play:
                play_on(board)
                self._check_log(board, self._lines(board.journal), promised, stored, records)
            return read, (operations, records)
        except Wrong:
            raise
        except Stuck as error:
            raise Wrong(str(error)) from None
        except Exception as error:
            raise Wrong("it stops with " + repr(error)) from None
        finally:
            if mounted:
                boards.close_storage(chip)

    def _lines(self, journal):
        """(first record, lines without LF) of all that the board has."""
        lines = []
        for number in range(journal.first, journal.last + 1):
            lines += [line[:-1] for line in journal.storage.lines(number)]
        return parse(lines[0])[0], lines

    def _check_log(self, board, found, promised, stored, exactly):
        """How many records of the session are there; the rest must follow from them. exactly: how many they are if
        that is known, else those before the last boot: what a start writes may be the record that came next."""
        first, lines = found
        log = self.recorded.log
        if first > stored + 1:
            raise Wrong(f"records before {first} are gone, a host has them up to {stored}")
        records = first - 1
        most = first - 1 + last_boot(lines) if exactly is None else exactly
        while records < most and lines[records - first + 1 : records - first + 2] == log[records : records + 1]:
            records += 1
        if exactly is not None and records != exactly:
            raise Wrong(f"{records} records of the session are left, the start before found {exactly}")
        if records < promised:
            raise Wrong(f"record {promised} was promised, {records} are left")
        last = log[records - 1] if records else None
        for line in lines[records - first + 1 :]:
            fields = parse(line)
            if (last is None and fields[0] != 1) or (last is not None and not follows(last, fields)):
                raise Wrong(f"the log is not whole at record {fields[0]}")
            last = line
        if parse(last)[0] != board.journal.durable:
            raise Wrong("the log ends elsewhere")
        return records

    def _check_table(self, table, expected):
        status = dict(table.status())
        names = table.rules.layout.names
        wagers = [
            [table.wagers.seats[i], names[table.wagers.spots[i]], table.wagers.stakes[i]]
            for i in range(len(table.wagers))
        ]
        for what, found in (
            ("under", status["under"]),
            ("round", status["round"]),
            ("by_hand", status["by_hand"]),
            ("last", status["last"]),
            ("faults", [fault for fault in table.faults if fault != "journal-full"]),
            ("wagers", wagers),
        ):
            if found != expected[what]:
                raise Wrong(f"{what} is {found}, not {expected[what]}")

    def _check_settlements(self, found, records):
        first, lines = found
        settled = [tuple(pair) for pair in json.loads(self.recorded.expected[records])["settled"]]
        for line in lines[records - first + 1 :]:
            record = json.loads(parse(line)[3])
            if record["kind"] == "settlement":
                settled.append((record["round"], record["spin"]))
        if len(set(settled)) != len(settled):
            raise Wrong(f"settled twice: {settled[-2:]}")


def last_boot(lines):
    """How many lines stand before the last boot."""
    return max([place for place, line in enumerate(lines) if b' {"kind": "boot"' in line])


def main(folder, kind, first, last, step, second, play, name=None):
    broken.break_with(name)
    make = flash.Fram if kind == "fram" else flash.Nor
    recorded = Recorded(folder)
    judge = Judge(recorded, make, second, play)
    chip = make(bytearray(recorded.blank))
    for done, operation in enumerate(recorded.operations[:last]):
        if done >= first and (done - first) % step == 0:
            for variant in CUTS:
                left = make(bytearray(chip.data))
                left.apply(operation, variant)
                judge.cut(left.data, done + (variant == flash.DONE), f"operation {done} {variant}")
        chip.apply(operation)
    print(json.dumps({"counts": judge.counts, "problems": judge.problems}))


main(sys.argv[1], sys.argv[2], *[int(word) for word in sys.argv[3:8]], *sys.argv[8:])
