"""The proof that a log is whole, or which record is the first that is not right, and what is wrong with it.

    changed     a record is not as it was written
    missing     records that were written are not there; also those at the end that a host is known to have stored
    reordered   a record stands before one that was written earlier
    added       a line stands there that was not written there
    torn        the log ends in an unfinished record
    other-log   records of another log, or of another board's
    other-key   records that were written with another key, or without the log's key

A verifier is fed every line in order and holds a few records, whatever the length of the log.
"""

from binascii import crc32, hexlify
from collections import namedtuple
from hashlib import sha256

from shared_core.journal import LIMIT, JournalError, parse
from shared_core.wire import WireError
from shared_core.wire import parse as parse_json

try:
    from hmac import digest as _hmac
except ImportError:  # MicroPython
    from shared_core.keyed import hmac_sha256

    def _hmac(key, msg, digest):
        return hmac_sha256(key, (msg,))


# records: how many are proven from the start; first_bad: None or a Bad; last: the last proven line, no LF;
# keyless: None, or the id of the key that the log has and that was not there: then its chain is not proven.
Proof = namedtuple("Proof", ("records", "first_bad", "last", "keyless"))
# kind: one of the words above
Bad = namedtuple("Bad", ("line", "seq", "kind", "message"))

UNKNOWN = object()
ANY = 0
HEAD = b'{"kind": "segment"'


class Known:
    """What is known of a log from elsewhere.

    log, board: ids, or None. key: the id of its key, None where it has none, or UNKNOWN. first: the number of its first
    record here, or ANY. gaps: (from, to) of records that are lawfully not here. stored: the last record that
    a host has stored, 0 for none; stored_hash: that record's hash, bytes.
    """

    def __init__(self, log=None, board=None, key=UNKNOWN, first=1, gaps=(), stored=0, stored_hash=None):
        self.log = log
        self.board = board
        self.key = key
        self.first = first
        self.gaps = gaps
        self.stored = stored
        self.stored_hash = stored_hash


def head_of(line_fields):
    """What a record, as parse() gives it, tells of its log, a dict with log, board, key and more, if it begins a
    segment; else None."""
    body = line_fields[3]
    if not body.startswith(HEAD):
        return None
    try:
        head = parse_json(body)
    except WireError:
        return None
    return head if isinstance(head, dict) and "log" in head and "board" in head and "key" in head else None


