"""`tablectl log` on logs that are whole and hold what no firmware writes; what it tells of the table and the time."""

import json
import re
from pathlib import Path

import pytest

from host_tools import log as logs
from host_tools.commands.log import show_round, show_rounds
from host_tools.record import MUST, odd, read
from host_tools.story import sentence, tell
from host_tools.time_of_day import as_text
from shared_core.journal import _crc, _link
from tests.command import tablectl

ROOT = Path(__file__).resolve().parent.parent.parent
SEGMENT = {"kind": "segment", "log": "a1", "board": "b1", "key": None, "round": 0, "acked": 0}
BOOT = {
    "kind": "boot",
    "boot": 1,
    "cause": "power-on",
    "torn": 0,
    "table": "7",
    "rules": "r",
    "wheel": "w",
    "events": 9,
}
ROUND = (
    SEGMENT,
    BOOT,
    {"kind": "clock", "t": 4000000, "utc": 1790000000},
    {"kind": "open", "t": 5000000, "round": 1},
    {"kind": "bets-part", "round": 1, "part": 0, "rows": [[1, "red", 500]]},
    {"kind": "bets", "t": 9000000, "round": 1, "spin": 1, "by": "button", "wagers": 1, "staked": 500},
    {"kind": "void", "t": 9000000, "round": 1, "spin": 1, "cause": "dealer", "clause": "(j)1"},
    {"kind": "bets-part", "round": 1, "part": 0, "rows": [[1, "red", 500]]},
    {"kind": "bets", "t": 9500000, "round": 1, "spin": 2, "by": "button", "wagers": 1, "staked": 500},
    {"kind": "spin", "t": 9900000, "round": 1, "spin": 2, "valid": True, "number": "1", "reason": None},
    {"kind": "settlement-part", "round": 1, "part": 0, "rows": [[0, "win", 500, 500]]},
    {"kind": "settlement", "round": 1, "spin": 2, "number": "1", "collected": 0, "paid": 500, "returned": 500},
    {"kind": "ack", "t": 9950000, "seq": 3},
    {"kind": "paid", "t": 9990000, "round": 1, "spin": 2},
)
STRANGE = (None, -1, 1.5, True, {}, [["a", 1]], "\ud800", 10**300, "\x1b[31m", "[red]")


def chained(path, bodies):
    """Writes a whole log with these texts as its records' JSON."""
    lines = []
    last = b""
    for place, body in enumerate(bodies):
        seq = b"%d" % (place + 1)
        digest = _link(last, seq, body, None)
        last = b" ".join((seq, _crc(seq, digest, body), digest, body))
        lines.append(last + b"\n")
    path.write_bytes(b"".join(lines))
    return path


def bodies(records):
    return [json.dumps(record).encode() for record in records]


def told(path):
    """What `tablectl log` finds and shows of a log, in this process."""
    found = logs.rounds(path)
    show_rounds(found)
    json.dumps(found, ensure_ascii=False).encode()
    (one,) = found["logs"]
    assert one["whole"] is not False
    for number in {row["round"] for row in one["rounds"]}:
        full = logs.round_in_full(path, number)
        show_round(full)
        json.dumps(full, ensure_ascii=False).encode()
    return one


def test_any_field_may_be_anything(tmp_path, capsys):
    for place, record in enumerate(ROUND):
        for field in record:
            for strange in (*STRANGE, "gone"):
                other = {name: value for name, value in record.items() if name != field or strange != "gone"}
                if strange != "gone":
                    other[field] = strange
                path = chained(tmp_path / "odd.log", bodies([*ROUND[:place], other, *ROUND[place + 1 :]]))
                one = told(path)
                assert [row["seq"] for row in one["odd"]] in ([], [place + 1]), (other, one["odd"])
                must = MUST[record["kind"]].get("acked" if field == "seq" else field)
                if field == "kind" or (must and (strange == "gone" or not must[0](strange))):
                    assert one["odd_count"] == 1, other
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[1]", b"17", b"null", b"[" * 800, b'{"kind": NaN}', b'"\\ud800"', b"\xff"]
)
def test_what_is_no_json_object(tmp_path, capsys, body):
    path = chained(tmp_path / "odd.log", [*bodies(ROUND[:9]), body, *bodies(ROUND[9:])])
    one = told(path)
    assert [row["seq"] for row in one["odd"]] == [10] and one["rounds"][0]["paid"] == 500


