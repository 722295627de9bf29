"""Plays a session on a board whose chip notes every operation: what the power cuts are then made of.

    micropython tests/on_chips/session.py FOLDER CHIP ROUNDS [BROKEN]

CHIP: nor or fram; BROKEN: a name of broken.py. Writes FOLDER/blank (the chip before the first start), operations (each
`kind address bytes-in-hex`), log (every line of the journal) and promises: for each thing that the host heard or saw
`<operations done> <last record before it> <last record that the host has stored> <what>`.
"""

import json
import sys

sys.path.insert(0, "")

from tests.on_chips import board as boards
from tests.on_chips import broken, flash

BLOCKS = 48
TAKEN = ("red", "odd", "dozen-2", "straight-17")  # three outside wagers win on 19
SPOTS = ("straight-17", "red", "split-17-20", "dozen-2", "low", "corner-16", "straight-0", "odd")


class Session:
    """rounds are played until so many are paid. The host pulls when `pulls(round)` says so, and when it must."""

    def __init__(self, chip, note):
        self._chip = chip
        self._note = note
        self._id = 0
        self._answer = None
        self._window = None
        self.log = []  # what the host has stored
        self.full = 0  # times that the journal was
        self._start()

    def _start(self):
        self.board = boards.Board(self._chip, self._heard)
        self.table = self.board.table

    def restart(self):
        self.board.journal.flush()  # a broken one has not: but this is no power cut
        boards.close_storage(self._chip)
        self._start()

    def _heard(self, line, window):
        board = getattr(self, "board", None)
        if (
            board is not None
        ):  # else it starts: nothing but the events of the start is said, and all are behind its records
            self._note(len(self._chip.done), board.journal, len(self.log), line)
        message = json.loads(line)
        if "id" in message:
            self._answer, self._window = message, window

    def ask(self, verb, **fields):
        self._id += 1
        fields["id"], fields["do"] = self._id, verb
        self._answer = None
        self.board.line(json.dumps(fields).encode())
        for _ in range(boards.SEGMENT // 3000 + 2):  # a search through the journal takes some turns
            if self._answer is None:
                self.board.turn(2)
        assert self._answer["id"] == self._id
        return self._answer

    def must(self, verb, **fields):
        answer = self.ask(verb, **fields)
        assert answer.get("ok"), (verb, answer, self.table.phase)
        return answer

    def pull(self):
        """The host takes all that there is and acknowledges it."""
        while self.must("pull", **{"from": len(self.log) + 1})["records"]:
            lines = self._window.split(b"\n")[:-1]
            self.log += [line + b"\n" for line in lines]
        last = self.log[-1].split(b" ", 3)
        self.must("ack", seq=len(self.log), hash=last[2].decode())

    # Rounds

    def round(self, n):
        if self.table.phase == "fault":
            self.full += 1
            self.pull()
        if self.table.phase == "closed":
            self.must("open")
        for i in range(60 if n == 20 else 4 if n % 10 == 9 else n % 6):
            spot = TAKEN[i] if n % 10 == 9 else SPOTS[(n + i) % len(SPOTS)]
            self.must("wager", seat=1 + i % 9, spot=spot, stake=100 + i)
        self.spin(n % 2)
        if n % 10 in (5, 8):
            self.void(n)
            self.spin(0)
        self.verdict(n)
        self.pay(n)

    def spin(self, by_button):
        self.board.wheel("ball")
        if by_button:
            self.board.press("no_more_bets")
        else:
            self.must("no-more-bets")
        self.board.turn(60)
        self.board.wheel("drop", 0)

    def void(self, n):
        if n % 10 == 5:
            self.board.wheel("void", "too-few-turns")
            if len(self.table.wagers):
                spot = self.table.rules.layout.names[self.table.wagers.spots[0]]
                self.must("withdraw", seat=self.table.wagers.seats[0], spot=spot)
            self.board.wheel("over")
            self.board.turn(6000)
        else:
            self.must("no-spin", cause="foreign-object")
        if self.table.phase == "fault":  # full in the middle of a round
            self.full += 1
            self.pull()
        if self.table.phase == "no-spin":
            self.must("clear")
        self.must("wager", seat=50, spot="even", stake=7)

    def verdict(self, n):
        if n == 30:
            self.restart()
            self.must("number", number="30")
        elif n % 10 == 6:
            self.board.wheel("undetermined", "reads disagree")
            self.must("number", number="17")
        elif n % 10 == 7:
            self.board.wheel("fault", "pocket", "stuck high", True)
            self.must("number", number=str(n % 37))
            self.must("clear")
        else:
            self.board.wheel("number", 19 if n % 10 == 9 else n * 7 % 37)
        self.board.wheel("over")

    def pay(self, n):
        taken = n % 10 != 9
        while self.table.phase == "winning-number":
            if not taken and self.table.status()[-1] == ("do", "pay"):
                taken = True
                self._pay_and_take()
            else:
                self.must("paid")

    def _pay_and_take(self):
        """A seat takes its outside winnings as soon as it is paid (NZ 4.9)."""
        step = self.table._payout.current
        seat = self.table.wagers.seats[step[2][0]]
        self.must("paid", seat=seat)
        self.must("withdraw", seat=seat, spot=self.table.rules.layout.names[step[1]])


def main(folder, kind, rounds, name=None):
    broken.break_with(name)
    if kind == "fram":
        chip = flash.Fram(bytearray(8 * (boards.SEGMENT + 72)))
    else:
        chip = flash.Nor(bytearray(b"\xff" * (BLOCKS * flash.BLOCK)))
    boards.format_chip(chip)
    chip.done = []
    with open(folder + "/blank", "wb") as file:
        file.write(chip.data)
    promises = open(folder + "/promises", "w")

    def note(operations, journal, stored, line):
        promises.write(f"{operations} {journal._chain.seq} {stored} {line.decode()}\n")

    session = Session(chip, note)
    for n in range(rounds):
        session.round(n)
        if n < 14 and n % 4 == 3:
            session.pull()
        if n == rounds // 2:
            session.must("set-clock", utc=1790000000)
            session.restart()
    session.pull()
    session.pull()  # the record of the acknowledgement, too
    promises.close()
    write_out(folder, chip, session.log)
    print(len(chip.done), len(session.log), session.full, session.board.journal.last)


def write_out(folder, chip, log):
    with open(folder + "/operations", "wb") as file:
        for kind, at, data in chip.done:
            file.write(b"%d %d %s\n" % (kind, at, data.hex().encode()))
    with open(folder + "/log", "wb") as file:
        for line in log:
            file.write(line)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
