from io import BytesIO

from shared_core.journal import LIMIT, Chain, JournalError, parse, read_lines, verify


def log(count, table=7):
    """A log of `count` records, as lines."""
    chain = Chain()
    kinds = ("boot", "open", "close", "bets", "spin", "settlement")
    lines = []
    for n in range(count):
        pairs = (("kind", kinds[n % len(kinds)]), ("t", n * 1000003), ("round", n // 6), ("table", table))
        lines.append(chain.append(pairs))
    return lines


def kind_of(lines):
    bad = verify(lines).first_bad
    return None if bad is None else (bad.kind, bad.line, bad.seq)


def kind_of_bytes(data):
    return kind_of(read_lines(BytesIO(data)))


def code_of(line):
    try:
        parse(line)
    except JournalError as error:
        assert error.message
        return error.code
    return None


def test_known_record():
    # Made with hashlib and zlib alone: sha256(LF + `1 {...}`), crc32(`1 <hash> {...}`).
    line = Chain().append((("kind", "boot"), ("t", 0)))
    assert line == (
        b"1 8a31ed4b a33acdbab6ff5fb2669dd1f6d804b16a13f08e845ac67f5ea3fdc198d74524de "
        b'{"kind": "boot", "t": 0}\n'
    ), line


def test_whole_log():
    for count in (0, 1, 2, 13):
        lines = log(count)
        proof = verify(lines)
        assert proof.first_bad is None
        assert proof.records == count
        assert proof.last + b"\n" == (lines[-1] if lines else b"\n")


def test_round_trip():
    for seq, line in enumerate(log(4), 1):
        found, crc, digest, body = parse(line)
        assert found == seq
        assert parse(line[:-1]) == (found, crc, digest, body)
        assert line == b"%d %s %s %s\n" % (seq, crc, digest, body)


def test_chain_goes_on_from_its_last_line():
    lines = log(3)
    chain = Chain(lines[-1])
    assert chain.seq == 3
    lines.append(chain.append((("kind", "boot"),)))
    assert kind_of(lines) is None
    assert Chain(lines[-1][:-1]).seq == 4


def test_chain_refuses_a_broken_last_line():
    line = log(2)[1]
    try:
        Chain(line[:-5])
    except JournalError as error:
        assert error.code == "bad-crc"
    else:
        raise AssertionError("a broken line was taken")


def test_record_length():
    chain = Chain()
    room = LIMIT - len(chain.append((("kind", ""),)))
    chain = Chain()
    assert len(chain.append((("kind", "x" * room),))) == LIMIT
    before = chain.seq
    try:
        chain.append((("kind", "x" * (room + 1)),))
    except JournalError as error:
        assert error.code == "too-long"
    else:
        raise AssertionError("a record over 1,000 bytes was made")
    assert chain.seq == before
    assert chain.append((("kind", "x" * room),))[:2] == b"2 "


def test_one_line_whatever_the_text():
    lines = [Chain().append((("kind", "note"), ("text", "a\nb\r\n\u20ac\x00")))]
    assert len(list(read_lines(BytesIO(b"".join(lines))))) == 1
    assert kind_of(lines) is None


def test_lines_that_are_no_records():
    line = log(1)[0]
    assert code_of(line) is None
    assert code_of(b"") == "bad-line"
    assert code_of(b"\n") == "bad-line"
    assert code_of(b"hello\n") == "bad-line"
    assert code_of(b"0" + line) == "bad-seq"
    assert code_of(b"-" + line) == "bad-seq"
    assert code_of(b" " + line) == "bad-seq"
    assert code_of(b"9" * 500 + line) == "bad-seq"
    assert code_of(line[:2] + line[2:10].upper() + line[10:]) in ("bad-hex", None)
    assert code_of(line[:11] + b"\xff" + line[12:]) == "bad-hex"
    assert code_of(line[:-2] + b"]\n") == "bad-crc"
    assert code_of(line[:-1] + b"x" * LIMIT) == "too-long"


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


def test_lines_are_read_in_bounded_pieces():
    data = b"a" * 20000
    lines = list(read_lines(BytesIO(data + b"\nb\n")))
    assert [len(line) for line in lines] == [LIMIT + 1, 2]
    assert list(read_lines(BytesIO(b""))) == []
    assert kind_of_bytes(data)[0] == "changed"
