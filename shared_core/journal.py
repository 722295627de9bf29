"""The journal: one line a record, each chained to the one before it.

    <seq> <crc32, 8 hex> <sha256, 64 hex> <json> LF          at most 1,000 bytes

seq    decimal from 1, without gaps
sha256 over the bytes of the record before it (no LF; none before the first), LF, `<seq> <json>` of this one; with a
       key HMAC-SHA-256 with that key over the same bytes
crc32  over everything else of the line: `<seq> <sha256> <json>`

The CRC says which line was damaged; the chain says that no line was changed, left out, moved or put in since.
It hashes the bytes as they were written, never JSON made anew. Appending and verifying hold one record in
memory, whatever the length of the log.
"""

from binascii import crc32, hexlify
from hashlib import sha256

from shared_core.keyed import hmac_sha256
from shared_core.wire import dump

LIMIT = 1000
HEX = b"0123456789abcdef"


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
    if not is_hex(crc, 8) or not is_hex(digest, 64):
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


def follows(last_line, line_fields, key=None):
    """Whether a record, as parse() gives it, has the number and the hash that come after last_line. key: bytes."""
    seq, _, digest, body = line_fields
    if seq != int(last_line.split(b" ", 1)[0]) + 1:
        return False
    return _link(_bare(last_line), str(seq).encode(), body, key) == digest


class Chain:
    """The writing end. `last_line` is the last line of the log so far, or b"" for a new one; key: bytes or None."""

    def __init__(self, last_line=b"", key=None):
        self.seq = parse(last_line)[0] if last_line else 0
        self._last = _bare(last_line)
        self._key = key

    def append(self, pairs):
        """Make the next record of a tuple of (key, value) pairs: the line as bytes, with LF.

        Raises JournalError("too-long"); the chain then stands where it stood.
        """
        seq = str(self.seq + 1).encode()
        body = dump(pairs).encode()
        digest = _link(self._last, seq, body, self._key)
        line = b" ".join((seq, _crc(seq, digest, body), digest, body))
        if len(line) >= LIMIT:
            raise JournalError("too-long", f"the record would take {len(line) + 1} bytes, at most 1,000 fit")
        self.seq += 1
        self._last = line
        return line + b"\n"


def _bare(line):
    return line[:-1] if line[-1:] == b"\n" else line


def _link(last, seq, body, key):
    if key:
        return hexlify(hmac_sha256(key, (last, b"\n", seq, b" ", body)))
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


def is_hex(text, length):
    """Whether bytes are so many digits 0-9 a-f."""
    return len(text) == length and not text.strip(HEX)