def test_odd_records_are_named_in_a_line_each_and_in_no_sum(tmp_path):
    changed = {**ROUND[11], "paid": "500"}
    path = chained(tmp_path / "odd.log", bodies([*ROUND[:11], changed, {"kind": "comet", "round": 1}, *ROUND[12:]]))
    done = tablectl("log", path)
    assert done.returncode == 0
    first, second = done.stderr.splitlines()
    assert first == f'tablectl: {path}: record 12 is odd: its paid is "500", not a whole number'
    assert second == f'tablectl: {path}: record 13 is odd: its kind "comet" is not known to this tablectl'
    assert json.loads(tablectl("log", path, "--json").stdout)["logs"][0]["rounds"][0]["paid"] is None
    shown = " ".join(tablectl("log", path, "--round", "1").stdout.split())
    assert 'ODD, its paid is "500", not a whole number: settlement: spin 2, number 1' in shown
    path = chained(tmp_path / "odd.log", bodies([*ROUND, *[{"kind": "comet"}] * 50]))
    assert tablectl("log", path).stderr.splitlines()[20:] == [f"tablectl: {path}: 30 more records are odd"]


def test_a_log_says_whose_it_is_and_when_it_was(tmp_path):
    path = chained(tmp_path / "a.log", bodies(ROUND))
    shown = tablectl("log", path).stdout
    assert f"{path}: table 7, rules r, wheel w, board b1, log a1\n" in shown
    assert "2026-09-21 14:13:21Z" in shown and "paid" in shown
    full = json.loads(tablectl("log", path, "--round", "1", "--json").stdout)
    assert full["began"] == "2026-09-21 14:13:21Z" and full["times"][2] == "2026-09-21 14:13:25Z"
    assert "2026-09-21 14:13:25Z" in tablectl("log", path, "--round", "1").stdout
    records = [*ROUND[:2], *ROUND[3:8], {**ROUND[2], "t": 9200000}, *ROUND[8:], {**BOOT, "boot": 2}]
    records += [{**ROUND[3], "round": 2}, {**ROUND[2], "t": 10**16}, {**BOOT, "boot": 3}, {**ROUND[3], "round": 3}]
    one = told(chained(path, bodies(records)))
    assert [row["began"] and row["began"][:20] for row in one["rounds"]] == [
        "2026-09-21 14:13:15Z",  # set later in the same boot
        "1709-11-01 20:26:45Z",
        None,  # not set in this boot
    ]
    assert as_text(10**300) == f"{10**300} s after 1970-01-01"


def test_a_round_that_is_settled_and_not_paid_is_marked(tmp_path):
    path = chained(tmp_path / "a.log", bodies([*ROUND[:-1], {**BOOT, "boot": 2}]))
    assert "UNPAID" in tablectl("log", path).stdout
    assert "round 1, 1 red, settled and not paid" in tablectl("log", path, "--round", "1").stdout
    states = []
    for length in (4, 6, 7, 9, 10, 12, 14):
        states.append(told(chained(path, bodies(ROUND[:length])))["rounds"][0]["state"])
    assert states == ["open", "bets closed", "no spin", "bets closed", "bets closed", "settled", "paid"]
    unread = {**ROUND[9], "number": None, "valid": False, "reason": "undetermined", "why": "no pulse"}
    one = told(chained(path, bodies([*ROUND[:9], unread])))
    assert one["rounds"][0]["state"] == "unread"
    assert sentence({"seq": 1, **unread}) == "the spin could not be read: undetermined (no pulse): spin 2"
    assert (
        told(chained(path, bodies([*ROUND[:4], {"kind": "close", "t": 1, "round": 1}])))["rounds"][0]["state"]
        == "closed"
    )


