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


class Later(Exception):
    """The answer needs another turn of the loop: the line is to be taken again."""


class Pull:
    """journal: Journal. in_play: function() -> whether a game is on, which no write to the flash may hold up, nor a
    search through a segment: then Later is raised after each piece of it. busy: set while the last window is being
    sent, since there is one buffer for all."""

    def __init__(self, journal, in_play=lambda: False):
        self.busy = False
        self._journal = journal
        self._in_play = in_play
        self._buffer = bytearray(WINDOW)
        self._place = (0, 0, 0)  # record, segment, byte: where the next window begins
        self._sought = (0, 0, 0, False)  # record, segment, byte in it up to which it was searched, whether it is there
        self._sent = (0, b"")  # number and hash of the last record that was sent

    def told(self):
        """What a host must know of the journal before it pulls, as pairs."""
        journal = self._journal
        first = fill = 0
        if not journal.damage:
            fill = journal.fill()
            try:
                first = self._first()
            except Refused:
                pass  # a pull says why
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
            if self._hash(seq) != digest.encode():
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
        try:
            return self._journal.first_record(self._journal.first)
        except OSError as error:
            raise Refused("journal", in_words(error)) from None

    def _fill(self, seq, segment, at):
        """Reads records from a place on into the buffer; (bytes, records)."""
        journal = self._journal
        while True:
            found = self._read(segment, at, self._buffer)
            end = self._buffer.rfind(b"\n", 0, found) + 1
            if end or segment == journal.last:
                break
            segment, at = segment + 1, 0
        last = self._buffer.rfind(b"\n", 0, max(0, end - 1)) + 1
        fields = bytes(self._buffer[last : last + 100]).split(b" ", 3)
        if not self._buffer[:16].startswith(str(seq).encode() + b" ") or len(fields) < 4 or not fields[0].isdigit():
            raise Refused("journal", "record " + str(seq) + " is not where it should be: the journal is damaged")
        number = int(fields[0])  # to count the lines would take a Pico twice as long as all the rest
        self._sent = number, fields[2]
        self._place = number + 1, segment, at + end
        return end, number + 1 - seq

    def _find(self, seq):
        """The place of a record. Raises Refused and Later."""
        journal = self._journal
        first = self._first()
        if seq < first:
            raise Refused("gone", "records before " + str(first) + " were acknowledged and deleted")
        if seq > journal.durable:
            raise Refused("not-there", "the last record is " + str(journal.durable) + ", not " + shown(seq))
        if self._sought[0] != seq or self._sought[1] < journal.first:
            self._seek(seq)
        _, segment, at, found = self._sought
        while not found:
            at, found = self._search(seq, segment, at)
            self._sought = seq, segment, at, found
            if self._in_play():
                raise Later
        return seq, segment, at

    def _seek(self, seq):
        """Begins a search where the record's segment begins."""
        journal = self._journal
        try:
            segment = journal.segment_of(seq)
            self._sought = seq, segment, 0, seq == journal.first_record(segment)
        except OSError as error:
            raise Refused("journal", in_words(error)) from None

    def _search(self, seq, segment, at):
        """Looks for a record in the next piece of its segment; (where it is or the next piece begins, whether it is
        there)."""
        size = self._read(segment, at, self._buffer)
        start = self._buffer.find(b"\n" + str(seq).encode() + b" ", 0, size) + 1
        if start:
            return at + start, True
        end = self._buffer.rfind(b"\n", 0, size) + 1
        if end < 2:
            raise Refused("journal", "segment " + str(segment) + " is too short: the journal is damaged")
        return at + end - 1, False  # from the LF before the next record on: it may be the one

    def _read(self, segment, at, buffer):
        """Fills the buffer from a segment, as far as that is durable; how many bytes."""
        journal = self._journal
        try:
            found = journal.storage.read(segment, at, buffer)
        except OSError as error:
            raise Refused("journal", "the journal cannot be read: " + str(error)) from None
        return min(found, journal.size - at) if segment == journal.last else found
