import json

import pytest

from host_tools.errors import ToolError
from host_tools.verify import journals, verify
from shared_core.journal import Chain
from tests.command import tablectl


def lines_of(count):
    chain = Chain()
    return [chain.append((("kind", "boot"), ("t", n), ("round", 0))) for n in range(count)]


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "e66038b713" / "000001.log"
    path.parent.mkdir()
    path.write_bytes(b"".join(lines_of(9)))
    return path


def test_a_whole_log(log):
    expected = {
        "path": str(log),
        "board": None,
        "log": None,
        "key": None,
        "files": 1,
        "records": 9,
        "first": 1,
        "last": 9,
        "gaps": [],
        "whole": True,
        "first_bad": None,
    }
    assert verify([log]) == {"whole": True, "logs": [expected]}
    assert verify([log.parent.parent]) == {"whole": True, "logs": [{**expected, "path": str(log.parent)}]}
    done = tablectl("verify", log)
    assert (done.returncode, done.stdout) == (0, f"{log}: whole, 9 records\n")
    assert json.loads(tablectl("verify", log, "--json").stdout)["whole"] is True


@pytest.mark.parametrize(
    ("edit", "kind", "line", "seq"),
    [
        (lambda lines: [*lines[:3], lines[3].replace(b"boot", b"boo7"), *lines[4:]], "changed", 4, 4),
        (lambda lines: lines[:3] + lines[5:], "missing", 4, 4),
        (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], "reordered", 4, 5),
        (lambda lines: [*lines[:6], lines[2], *lines[6:]], "added", 7, 3),
        (lambda lines: [*lines[:8], lines[8][:50]], "torn", 9, 9),
    ],
)
def test_the_first_bad_record_is_named(log, edit, kind, line, seq):
    log.write_bytes(b"".join(edit(lines_of(9))))
    done = tablectl("verify", "--json", log.parent)
    assert done.returncode == 4
    bad = json.loads(done.stdout)["logs"][0]["first_bad"]
    assert (bad["file"], bad["line"], bad["seq"], bad["kind"]) == (str(log), line, seq, kind)
    assert bad["message"]
    done = tablectl("verify", log)
    assert done.returncode == 4
    assert f"{log}, line {line}, record {seq}: {kind}" in done.stdout


def test_files_of_one_folder_are_one_log(log):
    lines = lines_of(9)
    log.write_bytes(b"".join(lines[:4]))
    second = log.with_name("000002.log")
    second.write_bytes(b"".join(lines[4:]))
    proven = verify([log.parent])["logs"][0]
    assert (proven["path"], proven["files"], proven["records"], proven["whole"]) == (str(log.parent), 2, 9, True)
    second.write_bytes(b"".join([*lines[4:6], b"x\n", *lines[6:]]))
    bad = verify([log.parent])["logs"][0]["first_bad"]
    assert (bad["file"], bad["line"], bad["kind"]) == (str(second), 3, "added")
    log.write_bytes(b"".join(lines[:4])[:-10])
    bad = verify([log.parent])["logs"][0]["first_bad"]
    assert (bad["file"], bad["line"], bad["kind"]) == (str(log), 4, "changed")


def test_several_boards_each_have_their_verdict(log):
    other = log.parent.parent / "e66038b714" / "000001.log"
    other.parent.mkdir()
    other.write_bytes(b"".join(lines_of(3)[1:]))
    done = tablectl("verify", "--json", log.parent.parent)
    assert done.returncode == 4
    assert [one["whole"] for one in json.loads(done.stdout)["logs"]] == [True, False]


@pytest.mark.parametrize(("text", "kind"), [(b"", "missing"), (b"\n \n", "changed"), (b" ", "torn")])
def test_a_log_without_a_record_is_not_whole(log, text, kind):
    log.write_bytes(text)
    for path in (log, log.parent):
        done = tablectl("verify", path)
        assert done.returncode == 4
        assert f"NOT WHOLE: {log}, line 1, record 1: {kind}, " in done.stdout
    assert tablectl("log", log).returncode == 4


