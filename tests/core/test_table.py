"""The table's phases: what closes the bets, what is binding, what may be touched, and what a void spin leaves."""

from shared_core.bets import GRACE_US
from shared_core.errors import Refused
from shared_core.settings import check
from shared_core.table import NO_SPIN_US, Table
from shared_core.wire import dump

MS = 1000
SECOND = 1000000

NEW_JERSEY = {"table": "7", "rules": "new-jersey", "options": {"zero_rule": "half"}, "notices": ["zero-rule-notice"]}
NEW_ZEALAND = {"table": "8", "rules": "new-zealand"}
LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 100, "maximum": 1000},
    "notices": ["limits-on-screen"],
    "bet_timer_s": 20,
}
AS_SINGLE = {"table": "6", "rules": "new-jersey", "wheel": "double-as-single", "notices": ["single-zero-notice"]}


def table(stated, opened=True):
    settings, errors = check(stated)
    assert not errors, errors
    made = Table(settings, round_number=117, spin_number=4)
    if opened:
        if settings.inspection:
            made.pit_boss.inspect(0, ["contrivance", "level", "rotation", "parts", "ball"])
        made.open(0)
    drain(made)
    return made


def drain(made):
    return list(made.take())


def code(call, *arguments):
    try:
        call(*arguments)
    except Refused as error:
        return error.code
    return None


def values(actions, what, key):
    """The values of a key in the records or events among actions."""
    return [dict(action[1])[key] for action in actions if action[0] == what and key in dict(action[1])]


def spun(made, t=SECOND):
    """A ball on the track, called, dropped."""
    made.wheel(t, ("ball", t))
    made.no_more_bets(t + SECOND, "button")
    made.wheel(t + 2 * SECOND, ("drop", t + 2 * SECOND, t))


def test_a_round_from_bets_to_paid():
    made = table(NEW_JERSEY)
    assert made.phase == "place-bets" and made.round == 118
    made.wager(10, 1, "straight-17", 500)
    made.wager(11, 2, "red", 7)
    spun(made)
    assert made.phase == "no-more-bets"
    drain(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 17), (("ball_turns_milli", 8000),))
    assert made.phase == "winning-number"
    actions = drain(made)
    assert values(actions, "record", "kind") == ["bets-part", "bets", "spin", "settlement-part", "settlement"]
    assert values(actions, "event", "event") == ["number", "phase", "settlement", "step"]
    assert [action for action in actions if action[0] == "show"] == [("show", "17", True), ("show", "17", False)]
    kinds = [action[0] for action in actions]
    assert kinds.index("show") > kinds.index("record"), "the bets are durable before the number is shown"
    record = dict([action[1] for action in actions if action[0] == "record"][-1])
    assert (record["collected"], record["paid"], record["returned"]) == (7, 17500, 500)
    made.paid(10 * SECOND, 0)
    made.paid(10 * SECOND)
    assert code(made.paid, 10 * SECOND, 0) == "not-now"
    made.paid(10 * SECOND, 2)
    assert made.phase == "place-bets" and made.round == 119 and len(made.wagers) == 0
    assert drain(made)[-1] == ("show", "17", False)


def test_a_number_is_shown_before_the_wagers_are_settled_but_after_the_bets_are_written():
    for written, may, shown in ((True, True, True), (True, False, False), (False, True, False)):
        made = table(NEW_JERSEY)
        early = []
        made.show_early_by(lambda *picture, early=early, may=may: early.append(picture) or may)
        made.wager(10, 1, "straight-17", 500)
        spun(made)
        if written:
            made.time(8 * SECOND)
            drain(made)
        made.wheel(9 * SECOND, ("number", 9 * SECOND, 17))
        shows = [action[1:] for action in drain(made) if action[0] == "show"]
        assert early == ([("17", True)] if written else [])
        assert shows[-1] == ("17", False) and (("17", True) in shows) != shown


