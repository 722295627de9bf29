"""What closes the bets, and what the record of it says for a dispute."""

from shared_core.bets import GRACE_US, LAST_US, MOST_LATE, Bets
from shared_core.errors import Refused
from shared_core.settings import check
from shared_core.table import Table

MS = 1000
SECOND = 1000000
LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 1, "maximum": 1000},
    "notices": ["limits-on-screen"],
    "call_speed": 800,
}
NEW_ZEALAND = {"table": "8", "rules": "new-zealand", "call_speed": 800}


def table(stated):
    settings, errors = check(stated)
    assert not errors, errors
    made = Table(settings)
    made.inspected = True
    made.open(0)
    made.take()
    return made


def taken(made, what, kind):
    """The records or events of a kind since the last call, as dicts."""
    pairs = [dict(action[1]) for action in made.take() if action[0] == what]
    return [one for one in pairs if one.get("kind", one.get("event")) == kind]


def ball_runs(made, until=5, speed=1000):
    """A clockwise ball that passes the reader each second."""
    made.wheel(SECOND, ("ball", SECOND))
    for second in range(1, until + 1):
        made.wheel(second * SECOND, ("pass", 77, speed, 0, 1))  # the tracker's time has another base


def refusal(made, t, seat=1, spot="red", stake=5):
    try:
        made.wager(t, seat, spot, stake)
    except Refused as error:
        return error
    return None


def test_the_press_is_told_with_the_balls_speed_and_place():
    made = table(NEW_ZEALAND)
    made.wager(2 * SECOND, 3, "red", 10)
    made.no_more_bets(SECOND - 1, "button")  # no ball yet
    ball_runs(made)
    made.wager(5 * SECOND, 2, "straight-0", 10)
    made.no_more_bets(5 * SECOND + 250 * MS, "button")
    made.time(5 * SECOND + 250 * MS + GRACE_US)
    record = taken(made, "record", "bets")[0]
    assert record["by"] == "button" and record["called"] is True
    assert (record["ball_speed_milli"], record["ball_place_milli"]) == (1000, 250)
    assert record["early"] == [SECOND - 1]
    assert record["last"] == [[3250, 3, "red"], [250, 2, "straight-0"]]


def test_nothing_is_said_of_a_ball_that_was_not_seen():
    for passes in ((), (1, 900, 0, 0), (1, 900, 250, -1)):
        bets = Bets()
        if passes:
            bets.ball_passed(*passes)
        bets.came(0, 1, "red")
        bets.close(LAST_US + 1, "link")
        assert bets.evidence() == (("ball_speed_milli", None), ("ball_place_milli", None))
    bets = Bets()
    bets.ball_passed(SECOND, 900, 250, 0)
    bets.close(2 * SECOND, "button")
    assert bets.evidence() == (("ball_speed_milli", 900), ("ball_place_milli", None)), "its direction is not known"


def test_a_slow_ball_closes_where_the_rulebook_lets_it_and_else_reminds():
    made = table(LIVE)
    ball_runs(made, speed=801)
    assert made.phase == "ball-in-rim"
    made.wheel(6 * SECOND, ("pass", 0, 800, 0, 1))
    assert made.phase == "no-more-bets"
    made.time(7 * SECOND)
    record = taken(made, "record", "bets")[0]
    assert record["by"] == "ball-speed" and record["called"] is True and record["t"] == 6 * SECOND
    made = table(NEW_ZEALAND)
    ball_runs(made, speed=700)
    warnings = taken(made, "event", "warning")
    assert [one["warning"] for one in warnings] == ["ball-speed"] and made.phase == "ball-in-rim"
    made.wheel(6 * SECOND, ("drop", 0, 0))
    made.time(7 * SECOND)
    assert taken(made, "record", "bets")[0]["called"] is False, "reminded, and still not called"


def test_a_late_wager_has_a_record_but_a_flood_of_them_does_not_fill_the_journal():
    made = table(NEW_ZEALAND)
    ball_runs(made)
    closed = 5 * SECOND + 10
    made.no_more_bets(closed, "button")
    assert refusal(made, closed) is None, "not later than the press"
    error = refusal(made, closed + 12 * MS)
    assert error.code == "late" and "12 ms before" in error.message
    late = taken(made, "record", "late-wager")
    assert [(one["seat"], one["spot"], one["stake"], one["after_us"]) for one in late] == [(1, "red", 5, 12 * MS)]
    made.time(closed + GRACE_US)
    error = refusal(made, closed)
    assert error.code == "late" and "written down" in error.message
    for n in range(50):
        assert refusal(made, closed + n * MS).code == "late"
    assert len(taken(made, "record", "late-wager")) == MOST_LATE - 1
    for seat, spot, code in ((0, "red", "bad-wager"), ("x" * 900, "red", "bad-wager"), (1, "y" * 900, "unknown-spot")):
        assert refusal(made, closed + MS, seat, spot).code == code
    assert taken(made, "record", "late-wager") == []
