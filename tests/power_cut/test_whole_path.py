"""Power cuts along the whole path: the firmware on a virtual board, its link, `tablectl pull` and `tablectl verify`.

A board goes on after each cut, with one log. A few here; with BENCH=1 500 of them, on four boards side by side, each
third with a second cut while the board starts. The flash is the virtual board's, under its littlefs.
"""

import json
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from host_tools.claim import PortHeld
from host_tools.errors import ToolError
from host_tools.flash import flash
from host_tools.link import Link
from host_tools.pull import pull
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard
from shared_core.journal import parse

CUTS, BOARDS = (500, 4) if "BENCH" in os.environ else (4, 1)
RATE = 5
HOW = ("none", "half", "garbage", "done")
SETTINGS = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 1, "maximum": 1000},
    "notices": ["limits-on-screen"],
    "journal": {"segments": 4},
}
POINTS = ["contrivance", "level", "rotation", "parts", "ball"]
# What an answer or an event lets a host rely on: the record that must be there, and its fields that both have.
PROMISED = {
    "open": ("open", ("round",)),
    "close": ("close", ()),
    "set-clock": ("clock", ("utc",)),
    "withdraw": ("withdrawn", ("seat", "spot", "round")),
    "number": ("bets", ("round",)),
    "settlement": ("settlement", ("round", "collected", "paid", "returned")),
    "wagers-void": ("wagers-void", ("round",)),
}


class Host:
    """A host that does what comes next at the table until its board has no power. promises: (kind, fields)."""

    def __init__(self, board, dice):
        self.promises = []
        self._board = board
        self._dice = dice

    def play(self):
        """Returns once the board is off, or after some steps."""
        with unheld(lambda: Link(self._board.port)) as link:
            for _ in range(12):
                try:
                    self._step(link)
                except ToolError:
                    break
            while link.events:
                self._heard(link.events.popleft())

    def _step(self, link):
        self._ask(link, "set-clock", utc=self._dice.randrange(1, 2**31))
        status = self._ask(link, "status")
        phase = status["under"]
        if phase == "closed":
            self._ask(link, "inspect", points=POINTS)
            self._ask(link, "open")
        elif phase == "place-bets":
            for seat in range(1, self._dice.randrange(2, 8)):
                self._ask(link, "wager", seat=seat, spot=self._dice.choice(("red", "straight-17", "dozen-2")), stake=10)
            self._ask(link, "no-more-bets")
            time.sleep(0.1)  # until the bets are sealed
        elif phase == "no-more-bets" and status["by_hand"]:
            self._ask(link, "number", number=str(self._dice.randrange(37)))
        elif phase == "no-more-bets":
            self._ask(link, "no-spin")
        elif phase == "no-spin":
            self._ask(link, "withdraw", seat=1, spot="red")
            self._ask(link, "clear")
        elif phase == "winning-number":
            self._ask(link, "paid")

    def _ask(self, link, verb, **fields):
        answer = link.request(verb, timeout=0.7, attempts=1, **fields)
        if answer.get("ok"):
            self._heard({"event": verb, **fields, **answer})
        return answer

    def _heard(self, message):
        kind, names = PROMISED.get(message["event"], (None, ()))
        if kind and (message["event"] != "number" or "colour" in message):
            self.promises.append((kind, {name: message[name] for name in names}))


def records_in(folder):
    lines = [line for path in sorted(folder.glob("*.log")) for line in path.read_bytes().splitlines()]
    return [json.loads(parse(line)[3]) for line in lines]


def went_off(board, since, timeout):
    """Whether the power failed at an operation of the flash, or does so within timeout, seconds."""
    try:
        board.wait_event(lambda event: event.get("power") == "off", timeout, since)
    except ToolError:
        return False
    return True


class Run:
    """CUTS power cuts of one board with one log. at_flash, at_start: how many came at an operation of the flash, in
    play and while the board started; records: of the log."""

    def __init__(self, folder, seed):
        self.at_flash = self.at_start = self.records = 0
        self._folder = folder
        self._dice = random.Random(seed)

    def play(self, cuts, stop):
        """stop: an Event, set where another run has failed."""
        path = self._folder / "table.json"
        path.write_text(json.dumps(SETTINGS))
        with VirtualBoard(self._folder / "state", rate=RATE) as board:
            flash(board.port, path)
            for number in range(cuts):
                if stop.is_set():
                    return
                self._cut(board, number)
        logs = self._folder / "logs"
        assert verify([logs])["whole"]
        assert sum(record["kind"] == "boot" for record in self._found) > cuts
        self.records = len(self._found)

    def _cut(self, board, number):
        dice = self._dice
        host = Host(board, dice)
        board.cut_at_flash(dice.randrange(60), dice.choice(HOW))
        since = board.now_us
        host.play()
        self.at_flash += went_off(board, since, 0.1)
        board.power_cut()
        if number % 3 == 2:
            board.cut_at_flash(dice.randrange(18), dice.choice(HOW))
            since = board.now_us
            board.power_on()
            self.at_start += went_off(board, since, 3)
            board.power_cut()
        board.power_on()
        board.wait_main(20)
        wait_for_hello(board)
        self._check(unheld(lambda: pull(board.port, self._folder / "logs")), number, host.promises)

    def _check(self, done, number, promises):
        assert done["proven"] and not done["gaps"], done
        found = self._found = records_in(Path(done["folder"]))
        for kind, fields in promises:
            assert any(is_it(record, kind, fields) for record in found), (number, kind, fields, found[-5:])
        settled = [(record["round"], record["spin"]) for record in found if record["kind"] == "settlement"]
        assert len(set(settled)) == len(settled), settled[-3:]


def test_nothing_that_a_host_was_told_is_lost(tmp_path):
    runs = []
    for number in range(BOARDS):
        (tmp_path / str(number)).mkdir()
        runs.append(Run(tmp_path / str(number), number))
    stop = Event()

    def play(run):
        try:
            run.play(CUTS // BOARDS, stop)
        except BaseException:
            stop.set()
            raise

    with ThreadPoolExecutor(BOARDS) as pool:
        list(pool.map(play, runs))
    at_flash, at_start = sum(run.at_flash for run in runs), sum(run.at_start for run in runs)
    records = sum(run.records for run in runs)
    print(f"\n{CUTS} power cuts of {BOARDS} boards, {at_flash} of them at an operation of the flash,")
    print(f"{at_start} more while a board started; {records} records, none lost, whole each time")
    assert at_flash > CUTS // 2 and at_start >= CUTS // 6


def unheld(do):
    """What do() returns, once nobody else has the port: the process of a board that another thread starts is, for a
    moment, a copy of this one with all that it has open."""
    deadline = time.monotonic() + 20
    while True:
        try:
            return do()
        except PortHeld:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def is_it(record, kind, fields):
    return record["kind"] == kind and all(record.get(name) == value for name, value in fields.items())


def wait_for_hello(board):
    deadline = time.monotonic() + 20
    while True:
        try:
            with Link(board.port) as link:
                return link.request("hello", timeout=1.0, attempts=1)
        except ToolError:
            if time.monotonic() > deadline:
                raise AssertionError(board.said[-2000:].decode(errors="replace")) from None
