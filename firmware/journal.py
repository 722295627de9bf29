"""The board's end of the journal: chains records, keeps them in a ring of segments, numbers events on over boots.

append() takes a record in, flush() makes all that was taken in durable: what belongs together costs one write.
The oldest segment is deleted when room is needed, and only when a host has acknowledged all of it, or when the
settings let it be overwritten, which is a record of its own. RESERVE segments stay free for the end of the round
that is in play when the rest is full.
"""

import json
import os
from binascii import hexlify

from firmware.storage import NO_SPACE
from shared_core.history import EVENTS_AHEAD, History
from shared_core.journal import LIMIT, Chain, JournalError, follows, parse
from shared_core.keyed import key_id

SEGMENT = 32724  # bytes: eight blocks of littlefs, less the pointers that it keeps in them
RESERVE = 2  # segments; 400 wagers, closed and settled, take up to 40 KB
KEY_BYTES = 32
GROUP = 4096  # bytes of records that may wait for flush()
ENOUGH, LOW, FULL = "enough", "low", "full"


class Journal:
    """storage: Storage or the like; board: the unique id in hex; key: bytes or None; segments: of the ring.

    history: what the log tells, up to now. log: its id. key: the id of its key or None. torn: bytes cut off at this
    start, not one of them part of a record that flush() confirmed. durable: the last record that is. first, last: the
    segments that there are; size: bytes of the last one. damage: None, or a sentence that says why the log cannot be
    continued; append() then raises OSError.
    """

    def __init__(self, storage, board, key=None, segments=24, overwrite=False, segment=None):
        self.storage = storage
        self.history = History()
        self.log = None
        self.key = key_id(key)
        self.torn = 0
        self.durable = 0
        self.first = self.last = self.size = 0
        self.segments = segments
        self.damage = None
        self._board = board
        self._secret = key
        self._overwrite = overwrite
        self._segment = segment or SEGMENT
        self._chain = Chain(b"", key)
        self._last_line = b""
        self._waiting = []  # lines that are not durable yet
        self._bytes = 0  # of them
        self._begins = 0  # first record of the last segment
        self._kept = 0  # the first segment of which something is not acknowledged
        try:
            self._start()
        except JournalError as error:
            self.damage = "the journal is damaged: " + error.message
        except (KeyError, TypeError):
            self.damage = "the journal is damaged: a record lacks what it must hold"
        except OSError as error:
            self.damage = "the journal cannot be read: " + str(error)
        self._next_event = self._set_aside = self.history.events

    # Starting

    def _start(self):
        if self._secret is not None and len(self._secret) != KEY_BYTES:
            raise JournalError("bad-key", "its key is not 64 hex digits")
        numbers = self.storage.numbers()
        head = self._last_head(numbers)
        if head is None:
            self.log = hexlify(os.urandom(8)).decode()
            self._begin_segment()
            numbers = [self.last]
        else:
            for number in range(head["since"] or numbers[-1], numbers[-1] + 1):
                self._replay(number, number == numbers[-1])
            self._chain = Chain(self._last_line, self._secret)
            self.durable = self._chain.seq
        self.first = self._kept = numbers[0]
        if len(numbers) != self.last - self.first + 1:
            raise JournalError("missing", "a segment between the first and the last is not there")
        self._move_kept()
        self._trim()
        room = self.storage.free() // self._segment - 2  # for the one more that there is for a moment, and for a copy
        self.segments = max(2 * RESERVE, min(self.segments, self.last - self.first + 1 + room))

    def _last_head(self, numbers):
        """The first record of the last segment, a dict, or None for no log. A segment without one was never begun."""
        while numbers:
            lines = self._good_lines(numbers[-1])
            first = _first_of(lines)
            lines.close()
            if first is not None:
                return json.loads(first[1][3])
            self.torn += self.storage.size(numbers[-1])
            self.storage.remove(numbers.pop())
        return None

    def _good_lines(self, number):
        """Yields (line, its fields) of a segment up to the first that is no record; then size is where that begins.

        A power cut leaves nothing but such lines behind it. A record there means that the log was changed.
        """
        self.size = 0
        broken = None
        for line in self.storage.lines(number):
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
            if self._last_line and not follows(self._last_line, fields, self._secret):
                raise JournalError("changed", "record " + str(seq) + " does not follow from the one before it")
            self._last_line = line
            record = json.loads(body)
            if record["kind"] == "segment":
                self._check_head(seq, record)
            self.history.feed(seq, record, number)
        torn = self.storage.size(number) - self.size
        if torn:
            if not is_last:
                raise JournalError("changed", "segment " + str(number) + " ends in bytes that are no record")
            self.torn += torn
            self.storage.cut(number, self.size)

    def _check_head(self, seq, record):
        if record["board"] != self._board:
            raise JournalError("other-log", "it is the one of board " + str(record["board"]))
        if record["key"] != self.key:
            raise JournalError("other-key", "it was written with key " + str(record["key"]) + ", not " + str(self.key))
        if self.log is None:
            self.log = record["log"]
            self.history.begin(record)
        elif record["log"] != self.log:
            raise JournalError("other-log", "two logs stand in it")
        self._begins = seq

    # Writing

    def boot(self, pairs):
        """The boot record, to be appended; it sets the first event numbers aside. pairs: what it says of the boot."""
        self._set_aside += EVENTS_AHEAD
        return (("kind", "boot"), ("boot", self.history.boots + 1)) + pairs + (("events", self._set_aside),)

    def append(self, pairs):
        """Takes in one record, or raises OSError and has not taken it in. It is durable after the next flush()."""
        if self.damage:
            raise OSError(self.damage)
        if self._bytes >= GROUP:
            self.flush()
        if self.size + self._bytes + LIMIT > self._segment:
            self._next_segment()
        self._take(pairs)

    def flush(self):
        """Makes all that was taken in durable. After an OSError it waits on: nothing of it is lost, flush() again."""
        if self._waiting:
            self._write()
            self.size += self._bytes
            self.durable = self._chain.seq
            self._waiting = []
            self._bytes = 0

    def _write(self):
        """Writes what waits; where other files have taken the ring's room, acknowledged segments go for it."""
        while True:
            try:
                return self.storage.append(self.last, self.size, self._waiting)
            except OSError as error:
                if NO_SPACE not in error.args or not self._remove_oldest():
                    raise

    @property
    def intact(self):
        """Whether every record that was made is written or waits: not after an error in the middle of making one."""
        return not self.damage and self._chain.seq == self.durable + len(self._waiting)

    def event_number(self):
        """The number of the next event."""
        if self._next_event >= self._set_aside and not self.damage:
            self.append((("kind", "events"), ("events", self._set_aside + EVENTS_AHEAD)))
            self.flush()
            self._set_aside += EVENTS_AHEAD
        self._next_event += 1
        return self._next_event - 1

    def _take(self, pairs):
        line = self._chain.append(pairs)
        self.history.feed(self._chain.seq, dict(pairs), self.last)
        self._waiting.append(line)
        self._bytes += len(line)

    # The ring

    def acknowledge(self, t, seq):
        """A host has stored the records up to seq. It is a record as soon as a whole segment may go for it: else a
        host that follows the log would be told of its own acknowledgements for ever."""
        self.history.acked = max(self.history.acked, seq)
        before = self._kept
        self._move_kept()
        if self._kept > before:
            self.append((("kind", "ack"), ("t", t), ("seq", self.history.acked)))
            self.flush()

    def level(self):
        """How full the ring is of what no host has acknowledged: ENOUGH, LOW (90 % and more) or FULL."""
        fill = 0 if self._overwrite else self.fill()
        return FULL if fill >= 100 else LOW if fill >= 90 else ENOUGH

    def fill(self):
        """Percent of the ring that hold what no host has acknowledged, or the round in play."""
        used = (self.last - min(self._kept, self._since())) * self._segment + self.size + self._bytes
        return used * 100 // ((self.segments - RESERVE) * self._segment)

    def first_record(self, number):
        """The number of a segment's first record."""
        if number == self.last:
            return self._begins
        start = bytearray(16)
        self.storage.read(number, 0, start)
        return int(bytes(start).split(b" ")[0])

    def _since(self):
        return self.history.needed() or self.last

    def _next_segment(self):
        self.flush()
        self._trim()
        full = self.last - self.first + 1 >= self.segments and not self._may_go(self.first)
        if full and not (self._overwrite and self.first < self._since()):
            raise OSError("the journal is full: pull it and acknowledge")
        self._begin_segment()
        if self._give_up():
            up_to = self.first_record(min(self.last - self.segments + 1, self._since())) - 1
            self._take((("kind", "overwritten"), ("from", self.first_record(self.first)), ("to", up_to)))
        self.flush()
        self._trim()

    def _begin_segment(self):
        self.last += 1
        self.size = 0
        self._begins = self._chain.seq + 1
        head = (("kind", "segment"), ("log", self.log), ("board", self._board), ("key", self.key))
        self._take(head + self.history.checkpoint())

    def _may_go(self, number):
        """Whether a segment is acknowledged or given up as a whole, and holds nothing of the round in play."""
        settled = max(self.history.acked, self.history.overwritten)
        return number < self._since() and self.first_record(number + 1) <= settled + 1

    def _give_up(self):
        """Whether the oldest segment is to be overwritten though no host has acknowledged it."""
        over = self.last - self.first + 1 > self.segments
        return over and self._overwrite and self.first < self._since() and not self._may_go(self.first)

    def _trim(self):
        while self.last - self.first + 1 > self.segments and self._remove_oldest():
            pass

    def _remove_oldest(self):
        """Deletes the oldest segment if it may go; whether it did."""
        if not self._may_go(self.first):
            return False
        self.storage.remove(self.first)
        self.first += 1
        self._kept = max(self._kept, self.first)
        return True

    def _move_kept(self):
        while self._kept < self.last and self.first_record(self._kept + 1) <= self.history.acked + 1:
            self._kept += 1

    # Reading

    def records(self, number):
        """Yields (seq, record, a dict) from the beginning of a segment to the end of what is durable."""
        for segment in range(number, self.last + 1):
            for line in self.storage.lines(segment):
                seq, _, _, body = parse(line)
                yield seq, json.loads(body)


def _first_of(items):
    """The first of an iterable, None where there is none: a Pico's next() has no default."""
    for item in items:
        return item
    return None