def test_the_steps_tell_each_seats_amount():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "straight-17", 500)
    made.wager(0, 2, "straight-17", 10)
    made.wager(0, 2, "red", 7)
    spun(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 17))
    drain(made)
    made.paid(9 * SECOND)
    made.paid(9 * SECOND)
    steps = [dict(action[1]) for action in drain(made) if action[0] == "event"]
    assert [(step["do"], step["seats"]) for step in steps] == [("collect", [[2, 7]]), ("pay", [[1, 17500], [2, 350]])]


def test_records_fit_and_hold_400_wagers():
    made = table(NEW_JERSEY)
    for i in range(400):
        made.wager(0, 1 + i % 99, "split-17-20", 2**53 - 1)
    assert code(made.wager, 0, 1, "red", 1) == "too-many"
    spun(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 17))
    rows = {"bets-part": 0, "settlement-part": 0}
    last_part = {}
    for action in made.take():
        pairs = dict(action[1]) if action[0] == "record" else {}
        assert action[0] == "show" or len(dump(action[1])) < 900
        if "part" in pairs:
            kind = pairs["kind"]
            rows[kind] += len(pairs["rows"])
            assert pairs["part"] == last_part.get(kind, -1) + 1
            last_part[kind] = pairs["part"]
    assert rows == {"bets-part": 400, "settlement-part": 400}
    made.paid(9 * SECOND)  # the crown; all seats are paid in one step of several lines
    seats = 0
    for action in made.take():
        assert len(dump(action[1])) < 1000
        seats += len(dict(action[1])["seats"])
    assert seats == 99


def test_a_press_before_the_ball_closes_nothing_in_new_jersey():
    made = table(NEW_JERSEY)
    made.button(SECOND, "no_more_bets")
    actions = drain(made)
    assert made.phase == "place-bets"
    assert values(actions, "event", "warning") == ["too-early"] and values(actions, "event", "clause") == ["(j)2"]
    made.wager(2 * SECOND, 1, "red", 1)


def test_an_uncalled_drop_closes_the_bets():
    made = table(NEW_JERSEY)
    made.wheel(SECOND, ("ball", SECOND))
    made.wager(2 * SECOND, 1, "red", 1)
    made.wheel(3 * SECOND, ("drop", 3 * SECOND, 2 * SECOND))
    assert made.phase == "no-more-bets"
    assert "not-called" in values(drain(made), "event", "warning")
    assert code(made.wager, 3 * SECOND + 1, 1, "red", 1) == "late"
    made.time(4 * SECOND)
    bets = dict(drain(made)[-1][1])
    assert bets["kind"] == "bets" and bets["by"] == "drop" and bets["called"] is False


def test_late_is_by_arrival_not_by_handling():
    made = table(NEW_JERSEY)
    made.wheel(SECOND, ("ball", SECOND))
    made.no_more_bets(2 * SECOND, "button")
    assert code(made.wager, 2 * SECOND + 1, 1, "red", 1) == "late"
    assert code(made.wager, 2 * SECOND - 1, 1, "black", 2) is None
    assert made.deadline() == 2 * SECOND + GRACE_US
    made.time(2 * SECOND + GRACE_US)
    record = dict(drain(made)[-1][1])
    assert record["kind"] == "bets" and record["wagers"] == 1 and record["staked"] == 2 and record["t"] == 2 * SECOND
    assert code(made.wager, 2 * SECOND - 1, 1, "black", 2) == "late", "what is sealed stays so"
    assert made.deadline() is None


def test_a_number_is_awaited_from_the_writing_down_of_the_bets():
    made = table(NEW_JERSEY)
    made.wheel(SECOND, ("ball", SECOND))
    made.no_more_bets(2 * SECOND, "button")
    assert not made.awaits_number
    made.time(2 * SECOND + GRACE_US)
    assert made.awaits_number
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 17))
    assert not made.awaits_number


