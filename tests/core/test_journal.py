from io import BytesIO

from shared_core.journal import LIMIT, Chain, JournalError, follows, parse, read_lines


def log(count, table=7):
    """A log of `count` records, as lines."""
    chain = Chain()
    kinds = ("boot", "open", "close", "bets", "spin", "settlement")
    lines = []
    for n in range(count):
        pairs = (("kind", kinds[n % len(kinds)]), ("t", n * 1000003), ("round", n // 6), ("table", table))
        lines.append(chain.append(pairs))
    return lines


def is_chained(lines):
    fields = [parse(line) for line in lines]
    return all([follows(lines[n], fields[n + 1]) for n in range(len(lines) - 1)])


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
        b'1 8a31ed4b a33acdbab6ff5fb2669dd1f6d804b16a13f08e845ac67f5ea3fdc198d74524de {"kind": "boot", "t": 0}\n'
    ), line


def test_what_follows_and_what_does_not():
    lines = log(4)
    assert is_chained(lines)
    assert not is_chained(lines[:1] + lines[2:])
    assert not is_chained([lines[1], lines[0]])
    assert not is_chained(lines[:2] + log(4, table=8)[2:])
    assert not is_chained([lines[0], Chain(lines[0], b"key").append((("kind", "open"),))])


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
    assert is_chained(lines)
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
    assert parse(lines[0])[0] == 1


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


def test_lines_are_read_in_bounded_pieces():
    data = b"a" * 20000
    lines = list(read_lines(BytesIO(data + b"\nb\n")))
    assert [len(line) for line in lines] == [LIMIT + 1, 2]
    assert list(read_lines(BytesIO(b""))) == []