def test_every_kind_of_record_that_the_firmware_writes_is_known():
    written = set()
    for folder in ("firmware", "shared_core"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text()
            written |= set(re.findall(r'\("kind", "([a-z-]+)"\)', text)) | set(
                re.findall(r'record\(\s*"([a-z-]+)"', text)
            )
    assert len(written) > 20
    assert written <= MUST.keys(), written - MUST.keys()


def test_what_the_firmware_writes_is_not_odd():
    for record in ROUND:
        body = json.dumps(record).encode()
        digest = _link(b"", b"1", body, None)
        assert read(b" ".join((b"1", _crc(b"1", digest, body), digest, body)))[1] is None, record
    assert odd({"seq": 1}) == "it has no kind"


def test_a_round_is_told_in_the_order_of_time():
    late = {"kind": "late-wager", "t": 9600000, "round": 1, "seat": 2, "spot": "red", "stake": 5, "after_us": 100000}
    records = [*ROUND[3:7], late, *ROUND[7:12], BOOT, {**ROUND[13], "t": 500}]
    records = [{"seq": place + 1, **record} for place, record in enumerate(records)]
    told = [row[0] for row in tell(records, [None] * len(records))]
    assert told == [1, 3, 4, 7, 5, 8, 10, 11, 12]


def test_a_round_without_electronic_wagers_is_over_and_not_paid(tmp_path):
    chips = [{**record, "wagers": 0, "staked": 0} if record["kind"] == "bets" else record for record in ROUND]
    chips = [record for record in chips if not record["kind"].endswith("-part")]
    assert told(chained(tmp_path / "000001.log", bodies(chips)))["rounds"][0]["state"] == "over"
    records = [{"seq": place + 1, **record} for place, record in enumerate(chips)]
    assert tell(records, [None] * len(records))[-1][3].startswith("the round is over; it had no electronic wagers")


def test_what_stands_behind_the_first_bad_record_is_marked(tmp_path):
    second = [{**record, "round": 2} for record in ROUND[3:] if "round" in record]
    path = chained(tmp_path / "a.log", bodies([*ROUND, *second]))
    whole = json.loads(tablectl("log", path, "--json").stdout)["logs"][0]["rounds"]
    assert [one["unproven"] for one in whole] == [False, False]
    assert "UNPROVEN" not in tablectl("log", path).stdout + tablectl("log", path, "--round", "2").stdout
    path.write_bytes(path.read_bytes().replace(b'"paid": 500, "returned": 500', b'"paid": 900, "returned": 500', 1))
    done = tablectl("log", path, "--json")
    assert done.returncode == 4
    (one,) = json.loads(done.stdout)["logs"]
    assert one["first_bad"]["seq"] == 12 and [row["unproven"] for row in one["rounds"]] == [True, True]
    assert tablectl("log", path).stdout.count("paid, UNPROVEN") == 2
    cells = [line.rsplit(",", 1)[1] for line in tablectl("log", path, "--csv").stdout.splitlines()]
    assert cells == ["unproven", "yes", "yes"]
    full = json.loads(tablectl("log", path, "--round", "1", "--json").stdout)
    numbers = [record["seq"] for record in full["records"]]  # record 12 is none any more: its checksum is wrong
    assert full["unproven"] and numbers[full["proven_records"] - 1 :] == [11, 14]
    shown = " ".join(tablectl("log", path, "--round", "1").stdout.split())
    assert "round 1, 1 red, UNPROVEN from record 14 on" in shown and shown.count("UNPROVEN: ") == 1
    assert "UNPROVEN: all winners are paid" in shown
    data = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*data[:11], data[-1]]))
    (one,) = json.loads(tablectl("log", path, "--json").stdout)["logs"]
    assert [row["unproven"] for row in one["rounds"]] == [False, True]
