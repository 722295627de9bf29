from io import BytesIO

from shared_core.journal import Chain, read_lines
from shared_core.keyed import key_id
from shared_core.proof import ANY, Known, Verifier, verify

KEY = b"k" * 32
OTHER_KEY = b"o" * 32


def log(count, table=7):
    """A log of `count` records, as lines, without segments."""
    chain = Chain()
    kinds = ("boot", "open", "close", "bets", "spin", "settlement")
    lines = []
    for n in range(count):
        pairs = (("kind", kinds[n % len(kinds)]), ("t", n * 1000003), ("round", n // 6), ("table", table))
        lines.append(chain.append(pairs))
    return lines


def head(name, key=None, board="b1"):
    return (("kind", "segment"), ("log", name), ("board", board), ("key", key_id(key)), ("boots", 1))


def segments(count, name="a1", key=None, size=5, board="b1"):
    """A log in segments of `size` records, each with its head."""
    chain = Chain(b"", key)
    lines = []
    for n in range(count):
        pairs = (("kind", "spin"), ("t", n * 1000003), ("of", name)) if n % size else head(name, key, board)
        lines.append(chain.append(pairs))
    return lines


def hash_of(line):
    return line.split(b" ", 3)[2]


def named(lines, known=None, key=None):
    """(kind, line, seq) of the first bad record, or None."""
    bad = verify(lines, known, key).first_bad
    return None if bad is None else (bad.kind, bad.line, bad.seq)


def kind_of(lines):
    return named(lines)


def kind_of_bytes(data):
    return kind_of(read_lines(BytesIO(data)))


def test_every_single_byte_change_is_named_at_its_line():
    lines = log(3)
    data = b"".join(lines)
    ends = [len(b"".join(lines[: n + 1])) for n in range(3)]
    for at in range(len(data)):
        line = 1 + sum([at >= end for end in ends])
        for other in (data[at] ^ 1, data[at] ^ 0x20, data[at] ^ 0x80, 0x0A, 0x20, 0x30):
            if other == data[at]:
                continue
            bad = kind_of_bytes(data[:at] + bytes((other,)) + data[at + 1 :])
            assert bad is not None, (at, other)
            assert bad[1] == line, (at, other, bad)
            last_line_feed = at == len(data) - 1
            assert bad[0] == ("torn" if last_line_feed else "changed"), (at, other, bad)


def test_every_byte_taken_out_or_put_in_is_named():
    lines = log(3)
    data = b"".join(lines)
    starts = [len(b"".join(lines[:n])) for n in range(4)]
    for at in range(len(data)):
        assert kind_of_bytes(data[:at] + data[at + 1 :]) is not None, at
        for new in (b"0", b" ", b"\n", b"}"):
            bad = kind_of_bytes(data[:at] + new + data[at:])
            assert bad is not None, (at, new)
            if new == b"\n" and at in starts:
                assert bad[0] == "added", (at, bad)


def test_every_cut_is_torn_or_whole():
    lines = log(3)
    data = b"".join(lines)
    ends = [len(b"".join(lines[:n])) for n in range(4)]
    for at in range(len(data)):
        bad = kind_of_bytes(data[:at])
        whole = sum([at >= end for end in ends[1:]])
        assert bad == (None if at in ends else ("torn", whole + 1, whole + 1)), (at, bad)
        assert verify(read_lines(BytesIO(data[:at]))).records == whole


def test_every_record_cut_short_with_others_after_it():
    lines = log(5)
    for n in range(4):
        for keep in (1, 40, len(lines[n]) - 1):
            joined = b"".join(lines[:n]) + lines[n][:keep] + b"".join(lines[n + 1 :])
            assert kind_of_bytes(joined)[:2] == ("changed", n + 1), (n, keep)


def test_every_missing_record():
    lines = log(6)
    for first in range(5):
        for last in range(first, 5):
            bad = verify(lines[:first] + lines[last + 1 :]).first_bad
            assert (bad.kind, bad.line, bad.seq) == ("missing", first + 1, first + 1)
            assert (str(last + 1) in bad.message) and "not in the log" in bad.message


def test_every_swap_and_move_is_reordered():
    lines = log(6)
    for a in range(6):
        for b in range(a + 1, 6):
            swapped = list(lines)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            assert kind_of(swapped) == ("reordered", a + 1, b + 1), (a, b)
            earlier = lines[:a] + lines[b : b + 1] + lines[a:b] + lines[b + 1 :]
            assert kind_of(earlier) == ("reordered", a + 1, b + 1), (a, b)
            later = lines[:a] + lines[a + 1 : b + 1] + lines[a : a + 1] + lines[b + 1 :]
            assert kind_of(later) == ("reordered", a + 1, a + 2), (a, b)


def test_every_duplicate_is_added():
    lines = log(6)
    for of in range(6):
        for at in range(7):
            if at == of:
                continue  # the same bytes as a duplicate after it
            line = at + 1
            assert kind_of(lines[:at] + lines[of : of + 1] + lines[at:]) == ("added", line, of + 1), (of, at)


def test_records_of_another_log():
    lines, others = log(6), log(9, table=8)
    for at in range(6):
        for of in range(9):
            bad = kind_of(lines[:at] + others[of : of + 1] + lines[at:])
            two_beginnings = at == of == 0  # nothing tells which of the two is ours
            assert bad == ("added", 2 if two_beginnings else at + 1, of + 1), (at, of, bad)
        bad = kind_of(lines[:at] + others[at : at + 1] + lines[at + 1 :])
        other_beginning = at == 0  # it proves itself; the second record does not follow from it
        assert bad == ("changed", at + 1 + other_beginning, at + 1 + other_beginning), (at, bad)
        if at:
            assert kind_of(lines[:at] + others[at:]) == ("changed", at + 1, at + 1)


def test_garbage_put_between():
    lines = log(4)
    for at in range(4):
        for garbage in (b"\n", b"hello\n", b"x" * 5000 + b"\n", b"\xff" * 1001 + b"\n", b"y" * 1000 + b"\n"):
            data = b"".join(lines[:at]) + garbage + b"".join(lines[at:])
            assert kind_of_bytes(data) == ("added", at + 1, at + 1), (at, garbage[:8])


def test_a_record_made_anew_breaks_the_chain_after_it():
    lines = log(4)
    forged = Chain(lines[0]).append((("kind", "spin"), ("number", "17")))
    bad = verify([lines[0], forged, lines[2], lines[3]]).first_bad
    assert (bad.kind, bad.line, bad.seq) == ("changed", 3, 3)
    assert "the record before it" in bad.message


def test_a_log_in_segments_is_whole():
    for key in (None, KEY):
        for count in (0, 1, 2, 13):
            lines = segments(count, key=key)
            proof = verify(lines, None, key)
            assert (proof.first_bad, proof.records, proof.keyless) == (None, count, None)
            assert proof.last + b"\n" == (lines[-1] if lines else b"\n")
            known = Known("a1", "b1", key_id(key), stored=count, stored_hash=hash_of(lines[-1]) if lines else None)
            assert named(lines, known, key) is None


def test_a_keyed_log_without_its_key():
    lines = segments(13, key=KEY)
    for known in (None, Known("a1", "b1", key_id(KEY))):
        proof = verify(lines, known)
        assert (proof.first_bad, proof.records, proof.keyless) == (None, 13, key_id(KEY))
        assert named(lines[:4] + lines[5:], known) == ("missing", 5, 5)
        assert named(lines[:4] + [lines[5], lines[4]] + lines[6:], known) == ("reordered", 5, 6)
        assert named(lines[:4] + [lines[4].replace(b"spin", b"spim")] + lines[5:], known) == ("changed", 5, 5)


def test_every_edit_of_a_keyed_log_is_named_with_its_key():
    lines = segments(9, key=KEY)
    for at in range(9):
        assert named(lines[:at] + [b"x\n"] + lines[at:], None, KEY) == ("added", at + 1, at + 1)
        assert named(lines[:at] + lines[at + 1 :], None, KEY) == (None if at == 8 else ("missing", at + 1, at + 1))
        forged = Chain(lines[at - 1] if at else b"", KEY).append((("kind", "spin"), ("number", "17")))
        bad = named(lines[:at] + [forged] + lines[at + 1 :], None, KEY)
        assert bad == (None if at == 8 else ("changed", at + 2, at + 2)), (at, bad)


def test_a_chain_made_anew_without_the_key_is_another_key():
    lines = segments(9, key=KEY)
    for key, kind in ((None, "other-key"), (OTHER_KEY, "changed")):
        for at in range(1, 9):
            chain = Chain(lines[at - 1], key)
            forged = [chain.append((("kind", "spin"), ("number", "17"))) for _ in range(9 - at)]
            assert named(lines[:at] + forged, None, KEY) == (kind, at + 1, at + 1)


def test_a_log_made_anew_with_another_key_or_none():
    known = Known("a1", "b1", key_id(KEY))
    for key in (None, OTHER_KEY):
        assert named(segments(9, key=key), known, KEY) == ("other-key", 1, 1)
    assert named(segments(9, key=KEY), Known("a1", "b1", None)) == ("other-key", 1, 1)
    middle = segments(5, key=KEY)
    chain = Chain(middle[-1], KEY)
    middle.append(chain.append(head("a1", OTHER_KEY)))
    assert named(middle, None, KEY) == ("other-key", 6, 6)


def test_another_log_or_board_in_this_ones_place():
    for name, board in (("a2", "b1"), ("a1", "b2")):
        others = segments(9, name=name, board=board)
        assert named(others, Known("a1", "b1", None)) == ("other-log", 1, 1)
        assert named(others, Known("a1", "b1", None, first=4)) == ("other-log", 1, 1)


def test_records_of_another_log_in_segments():
    for key, other_key in ((None, None), (KEY, KEY), (KEY, OTHER_KEY)):
        lines, others = segments(12, key=key), segments(30, name="a2", key=other_key)
        for at in range(1, 12):
            spliced = named(lines[:at] + others[at:], None, key)
            followed = key and key == other_key  # with the same key they could be this log's own
            assert spliced == ("changed" if followed and at % 5 else "other-log", at + 1, at + 1), (at, spliced)
            if followed:
                continue
            lower = named(lines[:at] + others[at - 1 :], None, key)
            assert lower == ("other-log", at + 1, at), (at, lower)
            higher = named(lines[:at] + others[at + 3 :], None, key)
            assert higher == ("other-log", at + 1, at + 4), (at, higher)
    lines, others = segments(12), segments(30, name="a2")
    assert named(lines[:5] + [others[5]] + lines[5:]) == ("other-log", 6, 6)
    assert named(lines[:5] + [others[10]] + lines[5:]) == ("other-log", 6, 11)
    assert named(lines[:5] + [others[6]] + lines[5:]) == ("added", 6, 7)


def test_a_change_long_before_another_log_is_named_first():
    lines, others = segments(12), segments(30, name="a2")
    changed = [lines[1].replace(b"spin", b"spim")]
    assert named(lines[:1] + changed + lines[2:10] + others[10:]) == ("changed", 2, 2)


def test_what_was_stored_must_be_there():
    lines = segments(12)
    known = Known("a1", "b1", None, stored=9, stored_hash=hash_of(lines[8]))
    for end in range(13):
        expected = None if end >= 9 else ("missing", end + 1, end + 1)
        assert named(lines[:end], known) == expected
    assert "stored up to record 9" in verify(lines[:3], known).first_bad.message
    chain = Chain(lines[6])
    anew = [chain.append((("kind", "spin"), ("number", "17"))) for _ in range(5)]
    assert named(lines[:7] + anew) is None
    assert named(lines[:7] + anew, known) == ("changed", 9, 9)


def test_a_log_that_begins_later():
    for key in (None, KEY):
        lines = segments(15, key=key)
        known = Known("a1", "b1", key_id(key), first=6)
        assert named(lines[5:], known, key) is None
        assert verify(lines[5:], known, key).records == 10
        assert named(lines[5:], Known("a1", "b1", key_id(key), first=ANY), key) is None
        assert named(lines[5:], Known("a1", "b1", key_id(key)), key) == ("missing", 1, 1)
        assert named(lines[6:], known, key) == ("missing", 1, 6)
        assert named(lines, known, key) == ("added", 1, 1)
        assert named([b"x\n"] + lines[5:], known, key) == ("added", 1, 6)
        forged = Chain(lines[4], key).append(head("a1", key) + (("more", 1),))
        assert named([forged] + lines[6:], known, key) == ("changed", 2, 7)


def test_gaps_that_are_known():
    lines = segments(20)
    gapped = lines[:7] + lines[10:]
    assert named(gapped) == ("missing", 8, 8)
    assert named(gapped, Known(gaps=((8, 10),))) is None
    assert named(lines[:7] + lines[11:], Known(gaps=((8, 10),))) == ("missing", 8, 8)
    assert named(lines[:7] + lines[12:], Known(gaps=((8, 12),))) == ("missing", 8, 8)  # no segment begins there
    assert named(lines, Known(gaps=((8, 10),))) is None


def test_going_on_from_a_last_line():
    for key in (None, KEY):
        lines = segments(12, key=key)
        for at in range(1, 12):
            verifier = Verifier(Known("a1", "b1", key_id(key)), key, lines[at - 1])
            for line in lines[at:]:
                verifier.line(line)
            assert verifier.is_whole
            assert verifier.last_line == lines[-1]
            assert verifier.records == 12 - at
            verifier = Verifier(Known("a1", "b1", key_id(key)), key, lines[at - 1])
            verifier.line(log(12)[at])
            assert not verifier.is_whole