def test_the_live_dealers_timer_closes_and_others_are_reminded():
    made = table(LIVE)
    assert made.deadline() == 20 * SECOND
    made.time(20 * SECOND + 3)
    assert made.phase == "no-more-bets"
    assert code(made.wager, 20 * SECOND + 1, 1, "red", 100) == "late"
    made.time(21 * SECOND)
    assert values(drain(made), "record", "by") == ["timer"]
    stated = dict(NEW_ZEALAND)
    stated["bet_timer_s"] = 20
    made = table(stated)
    made.time(20 * SECOND)
    assert made.phase == "place-bets"
    assert values(drain(made), "event", "warning") == ["bet-timer"]


def test_the_live_dealers_call_closes_before_the_ball():
    made = table(LIVE)
    made.button(SECOND, "no_more_bets")
    assert made.phase == "no-more-bets"
    made.wheel(2 * SECOND, ("ball", 2 * SECOND))
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 5))
    assert made.phase == "winning-number"


def test_bets_that_close_before_the_ball_have_its_spins_number():
    made = table(LIVE)
    made.wager(0, 1, "red", 100)
    made.no_more_bets(SECOND)
    made.time(2 * SECOND)
    made.wheel(3 * SECOND, ("ball", 3 * SECOND))
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 5))
    assert values(drain(made), "record", "spin") == [5, 5, 5]


def test_one_settlement_whatever_the_wheel_tells():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "straight-17", 500)
    spun(made)
    for t in (9, 10):
        made.wheel(t * SECOND, ("number", t * SECOND, 17))
    records = [dict(action[1]) for action in drain(made) if action[0] == "record"]
    assert [record["kind"] for record in records].count("settlement") == 1
    assert records[-1]["kind"] == "stray-spin" and records[-1]["told"] == "17"


def test_opening_takes_an_inspection_where_the_rulebook_has_one():
    made = table(LIVE, opened=False)
    assert code(made.wager, 0, 1, "red", 100) == "closed"
    assert code(made.open, 0) == "not-inspected"
    assert code(made.pit_boss.inspect, 0, ["level"]) == "not-inspected"
    assert code(made.pit_boss.inspect, 0, None) == "not-inspected"
    made.pit_boss.inspect(0, ["ball", "level", "rotation", "parts", "contrivance"])
    made.open(0)
    assert values(drain(made), "record", "kind") == ["inspect", "open"]
    made.close(1)
    assert code(made.open, 2) == "not-inspected"


def test_a_void_spin_keeps_the_wagers_which_may_be_withdrawn():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "red", 10)
    made.wager(0, 2, "black", 20)
    spun(made)
    made.wheel(4 * SECOND, ("void", 4 * SECOND, "too-few-turns"), (("ball_turns_milli", 3000),))
    actions = drain(made)
    assert made.phase == "no-spin"
    void = dict([action[1] for action in actions if action[0] == "record"][-1])
    assert (void["kind"], void["cause"], void["clause"], void["round"], void["spin"]) == (
        "void",
        "too-few-turns",
        "(m)2",
        118,
        5,
    )
    assert code(made.wager, 4 * SECOND, 3, "odd", 1) == "closed"
    assert made.withdraw(5 * SECOND, 1, "red") == 10
    assert values(drain(made), "record", "kind") == ["withdrawn"]
    made.wheel(6 * SECOND, ("over", 6 * SECOND))
    assert made.phase == "no-spin", "long enough for everybody to see it"
    assert made.deadline() == 4 * SECOND + NO_SPIN_US
    made.time(9 * SECOND)
    assert made.phase == "place-bets" and made.round == 118 and len(made.wagers) == 1
    made.wager(9 * SECOND, 3, "odd", 1)
    spun(made, 10 * SECOND)
    drain(made)
    made.wheel(18 * SECOND, ("number", 18 * SECOND, 2))
    record = dict([action[1] for action in drain(made) if action[0] == "record"][-1])
    assert record["wagers"] == 2 and record["spin"] == 6 and record["paid"] == 20


