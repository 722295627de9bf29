"""Begins a new log on a board: its id, and its key if wanted, are made and kept on this host.

Rounds, boots and event numbers go on from the log before. That one is ended only where a host has stored all of it.
"""

import json
import tempfile
from pathlib import Path

from host_tools import board, interrupt, keys
from host_tools.aside import board_aside, table_again
from host_tools.board_files import BoardFile
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer
from shared_core.history import History
from shared_core.journal import Chain, JournalError, parse

JOURNAL = "/journal"
FIRST = JOURNAL + "/000001.log"
KEY = JOURNAL + "/key"
# Records that a table writes without a game or a fault: a log may end with these though no host has them.
NO_LOSS = ("segment", "boot", "events", "maintenance", "clock", "ack")
# How a Ctrl-C leaves the board, before and after the new log is put in the place of the one that is there.
UNTOUCHED = "the board keeps the log it had; `tablectl provision` again begins a new one"
BEGUN = "the board has the log it had or the new one; `tablectl provision` again begins one anew"


def provision(port=None, with_key=False, discard=False, backend="mpremote", progress=lambda text: None):
    """Begin a new log on the board on `port`. The table steps aside for it and is started again.

    with_key: the log is chained with a key. discard: end the log that is there though it was not all stored by a host.
    Returns {"port", "board", "log", "key": its id or None, "keys": path of the file here, "before": id of the log that
    was ended, or None}. Raises ToolError, status 1 where the log that is there may not be ended.
    """
    with claimed(port) as device, interrupt.told(UNTOUCHED) as on_interrupt:
        return _provision(device, with_key, discard, backend, progress, on_interrupt)


def _provision(port, with_key, discard, backend, progress, on_interrupt):
    acked = _acknowledged(port)
    with board_aside(port, backend) as reached, tempfile.TemporaryDirectory(prefix="tablectl-") as drafts:
        unique_id = board.describe(reached)["unique_id"]
        listed = board.hashes(reached, [JOURNAL, "/main.py"])
        progress("reading the log that is there")
        ended = _Ended(reached, sorted(path for path in listed if path.endswith(".log")), drafts)
        if not discard:
            ended.check(acked)
        made = keys.make(unique_id, with_key)
        progress("beginning the new log")
        _begin(reached, made, ended.history, drafts, on_interrupt)
    progress("waiting for the table")
    table_again(port, listed)
    path = keys.folder() / f"{made.log}.json"
    told = {"port": port, "board": unique_id, "log": made.log, "key": made.key, "keys": str(path)}
    return {**told, "before": ended.log}


def _acknowledged(port):
    """Up to which record a host has stored the log, as the table knows; 0 where none is running."""
    try:
        with Link(port) as link:
            return link.request("hello", timeout=1.5).get("acked", 0)
    except NoAnswer:
        return 0


class _Ended:
    """The log that is on the board before. log: its id or None; history: its History, where it can be read."""

    def __init__(self, reached, paths, drafts):
        self.log = None
        self.history = History()
        self._reached = reached
        self._paths = paths
        self._drafts = drafts
        self._broken = None
        try:
            self._read_last()
        except (JournalError, KeyError, TypeError, ValueError) as error:
            self._broken = str(error)
            self.history = History()

    def _read_last(self):
        for path in reversed(self._paths):
            for seq, record in self._records(path):
                if self.log is None:
                    self.history.begin(record)
                    self.log = record["log"]
                self.history.feed(seq, record, 0)
            if self.log:
                return

    def check(self, acked):
        """Raise ToolError (status 1) unless all that happened in it is acknowledged."""
        step = "pull it first (`tablectl pull --to DIR`), then provision"
        if self._broken:
            told = f"the log on the board cannot be read to its end ({self._broken})"
            raise ToolError(f"{told}: copy it with `tablectl pull --files --to DIR`, then provision with --discard", 1)
        if self.history.stage is not None:
            raise ToolError(f"round {self.history.round} is in play: finish it, {step}", 1)
        acked = max(acked, self.history.acked)
        first = last = None
        for path in reversed(self._paths):
            numbers = [seq for seq, record in self._records(path) if seq > acked and record["kind"] not in NO_LOSS]
            first, last = (numbers[0] if numbers else first), last or (numbers[-1] if numbers else None)
            begins = next(self._records(path), None)
            if begins and begins[0] <= acked + 1:
                break
        if first is not None:
            told = f"no host has stored all of log {self.log}: it has records from {first} to {last} beyond {acked}"
            raise ToolError(f"{told}; {step}", 1)

    def _records(self, path):
        """Yields (number, record) of a segment; an unfinished line at its end was never confirmed."""
        here = Path(self._drafts, path.rpartition("/")[2])
        if not here.exists():
            self._reached.get(path, here)
        data = here.read_bytes()
        for line in data[: data.rfind(b"\n") + 1].splitlines():
            seq, _, _, body = parse(line)
            yield seq, json.loads(body)


def first_line(made, history):
    """The first record of a new log, bytes with LF: the state that `history` tells, the table closed."""
    history.acked = 0
    history.open = history.inspected = False
    history.stage = history.bets = history.since = None
    head = (("kind", "segment"), ("log", made.log), ("board", made.board), ("key", made.key))
    return Chain(b"", made.secret).append(head + history.checkpoint())


def _begin(reached, made, history, drafts, on_interrupt):
    files = [BoardFile(FIRST, first_line(made, history))]
    if made.secret:
        files.append(BoardFile(KEY, made.secret.hex().encode()))
    new = []
    for place, file in enumerate(files):
        here = Path(drafts, f"new-{place}")
        here.touch(mode=0o600)
        here.write_bytes(file.data)
        new.append((here, file))
    board.stage(reached, new, lambda path: None)
    on_interrupt(BEGUN)
    board.exchange(reached, JOURNAL)
    found = board.hashes(reached, [JOURNAL])
    for file in files:
        board.check(found, file.path, file)
