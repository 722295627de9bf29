"""`tablectl log`: choosing among the rounds, CSV, clauses."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from host_tools import cli
from host_tools.commands.log import show_round
from host_tools.log import round_in_full
from tests.command import tablectl
from tests.host.test_odd_logs import SEGMENT, chained

HEAD = (
    SEGMENT,
    {"kind": "boot", "boot": 1, "cause": "power-on", "torn": 0, "table": "=7", "rules": "new-jersey",
     "wheel": "double-zero", "events": 9},
    {"kind": "clock", "t": 0, "utc": 1_790_000_000},
)  # fmt: skip


def played(number, hour, seat, name, void=None, paid=True):
    """The records of a round that began so many hours after the clock was set."""
    t = hour * 3_600_000_000
    end = {"t": t + 9, "round": number, "spin": number}
    rows = [
        {"kind": "open", "t": t, "round": number},
        {"kind": "bets-part", "round": number, "part": 0, "rows": [[seat, "red", 500], [seat + 1, "split-0-00", 10]]},
        {"kind": "bets", "t": t + 5, "round": number, "spin": number, "by": "button", "wagers": 2, "staked": 510},
    ]
    if void:
        return [*rows, {"kind": "void", **end, "cause": void, "clause": "(m)1"}]
    rows.append({"kind": "spin", **end, "valid": True, "number": name, "reason": None})
    rows.append({"kind": "settlement", "round": number, "spin": number, "number": name, "collected": 510, "paid": 0,
                 "returned": 0})  # fmt: skip
    return rows + ([{"kind": "paid", **end}] if paid else [])


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    rounds = (
        played(1, 0, 1, "17"),
        played(2, 24, 3, "00"),
        played(3, 30, 1, None, void="same-direction"),
        played(4, 48, 5, "17", paid=False),
    )
    records = [*HEAD, *(record for one in rounds for record in one)]
    return chained(tmp_path_factory.mktemp("logs") / "log.log", [json.dumps(record).encode() for record in records])


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("", [1, 2, 3, 4]),
        ("--rounds 2-3", [2, 3]),
        ("--rounds 3-", [3, 4]),
        ("--rounds -2", [1, 2]),
        ("--rounds 4", [4]),
        ("--rounds 9-", []),
        ("--since 2026-09-22", [2, 3, 4]),
        ("--since 2026-09-22 --until 2026-09-22T21:00", [2, 3]),
        ("--until 2026-09-21T14:13:21", [1]),
        ("--result 17", [1, 4]),
        ("--result 17 --result 00", [1, 2, 4]),
        ("--void any", [3]),
        ("--void same-direction", [3]),
        ("--void dealer", []),
        ("--seat 1", [1, 3]),
        ("--seat 2 --seat 6", [1, 3, 4]),
        ("--seat 1 --result 17", [1]),
        ("--unpaid", [4]),
    ],
)
def test_rounds_are_chosen(log, asked, wanted):
    done = CliRunner().invoke(cli.main, ["log", str(log), "--json", *asked.split()])
    assert done.exit_code == 0, done.stderr
    assert [one["round"] for one in json.loads(done.stdout)["logs"][0]["rounds"]] == wanted


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("--rounds x", "118"),
        ("--rounds -", "118"),
        ("--since monday", "2026-11-29"),
        ("--csv --json", "--csv"),
        ("--round 1 --seat 1", "--round"),
        ("--seat 100", "99"),
    ],
)
def test_what_cannot_be_asked_is_said(log, asked, word):
    done = tablectl("log", log, *asked.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr


def test_csv_is_read_back(log):
    done = tablectl("log", log, "--csv", "--rounds", "2-3")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["round"] for row in rows] == ["2", "3"]
    assert rows[0]["number"] == "00" and rows[0]["seats"] == "3 4" and rows[0]["began"] == "2026-09-22 14:13:20Z"
    assert rows[1]["voids"] == "same-direction" and rows[1]["number"] == "" and rows[1]["manual"] == "no"
    assert rows[0]["table"] == "'=7", "no cell is a formula"


def test_a_round_tells_its_clauses(log, capsys):
    show_round(round_in_full(log, 2))
    shown = capsys.readouterr().out
    assert "bets close by clause (j)2 of new-jersey" in shown
    assert "(e)2" in shown, "the split 0-00"
    show_round(round_in_full(log, 3))
    assert "no spin, same-direction ((m)1)" in capsys.readouterr().out