def test_new_zealand_4_8_and_4_9():
    made = table(NEW_ZEALAND)
    for seat, spot in ((1, "red"), (2, "red"), (1, "straight-1"), (2, "straight-1"), (1, "black")):
        made.wager(0, seat, spot, 10)
    spun(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 1))
    t = 10 * SECOND
    assert code(made.withdraw, t, 1, "red") == "not-paid-yet"
    assert code(made.wager, t, 1, "red", 5) == "not-paid-yet"
    made.paid(t)  # crown
    made.paid(t)  # collect
    made.paid(t, None, 1)  # straight-1, seat 1
    assert code(made.withdraw, t, 1, "straight-1") == "not-paid-yet", "4.9 is for outside wagers"
    made.paid(t, None, 2)
    assert made.withdraw(t, 1, "straight-1") == 10
    assert code(made.withdraw, t, 1, "straight-1") == "late", "it is taken once"
    assert code(made.withdraw, t, 1, "red") == "not-paid-yet"
    made.paid(t, None, 1)
    assert made.withdraw(t, 1, "red") == 10, "4.9: his own is paid, if not yet everybody's"
    assert code(made.withdraw, t, 2, "red") == "not-paid-yet"
    assert code(made.withdraw, t, 1, "black") == "late", "a losing wager is collected"
    assert code(made.paid, t, None, 3) == "bad-request"
    made.paid(t, None, 2)
    assert made.phase == "place-bets"


def test_a_number_by_hand_only_where_the_wheel_cannot_tell():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "straight-00", 10)
    assert code(made.number, 0, "00") == "not-now"
    spun(made)
    assert code(made.number, 4 * SECOND, "00") == "not-now"
    made.wheel(9 * SECOND, ("undetermined", 9 * SECOND, "reads disagree"))
    assert made.phase == "no-more-bets" and made.status()[6] == ("by_hand", True)
    actions = drain(made)
    assert actions[-1] == ("show", "by-hand", False)
    for kind in ("record", "event"):
        told = dict([action for action in actions if action[0] == kind][-1][1])
        assert (told["reason"], told["why"]) == ("undetermined", "reads disagree")
    assert code(made.number, 9 * SECOND, "38") == "bad-request"
    assert code(made.number, 9 * SECOND, 17) == "bad-request"
    made.number(10 * SECOND, "00")
    records = [dict(action[1]) for action in drain(made) if action[0] == "record"]
    assert records[0]["kind"] == "spin" and records[0]["manual"] is True
    assert records[-1]["paid"] == 350


def test_a_sensor_fault_is_latched_until_cleared():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "red", 10)
    made.wheel(SECOND, ("ball", SECOND))
    made.wheel(2 * SECOND, ("fault", 2 * SECOND, "pocket", "stuck high", True))
    assert made.phase == "fault" and made.status()[1] == ("under", "no-more-bets")
    assert code(made.wager, 3 * SECOND, 1, "red", 10) == "late"
    made.number(4 * SECOND, "1")
    assert made.phase == "fault"
    assert code(made.paid, 4 * SECOND) == "not-now"
    made.clear(5 * SECOND)
    assert made.phase == "winning-number"
    kinds = values(drain(made), "record", "kind")
    bets = ["bets-part", "bets"]
    assert kinds == ["fault"] + bets + ["spin", "late-wager", "spin", "settlement-part", "settlement", "fault-cleared"]
    made.paid(6 * SECOND)
    made.paid(6 * SECOND)
    assert made.phase == "place-bets"


def test_a_line_that_another_can_stand_in_for_is_told_and_the_spin_goes_on():
    made = table(NEW_JERSEY)
    made.wheel(SECOND, ("ball", SECOND))
    made.wheel(2 * SECOND, ("fault", 2 * SECOND, "ball_b", "no pulse", False))
    assert made.phase == "ball-in-rim" and made.faults == []
    actions = drain(made)
    assert "sensor-warning" in values(actions, "record", "kind") and "sensor" in values(actions, "event", "warning")


