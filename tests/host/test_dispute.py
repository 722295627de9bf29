"""A disputed late bet, from the board's records to what a pit boss reads."""

import json

from click.testing import CliRunner

from host_tools.call import sentences
from host_tools.cli import main
from host_tools.story import tell
from shared_core.bets import GRACE_US
from shared_core.errors import Refused
from shared_core.journal import Chain
from shared_core.settings import check
from shared_core.table import Table

SECOND = 1_000_000
STATED = {"table": "8", "rules": "new-zealand"}


def disputed_log(path):
    """The log of a round in which the dealer called too early, then at 6.25 s; one wager came before, one after."""
    settings, _ = check(STATED)
    table = Table(settings)
    table.open(0)
    table.wager(SECOND, 3, "red", 500)
    table.no_more_bets(2 * SECOND, "button")
    table.wheel(3 * SECOND, ("ball", 3 * SECOND))
    for second in range(3, 7):
        table.wheel(second * SECOND, ("pass", second * SECOND, 1000, 0, -1))
    table.wager(6_200_000, 2, "straight-17", 100)
    table.no_more_bets(6_250_000, "button")
    try:
        table.wager(6_262_000, 5, "straight-17", 9000)
    except Refused as error:
        assert error.code == "late"
    table.time(6_250_000 + GRACE_US)
    table.wheel(9 * SECOND, ("drop", 9 * SECOND, 8_500_000))
    table.wheel(15 * SECOND, ("number", 15 * SECOND, 17), (("drop_us", 8_500_000), ("ball_turns_milli", 9250)))
    table.pit_boss.correct(20 * SECOND, 1, 2, -100, "paid twice")
    chain = Chain()
    head = {"kind": "segment", "log": "a" * 32, "board": "b" * 16, "key": None, "acked": 0}
    lines = [chain.append(tuple(head.items()))]
    lines += [chain.append(action[1]) for action in table.take() if action[0] == "record"]
    path.write_bytes(b"".join(lines))


def test_the_log_tells_a_disputed_bet_with_all_of_it(tmp_path):
    log = tmp_path / "000001.log"
    disputed_log(log)
    run = CliRunner().invoke(main, ["log", str(log), "--round", "1"], env={"COLUMNS": "400"}, catch_exceptions=False)
    told = " ".join(run.stdout.split())
    for words in (
        "bets closed by the dealer's button (operator's): 2 wagers, 600 staked",
        "the ball ran at 1.00 turns a second, 0.75 of a turn clockwise from the reader",
        "the dealer had called 4.250 s before, too early to close the bets",
        "seat 2's wager on straight-17 came 0.050 s before it",
        "seat 5 wagered 9000 on straight-17 too late, 0.012 s after bets closed: refused",
        "bets closed 2.250 s before the ball left the track (its drop is an estimate)",
        "a payment of round 1 was put right: seat 2 gets -100, paid twice",
    ):
        assert words in told, (words, run.stdout)
    assert "ODD" not in told
    order = ("bets closed by", "too late", "the number is 17", "put right")
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)


def test_the_same_as_data(tmp_path):
    log = tmp_path / "000001.log"
    disputed_log(log)
    run = CliRunner().invoke(main, ["log", str(log), "--round", "1", "--json"])
    found = json.loads(run.stdout)
    late = [record for record in found["records"] if record["kind"] == "late-wager"]
    assert [(one["seat"], one["stake"], one["after_us"]) for one in late] == [(5, 9000, 12_000)]
    assert len(found["bets"]) == 2 and found["odd_count"] == 0


def test_bets_that_the_wheels_own_line_closed():
    told = sentences({"by": "wheel", "t": 1, "wagers": 2, "staked": 600, "ball_speed_milli": None})
    assert told == [
        "bets closed by the wheel's own status line: 2 wagers, 600 staked",
        "the line does not tell where the ball was",
    ]


def test_a_wager_that_came_after_the_drop_says_so():
    bets = {"seq": 1, "kind": "bets", "t": 9_000_000, "round": 1, "spin": 1, "by": "drop", "wagers": 1, "staked": 500}
    bets.update(clause="operator's", ball_speed_milli=400, last=[[271, 2, "red"], [501, 3, "black"]])
    spin = {"seq": 2, "kind": "spin", "t": 15_000_000, "round": 1, "spin": 1, "number": "17", "drop_us": 8_500_000}
    closed = tell([bets, spin], [None, None])[0][3]
    assert closed.startswith("bets closed uncalled, as the ball left the track (operator's): 1 wager, 500 staked; ")
    assert "seat 2's wager on red came 0.271 s before it and 0.229 s after the ball left the track (estimate)" in closed
    assert closed.endswith("seat 3's wager on black came 0.501 s before it")
    boot = {"seq": 2, "kind": "boot", "boot": 2, "cause": "power-on", "torn": 0, "events": 9}
    assert "(estimate)" not in tell([bets, boot, {**spin, "seq": 3}], [None] * 3)[0][3]
