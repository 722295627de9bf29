"""Reads the journal at power-on: where it ends, what a power cut has torn off, and what it tells of the table."""

import json

from shared_core.history import History
from shared_core.journal import JournalError, follows, parse
from shared_core.keyed import key_id

KEY_BYTES = 32


class Replay:
    """storage, board, key: as for the Journal, as are history, log, torn, first, last and size, as far as read() came.

    last_line: the last good record, b"" where there is none; begins: the number of the last segment's first record.
    """

    def __init__(self, storage, board, key):
        self.history = History()
        self.log = None
        self.torn = 0
        self.first = self.last = self.size = self.begins = 0
        self.last_line = b""
        self._storage = storage
        self._board = board
        self._secret = key

    def read(self):
        """Reads what the table needs, and cuts off what is torn. Raises JournalError, OSError, or KeyError and
        TypeError for a record that lacks what it must hold."""
        if self._secret is not None and len(self._secret) != KEY_BYTES:
            raise JournalError("bad-key", "its key is not 64 hex digits")
        numbers = self._storage.numbers()
        head = self._last_head(numbers)
        if head is None:
            return
        for number in range(head["since"] or numbers[-1], numbers[-1] + 1):
            self._replay(number, number == numbers[-1])
        self.first = numbers[0]
        if len(numbers) != self.last - self.first + 1:
            raise JournalError("missing", "a segment between the first and the last is not there")

    def _last_head(self, numbers):
        """The first record of the last segment, a dict, or None for no log. A segment without one was never begun."""
        while numbers:
            lines = self._good_lines(numbers[-1])
            first = _first_of(lines)
            lines.close()
            if first is not None:
                return json.loads(first[1][3])
            self.torn += self._storage.size(numbers[-1])
            self._storage.remove(numbers.pop())
        self.size = 0
        return None

    def _good_lines(self, number):
        """Yields (line, its fields) of a segment up to the first that is no record; then size is where that begins.

        A power cut leaves nothing but such lines behind it. A record there means that the log was changed.
        """
        self.size = 0
        broken = None
        for line in self._storage.lines(number):
            try:
                fields = parse(line if line[-1:] == b"\n" else b"")
            except JournalError as error:
                broken = broken or error
                continue
            if broken:
                raise broken
            self.size += len(line)
            yield line, fields

    def _replay(self, number, is_last):
        """Feeds the history with a segment, checks the chain, and cuts off what a power cut has torn."""
        self.last = number
        for line, fields in self._good_lines(number):
            seq, body = fields[0], fields[3]
            if self.last_line and not follows(self.last_line, fields, self._secret):
                raise JournalError("changed", "record " + str(seq) + " does not follow from the one before it")
            self.last_line = line
            record = json.loads(body)
            if record["kind"] == "segment":
                self._check_head(seq, record)
            self.history.feed(seq, record, number)
        torn = self._storage.size(number) - self.size
        if torn:
            if not is_last:
                raise JournalError("changed", "segment " + str(number) + " ends in bytes that are no record")
            self.torn += torn
            self._storage.cut(number, self.size)

    def _check_head(self, seq, record):
        key = key_id(self._secret)
        if record["board"] != self._board:
            raise JournalError("other-log", "it is the one of board " + str(record["board"]))
        if record["key"] != key:
            raise JournalError("other-key", "it was written with key " + str(record["key"]) + ", not " + str(key))
        if self.log is None:
            self.log = record["log"]
            self.history.begin(record)
        elif record["log"] != self.log:
            raise JournalError("other-log", "two logs stand in it")
        self.begins = seq


def _first_of(items):
    """The first of an iterable, None where there is none: a Pico's next() has no default."""
    for item in items:
        return item
    return None
