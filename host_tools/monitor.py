"""What happens at a table, as it happens: `tablectl monitor`. Nothing is changed on the board, nothing acknowledged."""

import time

from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link
from host_tools.recent import recent, records

LOOK = 0.5  # seconds between two looks at the status and the journal
AGAIN = 1.0  # seconds between two tries to reach a board that went away
HISTORY = 600  # records that are read for the numbers before; a round has some ten
TOLD = ("spin", "void")  # kinds of records that are told as events, since no event has their measures
CHANGING = ("t", "seq", "fill", "acked")  # of an answer to hello


def follow(port, on_event, history=HISTORY):
    """Call on_event with each event of the board on a port, a dict, until Ctrl-C. A board that goes away is waited for.

    Besides the link's own events, which have "n", come {"event": "hello"} and {"event": "status"} with the answers to
    these requests, at the start and whenever they change; {"event": "journal", "seq", "acked", "fill"}; {"event":
    "spin"} and {"event": "void"} with the records of the spins, the latest ones of before first; {"event": "tick"} at
    every look; {"event": "lost", "message"} when the board does not answer any more.
    """
    with claimed(port) as device:
        reached = False
        seen = {}  # by log: the last record that was told
        while True:
            try:
                with Link(device) as link:
                    watch = _Watch(link, on_event, seen, history)
                    reached = True
                    watch.begin()
                    while True:
                        watch.look()
            except ToolError as error:
                if error.status != 3 or not reached:
                    raise
                on_event({"event": "lost", "message": error.message})
                time.sleep(AGAIN)


class _Watch:
    def __init__(self, link, on_event, seen, history):
        self._link = link
        self._on_event = on_event
        self._last = {}
        self._hello = self._ask("hello")
        self._log = self._hello.get("log")
        self._seen = seen
        self._history = history

    def begin(self):
        """Tell who the board is and what happened before."""
        self._tell("hello", {key: value for key, value in self._hello.items() if key not in CHANGING})
        if self._log not in self._seen:
            self._seen[self._log] = 0
            self._tell_records(recent(self._link, self._hello, self._history))

    def look(self):
        """Tell what is new, and then for LOOK seconds each event as it comes."""
        self._tell("status", self._ask("status"))
        hello = self._ask("hello")
        self._tell("journal", {key: hello.get(key) for key in ("log", "seq", "acked", "fill")})
        if hello.get("log") != self._log:
            raise ToolError(f"the board on {self._link.port} began another log", 3)
        if self._log and hello["seq"] > self._seen[self._log]:
            self._tell_records(records(self._link, max(self._seen[self._log] + 1, hello["first"]), hello["seq"]))
        self._on_event({"event": "tick"})
        deadline = time.monotonic() + LOOK
        while (left := deadline - time.monotonic()) > 0:
            event = self._link.next_event(left)
            if event:
                self._on_event(event)

    def _ask(self, verb):
        answer = self._link.request(verb)
        if "error" in answer:
            raise ToolError(f"the board on {self._link.port} refuses {verb}: {answer.get('message')}", 1)
        while self._link.events:
            self._on_event(self._link.events.popleft())
        return {key: value for key, value in answer.items() if key not in ("id", "ok")}

    def _tell(self, name, fields):
        if self._last.get(name) != fields:
            self._last[name] = fields
            self._on_event({"event": name, **fields})

    def _tell_records(self, found):
        for record in found:
            self._seen[self._log] = record["seq"]
            if record.get("kind") in TOLD:
                fields = {key: value for key, value in record.items() if key != "kind"}
                self._on_event({"event": record["kind"], **fields})