def test_a_withdrawal_leaves_nothing_below_the_minimum():
    stated = dict(NEW_JERSEY)
    stated["options"] = {"zero_rule": "half", "minimum": 100, "allow": ["five-adjacent"]}
    stated["notices"] = ["zero-rule-notice", "wheel-replica-layout"]
    made = table(stated)
    made.wager(0, 1, "five-adjacent-17", 500)
    made.wager(0, 1, "straight-17", 1)
    assert code(made.withdraw, 1, 1, "five-adjacent-17") == "below-minimum" and len(made.wagers) == 2
    assert made.withdraw(2, 1, "straight-17") == 1
    assert made.withdraw(3, 1, "five-adjacent-17") == 500


def test_zero_zero_is_no_spin_on_a_double_wheel_used_as_single():
    made = table(AS_SINGLE)
    made.wager(0, 1, "red", 10)
    spun(made)
    made.wheel(9 * SECOND, ("undetermined", 9 * SECOND, "reads disagree"))
    made.number(9 * SECOND, "00")
    assert made.phase == "no-spin" and len(made.wagers) == 1
    void = dict([action[1] for action in drain(made) if action[0] == "record"][-1])
    assert (void["cause"], void["clause"], void["manual"]) == ("zero-zero", "(i)2", True)


def test_the_dealer_calls_no_spin():
    made = table(NEW_JERSEY)
    assert code(made.no_spin, 0) == "not-now"
    made.wheel(SECOND, ("ball", SECOND))
    assert code(made.no_spin, 0, "bad luck") == "bad-request"
    made.no_spin(2 * SECOND, "foreign-object")
    assert made.phase == "no-spin"
    made.clear(3 * SECOND)
    assert made.phase == "place-bets"
    assert code(made.clear, 3 * SECOND) == "not-now"


def test_a_table_with_wagers_does_not_close():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "red", 10)
    assert made.in_play() and code(made.close, 1) == "not-now"
    made.withdraw(2, 1, "red")
    made.close(3)
    assert made.phase == "closed" and not made.in_play()


def test_a_spin_out_of_turn_decides_nothing_and_is_recorded():
    made = table(NEW_JERSEY)
    made.wager(0, 1, "red", 10)
    spun(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 1))
    made.wheel(10 * SECOND, ("over", 10 * SECOND))
    drain(made)
    made.wheel(11 * SECOND, ("ball", 11 * SECOND))
    made.wheel(20 * SECOND, ("number", 20 * SECOND, 2))
    actions = drain(made)
    assert values(actions, "event", "warning") == ["spin-out-of-turn"]
    assert values(actions, "record", "kind") == ["stray-spin"]
    assert made.status()[5] == ("last", "1")


def test_without_wagers_the_next_spin_goes_on_by_itself():
    made = table(NEW_JERSEY)
    for start in (0, 100 * SECOND):
        spun(made, start + SECOND)
        made.wheel(start + 9 * SECOND, ("number", start + 9 * SECOND, 1))
        made.wheel(start + 10 * SECOND, ("over", start + 10 * SECOND))
        assert made.phase == "winning-number"
    assert made.round == 119 and made.spin == 6


def test_the_button_opens_confirms_and_clears():
    made = table(NEW_JERSEY, opened=False)
    made.button(0, "no_more_bets")
    assert made.phase == "place-bets"
    spun(made)
    made.wheel(9 * SECOND, ("number", 9 * SECOND, 1))
    made.button(10 * SECOND, "no_more_bets")
    assert made.phase == "place-bets"
    made.button(11 * SECOND, "no_spin")
    assert values(drain(made), "event", "warning")[-1] == "not-now"
