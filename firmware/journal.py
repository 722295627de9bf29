"""The board's end of the journal: chains records, keeps them in a ring of segments, numbers events on over boots.

append() takes a record in, flush() makes all that was taken in durable: what belongs together costs one write.
The oldest segment is deleted when room is needed, and only when a host has acknowledged all of it, or when the
settings let it be overwritten, which is a record of its own. RESERVE segments stay free for the end of the round
that is in play when the rest is full.
"""

import json
import os
from binascii import hexlify

from firmware.storage import NO_SPACE, in_words
from shared_core.history import EVENTS_AHEAD
from shared_core.journal import LIMIT, Chain, JournalError, parse
from shared_core.keyed import key_id

SEGMENT = 32724  # bytes: eight blocks of littlefs, less the pointers that it keeps in them
RESERVE = 2  # segments; 400 wagers, closed and settled, take up to 40 KB
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
        from firmware.journal_start import Replay

        self.storage = storage
        self.key = key_id(key)
        self.segments = segments
        self.damage = None
        self._board = board
        self._secret = key
        self._overwrite = overwrite
        self._segment = segment or SEGMENT
        self._waiting = []  # lines that are not durable yet
        self._bytes = 0  # of them
        self._cramped = False  # other files leave it too little of the flash for a round
        self._firsts = {}  # segment: its first record, as far as one has looked
        self._looked = 0  # the segment that look() looks at next
        self._ack_at = None  # when an acknowledgement came whose record goes with the next one
        found = Replay(storage, board, key)
        try:
            try:
                found.read()
            finally:
                self._go_on_from(found)
            self._make_room()
        except JournalError as error:
            self.damage = "the journal is damaged: " + error.message
        except (KeyError, TypeError):
            self.damage = "the journal is damaged: a record lacks what it must hold"
        except OSError as error:
            self.damage = "the journal cannot be read: " + in_words(error)
        self._next_event = self._set_aside = self.history.events

    def _go_on_from(self, found):
        self.history = found.history
        self.log = found.log
        self.torn = found.torn
        self.first = found.first
        self.last = found.last
        self.size = found.size
        self._chain = Chain(found.last_line, self._secret)
        self.durable = self._chain.seq
        self._begins = found.begins  # first record of the last segment
        self._kept = self.first  # the first segment of which something is not acknowledged

    def _make_room(self):
        """Begins a log where there is none, and the ring with what the flash has room for."""
        if not self.last:
            self.log = hexlify(os.urandom(8)).decode()
            self._begin_segment()
            self.first = self._kept = self.last
        self._move_kept()
        self._trim()
        room = self.storage.free() // self._segment - 2  # for one more for a moment, and for a copy
        most = self.last - self.first + 1 + room
        self._cramped = most < 2 * RESERVE
        self.segments = max(2 * RESERVE, min(self.segments, most))

    # Writing

    def boot(self, pairs):
        """The boot record, to be appended; it sets the first event numbers aside. pairs: what it says of the boot."""
        self._set_aside += EVENTS_AHEAD
        return (("kind", "boot"), ("boot", self.history.boots + 1)) + pairs + (("events", self._set_aside),)

    def append(self, pairs):
        """Takes in one record, or raises OSError and has not taken it in. It is durable after the next flush()."""
        if self.damage:
            raise OSError(self.damage)
        self._add_ack()
        self._add(pairs)

    def _add_ack(self):
        if self._ack_at is not None:
            self._add((("kind", "ack"), ("t", self._ack_at), ("seq", self.history.acked)))
            self._ack_at = None

    def _add(self, pairs):
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

    def acknowledge(self, t, seq, at_once=True):
        """A host has stored the records up to seq. It is a record as soon as a whole segment may go for it: else a
        host that follows the log would be told of its own acknowledgements for ever. at_once: whether it may be written
        now; else it goes with the next record, and is not missed where the power fails before: the host says it again.
        """
        self.history.acked = max(self.history.acked, seq)
        before = self._kept
        self._move_kept()
        if self._kept > before:
            self._ack_at = t
        if at_once and self._ack_at is not None:
            self._add_ack()
            self.flush()

    def level(self):
        """How full the ring is of what no host has acknowledged: ENOUGH, LOW (90 % and more) or FULL."""
        fill = 0 if self._overwrite else self.fill()
        return FULL if fill >= 100 or self._cramped else LOW if fill >= 90 else ENOUGH

    def fill(self):
        """Percent of the ring that hold what no host has acknowledged, or the round in play."""
        used = (self.last - min(self._kept, self._since())) * self._segment + self.size + self._bytes
        return used * 100 // ((self.segments - RESERVE) * self._segment)

    def first_record(self, number):
        """The number of a segment's first record."""
        if number == self.last:
            return self._begins
        if number not in self._firsts:
            start = bytearray(16)
            self.storage.read(number, 0, start)
            first = bytes(start).split(b" ")[0]
            if not first.isdigit():
                raise OSError("segment " + str(number) + " of the journal does not begin with a record")
            self._firsts[number] = int(first)
        return self._firsts[number]

    def look(self):
        """Remembers where one more segment begins, as long as it is not known of all: a look takes a Pico 4 ms, so that
        for all of them at once a table in play has no time."""
        if self._looked < self.last:
            try:
                self.first_record(max(self._looked, self.first))
            except OSError:
                pass  # whoever needs it is told
            self._looked = max(self._looked, self.first) + 1

    def segment_of(self, seq):
        """The segment that holds a record, or would; by halves, since not all may be known yet."""
        low, high = self.first, self.last
        if seq >= self._begins:
            return high
        while low < high:
            middle = (low + high + 1) // 2
            if self.first_record(middle) <= seq:
                low = middle
            else:
                high = middle - 1
        return low

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
        if self.last:
            self._firsts[self.last] = self._begins
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
        self._firsts.pop(self.first, None)
        self.first += 1
        self._kept = max(self._kept, self.first)
        return True

    def _move_kept(self):
        self._kept = max(self._kept, self.segment_of(self.history.acked + 1))

    # Reading

    def records(self, number):
        """Yields (seq, record, a dict) from the beginning of a segment to the end of what is durable."""
        for segment in range(number, self.last + 1):
            for line in self.storage.lines(segment):
                seq, _, _, body = parse(line)
                yield seq, json.loads(body)