class Verifier:
    """known: Known or None; key: the secret of the log's key, bytes, or None; last_line: the line that went before.

    records: how many are proven; first: the number of the first of them, or None. log, board, key_id: the log's, as
    they were known or as it told them.

    It reads on after the first bad record, because only what follows tells whether a record is missing or was moved,
    and whether it was changed or another was put before it.
    """

    def __init__(self, known=None, key=None, last_line=b""):
        known = known or Known()
        self.records = 0
        self.first = None
        self.log, self.board, self.key_id = known.log, known.board, known.key
        self._known = known
        self._key = key
        self._lines = 0
        self._seq = known.first - 1  # of the last record that is proven; -1 where any may be the first
        self._last = last_line
        if last_line:
            self._seq = parse(last_line)[0]
        self._bad = None
        self._found = None  # the bad line as parse() gives it, where it could be read
        self._run = None  # the last of the lines that go on from the bad one
        self._foreign = None  # (kind, message) where one of these tells of another log or key
        self._expected_later = False  # the record that belonged here came after it
        self._found_again = False  # the record that stood here instead came once more
        self._found_belongs = False  # it follows from a record that came after it

    @property
    def is_whole(self):
        """Whether no line so far is bad."""
        return self._bad is None

    @property
    def last(self):
        """The number of the last record that is proven, or None."""
        return self._seq if self._last else None

    @property
    def last_line(self):
        """The last line that is proven, with its LF; b"" before the first."""
        return self._last

    def line(self, line):
        self._lines += 1
        if self._bad is not None:
            self._look_on(line, self._bad)
        elif not self._goes_on(line):
            self._judge(line)

    def _goes_on(self, line):
        """Whether the line is plainly the next record; then it is taken. All that is not plain is left to _judge()."""
        last = self._last
        seq = self._seq + 1
        start = b"%d " % seq
        at = len(start) + 9  # of the hash
        if not last or not line.startswith(start) or line[-1:] != b"\n" or len(line) > LIMIT:
            return False
        if b"%08x " % crc32(line[at:-1], crc32(start)) != line[at - 9 : at]:
            return False
        if seq == self._known.stored or line.startswith(HEAD, at + 65) or self._is_keyless():
            return False
        if _link(last, start, line[at + 65 : -1], self._key) + b" " != line[at : at + 65]:
            return False
        self._take(line, seq)
        return True

    def _take(self, line, seq):
        self.records += 1
        self._seq = seq
        self._last = line

    def _judge(self, line):
        if line[-1:] != b"\n" and len(line) <= LIMIT:
            told = f"the log ends in {len(line)} bytes of an unfinished record"
            return self._name(self._expected(1), "torn", told)
        try:
            fields = parse(line)
        except JournalError as error:
            return self._name(self._expected(1), "changed", error.message)
        seq, _, digest, body = self._found = fields
        self._run = line
        head = head_of(fields)
        told = head and self._is_foreign(head)
        if told:
            return self._name(seq, told[0], told[1])
        expected = self._expected(seq)
        begins = self._begins(seq)
        if seq > expected and head and (expected, seq - 1) in self._known.gaps:
            begins = True
        elif seq > expected:
            return self._name(seq, "missing", "")
        elif seq < expected:
            return self._name(seq, "added", f"record {seq} stands here a second time")
        if head:
            self._adopt(head)
        if not begins and not self._follows(fields, self._last):
            return self._name_break(seq, digest, body)
        if seq == self._known.stored and digest != self._known.stored_hash:
            return self._name(seq, "changed", "it is not the record that this host has stored")
        if not self.records:
            self.first = seq
        return self._take(line, seq)

    def _expected(self, seq):
        return seq if self._seq < 0 else self._seq + 1

    def _begins(self, seq):
        """Whether a record is the first one here and the one before it is not."""
        return not self._last and seq == self._expected(seq) and seq > 1

    def _name_break(self, seq, digest, body):
        if self._key and _link(self._last or b"\n", b"%d " % seq, body, None) == digest:
            return self._name(seq, "other-key", "it is chained without the log's key")
        told = "it or the record before it was changed" if self._last else "it was changed"
        return self._name(seq, "changed", f"the hash does not follow from the record before: {told}")

    def _name(self, seq, kind, message):
        self._bad = Bad(self._lines, seq, kind, message)

    def _is_foreign(self, head):
        """(kind, message) if a segment's head tells of another log, board or key than the log's own."""
        for name, own in (("log", self.log), ("board", self.board)):
            theirs = head[name]
            if own is not None and theirs != own:
                return "other-log", f"it is of {name} {theirs}, and this is the log of {name} {own}"
        if self.key_id is not UNKNOWN and head["key"] != self.key_id:
            theirs, own = _with_key(head["key"]), _with_key(self.key_id)
            return "other-key", f"it is written {theirs}, and the log is written {own}"
        return None

    def _adopt(self, head):
        self.log, self.board, self.key_id = head["log"], head["board"], head["key"]

    def _is_keyless(self):
        """Whether the log has a key that is not here."""
        return self._key is None and self.key_id is not None and self.key_id is not UNKNOWN

    def _follows(self, fields, last_line):
        seq, _, digest, body = fields
        return self._is_keyless() or _link(last_line or b"\n", b"%d " % seq, body, self._key) == digest

    def _look_on(self, line, bad):
        try:
            fields = parse(line)
        except JournalError:
            self._run = None
            return
        seq = fields[0]
        head = head_of(fields)
        if head and self.log is None:
            self._adopt(head)
        self._run = line if self._run and self._runs_on(fields, self._run) else None
        if self._run and head and not self._foreign:
            self._foreign = self._is_foreign(head)
        if seq == bad.seq:
            self._found_again = True
        if seq == self._expected(seq) and (self._begins(seq) or self._follows(fields, self._last)):
            self._expected_later = True
        if seq == bad.seq - 1 and self._found is not None and self._follows(self._found, line):
            self._found_belongs = True

    def _runs_on(self, fields, last_line):
        """Whether a record goes on from one that does not belong: what follows with the log's key is the log's own."""
        if fields[0] != parse(last_line)[0] + 1:
            return False
        return self._follows(fields, last_line) == (self._key is None)

    def proof(self):
        """What is proven so far, as a Proof."""
        bad = self._bad
        stored = self._known.stored
        if bad is not None:
            bad = self._final(bad)
        elif stored and self._expected(1) <= stored:
            told = f"the log ends before it, and was stored up to record {stored}"
            bad = Bad(self._lines + 1, self._expected(1), "missing", told)
        keyless = self.key_id if self._is_keyless() else None
        return Proof(self.records, bad, self._last[:-1], keyless)

    def _final(self, bad):
        """The first bad record, in the light of all that came after it."""
        if bad.kind in ("other-log", "other-key"):
            return bad
        if self._foreign:
            kind, told = self._foreign
            return Bad(bad.line, bad.seq, kind, "records that do not belong begin here: " + told)
        if bad.kind == "missing":
            return self._gap(bad)
        if self._expected_later and bad.kind != "added":
            return Bad(bad.line, bad.seq, "added", f"a line that is not of this log: {bad.message}")
        if bad.kind == "torn" and self._lines > bad.line:
            return Bad(bad.line, bad.seq, "changed", "the record is cut short and others follow")
        return bad

    def _gap(self, bad):
        expected = self._seq + 1
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


def verify(lines, known=None, key=None):
    """Prove a log whole. lines: its lines as bytes with their LF, from read_lines(); known: Known; key: bytes or None.
    Returns a Proof."""
    verifier = Verifier(known, key)
    for line in lines:
        verifier.line(line)
    return verifier.proof()


def _link(last_line, start, body, key):
    """The hash of a record, as journal.py makes it, but in one piece, which is quicker where there is memory.
    last_line: the one before it, with its LF; start: `<seq> `; body: its JSON."""
    if key:
        return hexlify(_hmac(key, last_line + start + body, "sha256"))
    return hexlify(sha256(last_line + start + body).digest())


def _with_key(key):
    return "without a key" if key is None else f"with key {key}"
