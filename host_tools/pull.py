"""Brings a board's journal to the host over the link, while the table plays.

Each window is checked and proven as it comes. What is acknowledged is on disk, and in the receipt, before: so a pull
may be cut at any moment on either side, and the next goes on behind the last record that is whole here.
"""

import time
from contextlib import suppress

from host_tools import pull_files, same_log, store
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer
from host_tools.record import read

BATCH = 131072  # bytes between two acknowledgements; each has the disk sync three times
LOOK = 0.5  # seconds between two looks for new records, unless an event comes
BUSY = 3.0  # seconds that a board may still be sending a window to a host that has gone
AGAIN = 1.0  # seconds between two tries to reach a board that went away
REFUSED = {"journal": 4, "other-log": 4, "not-there": 4}  # exit status by the board's word; 1 for others
BY_FILES = "`tablectl pull --files` copies its files as they are"


def pull(port, to, backend="mpremote", files=False, accept=None, progress=lambda text: None):
    """Pull the journal of the board on `port` into `to`/<unique id of the board>/<log id>/.

    Over the link, without stopping the table. files: as plain files by `backend`, the table stopped meanwhile; so
    also where no program runs on the board. accept: the id of a log that may follow the one kept here.

    Returns {"port", "by": "link" or "files", "acknowledged": number of a record or None} and what Store.summary()
    tells; its "log" is None for a board without a journal. Raises ToolError, status 4 when the board's log is not the
    one that is kept here or is not right.
    """
    with claimed(port) as device:
        return _pull(device, to, backend, files, accept, progress)


def _pull(port, to, backend, files, accept, progress):
    if not files:
        try:
            with Link(port) as link:
                return _Puller(link, to, accept, progress).pull()
        except NoAnswer as error:
            if not error.at_prompt:
                error.message += f"; if its program no longer starts, {BY_FILES}"
                raise
            progress("no table is running: copying its files")
    return pull_files.pull(port, to, backend, accept, progress)


def follow(port, to, on_records, accept=None, progress=lambda text: None):
    """Pull, and go on as new records come, until Ctrl-C. A board that goes away is waited for.

    on_records: called with each list of new records, (record, odd) as record.read() gives them, once they are on disk.
    """
    with claimed(port) as device:
        _follow(device, to, on_records, accept, progress)


def _follow(port, to, on_records, accept, progress):
    reached = False
    while True:
        try:
            with Link(port) as link:
                puller = _Puller(link, to, accept, progress, on_records)
                puller.pull()
                reached = True
                puller.follow()
        except ToolError as error:
            if error.status != 3 or not reached:
                raise
            progress(error.message)
            time.sleep(AGAIN)


class _Puller:
    def __init__(self, link, to, accept, progress, on_records=None):
        self._link = link
        self._progress = progress
        self._on_records = on_records
        self._to = to
        self._fresh = []  # lines that are not on disk yet, for on_records
        self._hello = self._ask("hello")
        if "log" not in self._hello:
            raise ToolError(f"the firmware on {link.port} is an older one: flash it; before that, {BY_FILES}", 1)
        if self._hello["log"] is None:
            self._pull_window(1)  # says what is wrong with its journal
        if not self._hello["seq"]:
            told = f"the board on {link.port} has no record yet, not even of its start: its flash is full or fails"
            raise ToolError(f"{told}; `tablectl doctor` says more", 1)
        same_log.check(to, self._hello["board"], self._hello["log"], accept)

    def pull(self):
        with self._open() as kept:
            _check_not_shorter(kept, self._hello)
            self._catch_up(kept)
            self._acknowledge(kept)  # with nothing new, too: a board whose log is another one refuses it
            return {"port": self._link.port, "by": "link", "acknowledged": kept.receipt.stored, **kept.summary()}

    def follow(self):
        with self._open() as kept:
            while True:
                self._link.next_event(LOOK)
                self._link.events.clear()
                self._catch_up(kept)

    def _open(self):
        hello = self._hello
        return store.open_store(self._to, hello["board"], hello["log"], hello["key"])

    def _catch_up(self, kept):
        """Pull what the board has more than is kept here, and acknowledge it."""
        unacknowledged = 0
        while data := self._pull_window(kept.next, kept):
            try:
                self._fresh += kept.add(data)
            except ToolError as error:
                with suppress(ToolError):
                    self._acknowledge(kept)  # what is right of it
                if error.status == 4:
                    error.message += f"; nothing from it on was taken in; {BY_FILES}"
                raise
            unacknowledged += len(data)
            self._progress(f"pulling record {kept.next - 1} of {max(kept.next - 1, self._hello['seq'])}")
            if unacknowledged >= BATCH:
                self._acknowledge(kept)
                unacknowledged = 0
        if unacknowledged:
            self._acknowledge(kept)

    def _pull_window(self, first, kept=None):
        answer, data = _unless_busy(lambda: self._link.window(first))
        if answer.get("error") == "gone" and kept:
            self._hello = self._ask("hello")
            if self._hello["first"] > first:
                kept.begin_at(self._hello["first"])
                return self._pull_window(kept.next, kept)
        self._check(answer)
        if kept and answer["log"] != kept.receipt.log:
            raise ToolError(f"the board on {self._link.port} began another log meanwhile: pull again", 3)
        return data

    def _acknowledge(self, kept):
        done = kept.keep()
        if done:
            self._ask("ack", seq=done[0], hash=done[1])
        if self._on_records and self._fresh:
            self._on_records([read(line) for line in self._fresh])
        self._fresh = []

    def _ask(self, verb, **fields):
        answer, _ = _unless_busy(lambda: (self._link.request(verb, timeout=3.0, **fields), None))
        self._check(answer)
        return answer

    def _check(self, answer):
        if "error" not in answer:
            return
        status = REFUSED.get(answer["error"], 1)
        told = f"the board on {self._link.port} refuses: {answer.get('message', answer['error'])}"
        raise ToolError(f"{told}; {BY_FILES}" if status == 4 else told, status)


def _unless_busy(ask):
    """What ask() returns, an answer and more; asked again while the answer is `busy`."""
    deadline = time.monotonic() + BUSY
    while True:
        answer, more = ask()
        if answer.get("error") != "busy" or time.monotonic() > deadline:
            return answer, more
        time.sleep(BUSY / 20)


def _check_not_shorter(kept, hello):
    last = hello["seq"]
    if last < kept.next - 1:
        told = (
            f"log {hello['log']} of board {hello['board']} ends at record {last}, and {kept.folder} has {kept.next - 1}"
        )
        step = "keep the board as it is, pull into another folder with --to, and compare"
        raise ToolError(f"{told}: its flash was put back or its log cut; nothing was changed here; {step}", 4)
