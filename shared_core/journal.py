"""The journal: one line a record, each chained to the one before it.

    <seq> <crc32, 8 hex> <sha256, 64 hex> <json> LF          at most 1,000 bytes

seq    decimal from 1, without gaps
sha256 over the bytes of the record before it (no LF; none before the first), LF, `<seq> <json>` of this one
crc32  over everything else of the line: `<seq> <sha256> <json>`

The CRC says which line was damaged; the chain says that no line was changed, left out, moved or put in since.
It hashes the bytes as they were written, never JSON made anew. Appending and verifying hold one record in
memory, whatever the length of the log.
"""

from binascii import crc32, hexlify
from collections import namedtuple
from hashlib import sha256

from shared_core.wire import dump

LIMIT = 1000
HEX = b"0123456789abcdef"

# records: how many are proven from the start; first_bad: None or a Bad; last: the last proven line, no LF
Proof = namedtuple("Proof", ("records", "first_bad", "last"))
# kind: changed, missing, reordered, added or torn
Bad = namedtuple("Bad", ("line", "seq", "kind", "message"))


class JournalError(ValueError):
    """A line that is no record. `code` is a word in kebab-case, `message` a sentence."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


def parse(line):
    """Take a line apart: (seq, crc, hash, json) as int, bytes, bytes, bytes.

    line: bytes, with or without its LF. The CRC is checked, the chain is not. Raises JournalError.
    """
    if len(line) > LIMIT:
        raise JournalError("too-long", "the line is longer than 1,000 bytes")
    if line[-1:] == b"\n":
        line = line[:-1]
    fields = line.split(b" ", 3)
    if len(fields) != 4:
        raise JournalError("bad-line", "the line is not `seq crc hash json`")
    seq, crc, digest, body = fields
    if not _is_number(seq):
        raise JournalError("bad-seq", "the sequence number is not a whole number from 1")
    if not _is_hex(crc, 8) or not _is_hex(digest, 64):
        raise JournalError("bad-hex", "the checksum or the hash is not lower-case hexadecimal")
    if _crc(seq, digest, body) != crc:
        raise JournalError("bad-crc", "the checksum does not fit the line")
    return int(seq), crc, digest, body


def read_lines(stream):
    """The lines of a binary stream as bytes with their LF; of a line that is too long only the start."""
    while True:
        line = stream.readline(LIMIT + 1)
        if not line:
            return
        rest = line
        while rest and rest[-1:] != b"\n" and len(rest) > LIMIT:
            rest = stream.readline(LIMIT + 1)
        yield line


class Chain:
    """The writing end. `last_line` is the last line of the log so far, or b"" for a new one."""

    def __init__(self, last_line=b""):
        self.seq = 0
        self._last = b""
        if last_line:
            self.seq = parse(last_line)[0]
            self._last = last_line[:-1] if last_line[-1:] == b"\n" else last_line

    def append(self, pairs):
        """Make the next record of a tuple of (key, value) pairs: the line as bytes, with LF.

        Raises JournalError("too-long"); the chain then stands where it stood.
        """
        seq = str(self.seq + 1).encode()
        body = dump(pairs).encode()
        digest = _link(self._last, seq, body)
        line = b" ".join((seq, _crc(seq, digest, body), digest, body))
        if len(line) >= LIMIT:
            raise JournalError("too-long", f"the record would take {len(line) + 1} bytes, at most 1,000 fit")
        self.seq += 1
        self._last = line
        return line + b"\n"


class Verifier:
    """The reading end: feed it every line of a log in order, then ask for the proof.

    It reads on after the first bad record, because only what follows tells whether a record is missing or was
    moved, and whether it was changed or another was put before it.
    """

    def __init__(self):
        self.records = 0
        self._lines = 0
        self._last = b""
        self._bad = None
        self._found = None  # (seq as bytes, hash, json) of the bad line, where it could be read
        self._expected_later = False  # the record that belonged here came after it
        self._found_again = False  # the record that stood here instead came once more
        self._found_belongs = False  # it follows from a record that came after it

    def line(self, line):
        self._lines += 1
        if self._bad is None:
            self._check(line)
        else:
            self._look_on(line, self._bad)

    def _check(self, line):
        expected = self.records + 1
        if line[-1:] != b"\n" and len(line) <= LIMIT:
            return self._name(expected, "torn", f"the log ends in {len(line)} bytes of an unfinished record")
        try:
            seq, _, digest, body = parse(line)
        except JournalError as error:
            return self._name(expected, "changed", error.message)
        self._found = str(seq).encode(), digest, body
        if seq > expected:
            return self._name(seq, "missing", "")
        if seq < expected:
            return self._name(seq, "added", f"record {seq} stands here a second time")
        if _link(self._last, self._found[0], body) != digest:
            told = "it or the record before it was changed" if self.records else "it was changed"
            return self._name(seq, "changed", f"the hash does not follow from the record before: {told}")
        self.records = seq
        self._last = line[:-1]
        return None

    def _name(self, seq, kind, message):
        self._bad = Bad(self._lines, seq, kind, message)

    def _look_on(self, line, bad):
        try:
            seq, _, digest, body = parse(line)
        except JournalError:
            return
        if seq == bad.seq:
            self._found_again = True
        if seq == self.records + 1 and _link(self._last, str(seq).encode(), body) == digest:
            self._expected_later = True
        if seq == bad.seq - 1 and self._found is not None:
            found_seq, found_digest, found_body = self._found
            if _link(line[:-1], found_seq, found_body) == found_digest:
                self._found_belongs = True

    def proof(self):
        """What is proven so far, as a Proof."""
        bad = self._bad
        if bad is not None:
            kind, message = bad.kind, bad.message
            if kind == "missing":
                bad = self._gap(bad)
            elif self._expected_later and kind != "added":
                bad = Bad(bad.line, bad.seq, "added", f"a line that is not of this log: {message}")
            elif kind == "torn" and self._lines > bad.line:
                bad = Bad(bad.line, bad.seq, "changed", "the record is cut short and others follow")
        return Proof(self.records, bad, self._last)

    def _gap(self, bad):
        expected = self.records + 1
        if self._expected_later and self._found_again:
            return Bad(bad.line, bad.seq, "added", f"record {bad.seq} stands here and again at its own place")
        if self._expected_later and not self._found_belongs:
            return Bad(bad.line, bad.seq, "added", f"record {bad.seq} is not of this log")
        if self._expected_later:
            return Bad(bad.line, bad.seq, "reordered", f"record {bad.seq} stands before record {expected}")
        told = f"record {expected} is"
        if bad.seq - expected > 1:
            told = f"records {expected} to {bad.seq - 1} are"
        return Bad(bad.line, expected, "missing", f"{told} not in the log")


def verify(lines):
    """Prove a log whole. lines: its lines as bytes with their LF, from read_lines(). Returns a Proof."""
    verifier = Verifier()
    for line in lines:
        verifier.line(line)
    return verifier.proof()


def _link(last, seq, body):
    digest = sha256(last)
    digest.update(b"\n")
    digest.update(seq)
    digest.update(b" ")
    digest.update(body)
    return hexlify(digest.digest())


def _crc(seq, digest, body):
    value = crc32(seq)
    for part in (b" ", digest, b" ", body):
        value = crc32(part, value)
    return f"{value:08x}".encode()


def _is_number(text):
    return text.isdigit() and text[:1] != b"0" and len(text) <= 15


def _is_hex(text, length):
    return len(text) == length and all(char in HEX for char in text)