def test_a_log_of_one_record_is_whole(log):
    log.write_bytes(lines_of(1)[0])
    assert tablectl("verify", log).stdout == f"{log}: whole, 1 record\n"
    log.write_bytes(lines_of(2)[1])
    assert tablectl("verify", log).returncode == 4
    assert tablectl("verify", "--part", log).stdout == f"{log}: whole, 1 record from 2 on\n"


def test_a_wrong_call(tmp_path, log):
    for path in (tmp_path / "nowhere", tmp_path / "empty", "/dev/null"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        done = tablectl("verify", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr
    assert tablectl("verify").returncode == 2
    assert tablectl("verify", "--nonsense", log).returncode == 2
    with pytest.raises(ToolError):
        journals([tmp_path / "nowhere"])


# Two rounds: one with a void spin and a respin, one whose number came by hand.
ROUNDS = (
    (("kind", "boot"), ("t", 12), ("cause", "power-on")),
    (("kind", "open"), ("t", 5000000), ("round", 0)),
    (("kind", "bets-part"), ("round", 1), ("part", 0), ("rows", [[1, "straight-17", 500], [2, "red", 300]])),
    (
        ("kind", "bets"),
        ("t", 9000000),
        ("round", 1),
        ("spin", 1),
        ("by", "button"),
        ("wagers", 2),
        ("staked", 800),
    ),
    (
        ("kind", "void"),
        ("t", 9500000),
        ("round", 1),
        ("spin", 1),
        ("cause", "same-direction"),
        ("clause", "(j)1"),
    ),
    (("kind", "bets-part"), ("round", 1), ("part", 0), ("rows", [[1, "straight-17", 500]])),
    (("kind", "bets-part"), ("round", 1), ("part", 1), ("rows", [[2, "red", 300], [2, "odd", 100]])),
    (
        ("kind", "bets"),
        ("t", 19000000),
        ("round", 1),
        ("spin", 2),
        ("by", "drop"),
        ("wagers", 3),
        ("staked", 900),
    ),
    (
        ("kind", "spin"),
        ("t", 21000000),
        ("round", 1),
        ("spin", 2),
        ("valid", True),
        ("number", "17"),
        ("reason", None),
    ),
    (
        ("kind", "settlement-part"),
        ("round", 1),
        ("part", 0),
        ("rows", [[0, "win", 17500, 500], [2, "win", 100, 100]]),
    ),
    (
        ("kind", "settlement"),
        ("round", 1),
        ("spin", 2),
        ("number", "17"),
        ("collected", 300),
        ("paid", 17600),
        ("returned", 600),
    ),
    (("kind", "paid"), ("t", 30000000), ("round", 1), ("spin", 2)),
    (("kind", "comet"), ("t", 3725250000), ("round", 2), ("seen", [1, 2])),
    (("kind", "spin"), ("t", 40000000), ("round", 2), ("spin", 3), ("number", "00"), ("manual", True)),
)


@pytest.fixture
def table_log(log):
    chain = Chain()
    log.write_bytes(b"".join(chain.append(pairs) for pairs in ROUNDS))
    return log


def test_the_rounds_of_a_log(table_log):
    done = tablectl("log", table_log, "--json")
    assert done.returncode == 0
    first, second = json.loads(done.stdout)["logs"][0]["rounds"]
    assert first == {
        "round": 1,
        "began": None,
        "state": "paid",
        "number": "17",
        "colour": "black",
        "manual": False,
        "voids": ["same-direction"],
        "closed_by": "drop",
        "wagers": 3,
        "staked": 900,
        "collected": 300,
        "paid": 17600,
        "returned": 600,
        "seats": [1, 2],
        "first_seq": 3,
        "last_seq": 12,
        "unproven": False,
    }
    assert (second["round"], second["number"], second["colour"], second["manual"]) == (2, "00", "green", True)
    assert second["paid"] is None
    shown = tablectl("log", table_log).stdout
    assert "same-direction" in shown
    assert "17600" in shown
    assert "00 green by hand" in shown


def test_one_round_in_full(table_log):
    found = json.loads(tablectl("log", table_log.parent.parent, "--round", "1", "--json").stdout)
    assert [record["seq"] for record in found["records"]] == list(range(3, 13))
    assert [tuple(wager.values()) for wager in found["bets"]] == [
        (1, "straight-17", 500, "win", 17500, 500),
        (2, "red", 300, "lose", 0, 0),
        (2, "odd", 100, "win", 100, 100),
    ]
    shown = tablectl("log", table_log, "--round", "1").stdout
    assert "no spin, same-direction ((j)1); the wagers stand" in shown
    assert "bets closed uncalled, as the ball left the track" in " ".join(shown.split())
    assert "0:00:19.000" in shown


# A round in the middle of which a segment ends and the power goes.
CUT_ROUND = (
    (("kind", "segment"), ("log", "a1"), ("board", "b1"), ("key", None), ("round", 0), ("acked", 0)),
    (("kind", "boot"), ("boot", 1), ("cause", "power-on"), ("torn", 0)),
    (("kind", "open"), ("t", 5000000), ("round", 1)),
    (("kind", "bets"), ("t", 9000000), ("round", 1), ("spin", 1), ("by", "button"), ("wagers", 0), ("staked", 0)),
    (("kind", "segment"), ("log", "a1"), ("board", "b1"), ("key", None), ("round", 1), ("acked", 3)),
    (("kind", "ack"), ("t", 9100000), ("seq", 3)),
    (("kind", "overwritten"), ("from", 4), ("to", 9)),
    (("kind", "boot"), ("boot", 2), ("cause", "watchdog"), ("torn", 17)),
    (("kind", "wagers-void"), ("t", 100), ("round", 1), ("standing", 2)),
    (("kind", "void"), ("t", 300), ("round", 1), ("spin", 1), ("cause", "dealer"), ("clause", "6.1")),
    (("kind", "boot"), ("boot", 3), ("cause", "update"), ("torn", 0)),
    (("kind", "clock"), ("t", 5), ("utc", 1700000000)),
    (("kind", "open"), ("t", 5000000), ("round", 2)),
)


def test_what_the_board_writes_beside_the_rounds(log):
    chain = Chain()
    log.write_bytes(b"".join(chain.append(pairs) for pairs in CUT_ROUND))
    done = tablectl("log", log.parent, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["logs"][0]
    assert (told["log"], told["board"], told["key"]) == ("a1", "b1", None)
    assert [(row["round"], row["first_seq"], row["last_seq"]) for row in told["rounds"]] == [(1, 3, 10), (2, 13, 13)]
    found = json.loads(tablectl("log", log.parent, "--round", "1", "--json").stdout)
    assert [record["seq"] for record in found["records"]] == [3, 4, 7, 8, 9, 10]
    shown = tablectl("log", log.parent, "--round", "1").stdout
    for sentence in (
        "records 4 to 9 were overwritten, which no host has stored",
        "the board started, boot 2: watchdog; 17 bytes of an unfinished record were cut off",
        "electronic wagers not yet bound are void, 2 stand",
    ):
        assert sentence in " ".join(shown.split()), shown


def test_records_of_unknown_kinds_are_told_field_by_field(table_log):
    shown = tablectl("log", table_log, "--round", "2").stdout
    assert "comet: seen 1, 2" in shown
    assert "1:02:05.250" in shown
    assert "record 13 is odd: its kind" in tablectl("log", table_log).stderr
    assert "by the dealer's hand" in shown


def test_a_log_that_is_not_whole_is_shown_and_said_to_be(table_log):
    table_log.write_bytes(table_log.read_bytes().replace(b"17500", b"17600"))
    done = tablectl("log", table_log, "--json")
    assert done.returncode == 4
    assert len(json.loads(done.stdout)["logs"][0]["rounds"]) == 2
    assert "line 10, record 10: changed" in done.stderr


def test_a_wrong_call_of_log(table_log):
    for arguments in (
        (table_log, "--round", "9"),
        (table_log, "--round", "0"),
        (table_log.parent / "no.log",),
        (),
    ):
        done = tablectl("log", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
    assert "rounds 1 to 2" in tablectl("log", table_log, "--round", "9").stderr
