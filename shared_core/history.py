"""What a table must know of its own log when it starts: counters that go on over boots."""

from shared_core.wire import WireError, parse

EVENTS_AHEAD = 10000  # event numbers that one boot, or one "events" record, sets aside

_COUNTS = (b"boot", b"events", b"bets", b"spin", b"void", b"settlement", b"open", b"paid")


class History:
    """Counters from the records of a log, fed in order.

    boots: boots so far; round and spin: the last ones; events: the first event number that was never set aside.
    """

    def __init__(self):
        self.boots = 0
        self.round = 0
        self.spin = 0
        self.events = 1

    def feed(self, body):
        """Takes in the JSON (bytes) of one record. Only what counts is parsed: a board reads its whole log at start."""
        if _kind(body) not in _COUNTS:
            return
        try:
            record = parse(body)
        except WireError:
            record = None
        if not isinstance(record, dict):
            return
        if record["kind"] == "boot":
            self.boots += 1
        began = 1 if record["kind"] == "paid" else 0  # the next round began with it, though it may have no record yet
        self.round = max(self.round, record.get("round", 0) + began)
        self.spin = max(self.spin, record.get("spin", 0))
        self.events = max(self.events, record.get("events", 0))


def _kind(body):
    """The kind of a record without parsing it: b"boot" of b'{"kind": "boot", ...'."""
    head = b'{"kind": "'
    if body[: len(head)] != head:
        return b""
    return body[len(head) : body.find(b'"', len(head))]
