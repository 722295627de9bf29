"""Windows into the journal for a host that pulls it over the link, and that host's acknowledgements.

A window is whole records as they stand in the journal, so many as fit WINDOW. Where the last one ended is kept: the
next then begins without a search.
"""

from binascii import crc32

from firmware.storage import in_words
from shared_core.errors import Refused
from shared_core.journal import LIMIT
from shared_core.wire import shown

WINDOW = 4096
SETTINGS = "/table.json"


class Pull:
    """journal: Journal. in_play: function() -> whether a game is on, which no write to the flash may hold up. busy: set
    while the last window is being sent, since there is one buffer for all."""

    def __init__(self, journal, in_play=lambda: False):
        self.busy = False
        self._journal = journal
        self._in_play = in_play
        self._buffer = bytearray(WINDOW)
        self._place = (0, 0, 0)  # record, segment, byte: where the next window begins
        self._sent = (0, b"")  # number and hash of the last record that was sent

    def told(self):
        """What a host must know of the journal before it pulls, as pairs."""
        journal = self._journal
        first, fill = (0, 0) if journal.damage else (self._first(), journal.fill())
        log = (("log", journal.log), ("key", journal.key))
        return log + (("first", first), ("seq", journal.durable), ("acked", journal.history.acked), ("fill", fill))

    def window(self, seq):
        """The pairs that tell the window that begins with record seq, and its bytes; no bytes where seq is the next to
        come. In the place of record 0 lies the board's table.json. Raises Refused: gone, not-there, busy, journal."""
        self._check()
        journal = self._journal
        length = count = 0
        if seq == 0:
            try:
                with open(SETTINGS, "rb") as file:
                    length = file.readinto(self._buffer)
            except OSError:
                pass  # there are none
        elif seq != journal.durable + 1:
            known = self._place[0] == seq and self._place[1] >= journal.first
            length, count = self._fill(*(self._place if known else self._find(seq)))
        view = memoryview(self._buffer)[:length]
        return (
            ("log", journal.log),
            ("from", seq),
            ("records", count),
            ("bytes", length),
            ("crc", "%08x" % crc32(view)),
            ("last", journal.durable),
        ), view

    def ack(self, t, seq, digest):
        """A host has stored the records up to seq, whose hash is digest. Raises Refused: other-log, not-there, journal.
        The pairs of the answer."""
        self._check()
        journal = self._journal
        if seq >= self._first():
            if not isinstance(digest, str) or self._hash(seq) != digest.encode():
                raise Refused("other-log", "record " + str(seq) + " of log " + str(journal.log) + " has another hash")
            try:
                journal.acknowledge(t, seq, not self._in_play())
            except OSError as error:
                raise Refused("journal", in_words(error)) from None
        return (("acked", journal.history.acked),)

    def _check(self):
        if self._journal.damage:
            raise Refused("journal", self._journal.damage)
        if self.busy:
            raise Refused("busy", "a window is still being sent: read it first")

    def _hash(self, seq):
        if self._sent[0] == seq:
            return self._sent[1]
        _, segment, at = self._find(seq)
        line = bytearray(LIMIT)
        self._read(segment, at, line)
        return bytes(line).split(b" ", 3)[2]

    def _first(self):
        return self._journal.first_record(self._journal.first)

    def _fill(self, seq, segment, at):
        """Reads records from a place on into the buffer; (bytes, records)."""
        journal = self._journal
        while True:
            found = self._read(segment, at, self._buffer)
            end = self._buffer.rfind(b"\n", 0, found) + 1
            if end or segment == journal.last:
                break
            segment, at = segment + 1, 0
        count = self._buffer.count(b"\n", 0, end)
        if not self._buffer[:16].startswith(str(seq).encode() + b" ") or not count:
            raise Refused("journal", "record " + str(seq) + " is not where it should be: the journal is damaged")
        last = self._buffer.rfind(b"\n", 0, end - 1) + 1
        self._sent = seq + count - 1, bytes(self._buffer[last : last + 100]).split(b" ", 3)[2]
        self._place = seq + count, segment, at + end
        return end, count

    def _find(self, seq):
        """The place of a record. Raises Refused."""
        journal = self._journal
        first = self._first()
        if seq < first:
            raise Refused("gone", "records before " + str(first) + " were acknowledged and deleted")
        if seq > journal.durable:
            raise Refused("not-there", "the last record is " + str(journal.durable) + ", not " + shown(seq))
        segment = journal.segment_of(seq)
        left = seq - journal.first_record(segment)  # lines to pass over
        at = 0
        while left:
            found = self._read(segment, at, self._buffer)
            count = self._buffer.count(b"\n", 0, found)
            end = found
            if not found:
                raise Refused("journal", "segment " + str(segment) + " is too short: the journal is damaged")
            if count >= left:
                end = 0
                for _ in range(left):
                    end = self._buffer.find(b"\n", end) + 1
                count = left
            left -= count
            at += end
        return seq, segment, at

    def _read(self, segment, at, buffer):
        """Fills the buffer from a segment, as far as that is durable; how many bytes."""
        journal = self._journal
        try:
            found = journal.storage.read(segment, at, buffer)
        except OSError as error:
            raise Refused("journal", "the journal cannot be read: " + str(error)) from None
        return min(found, journal.size - at) if segment == journal.last else found
