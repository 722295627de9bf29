"""A table after the power went, at every record of every kind of round."""

from shared_core.errors import Refused
from shared_core.history import History
from shared_core.recovery import restore
from shared_core.settings import check
from shared_core.table import Table
from shared_core.wire import dump, parse

SECOND = 1000000
STATED = {"table": "8", "rules": "new-zealand"}
LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 1, "maximum": 1000},
    "notices": ["limits-on-screen"],
}


made_of = {}  # settings are large: made once


def settings(stated=STATED):
    name = dump(stated)
    if name not in made_of:
        made_of[name], errors = check(stated)
        assert not errors, errors
    return made_of[name]


class Board:
    """A table and the records that it wrote; restart() is a power cut and the start after it."""

    def __init__(self, stated=STATED):
        self.stated = stated
        self.records = []
        self.events = []
        self.shown = None
        self.table = Table(settings(stated))
        self.drain()

    def drain(self, actions=None):
        for action in self.table.take() if actions is None else actions:
            if action[0] == "record":
                self.records.append(parse(dump(action[1])))
            elif action[0] == "event":
                self.events.append(dict(action[1]))
                del self.events[:-20]
            else:
                self.shown = action[1:]

    def wheel(self, t, name, *more):
        self.table.wheel(t * SECOND, (name, t * SECOND) + more)
        self.drain()

    def do(self, verb, t, *arguments):
        getattr(self.table, verb)(t * SECOND, *arguments)
        self.drain()

    def restart(self, kept=None):
        """A new board whose log ends after `kept` records."""
        board = Board(self.stated)
        board.records = list(self.records[: len(self.records) if kept is None else kept])
        board.shown = None
        history = History()
        for seq, record in enumerate(board.records, 1):
            history.feed(seq, record, 1)
        board.table = Table(settings(self.stated), history.round, history.spin)
        restored = restore(board.table, 0, history, lambda segment: enumerate(list(board.records), 1))
        board.drain(restored)
        return board

    def state(self):
        wagers = self.table.wagers
        return self.table.status(), bytes(wagers.seats), bytes(wagers.spots), list(wagers.stakes)

    def kinds(self, since=0):
        return [record["kind"] for record in self.records[since:]]


def opened():
    board = Board()
    board.do("open", 0)
    return board


def closed_bets():
    board = opened()
    board.do("wager", 1, 1, "straight-17", 500)
    board.do("wager", 1, 2, "red", 7)
    board.wheel(2, "ball")
    board.do("no_more_bets", 3, "button")
    board.do("time", 4)
    return board


def test_a_closed_table_stays_closed():
    board = Board().restart()
    assert board.table.phase == "closed" and not board.records and board.shown == ("closed", False)
    board = opened()
    board.do("close", 1)
    assert board.restart().table.phase == "closed"


def test_before_bets_are_closed_electronic_wagers_are_void_and_said_to_be():
    board = opened()
    board.do("wager", 1, 1, "red", 5)
    board.wheel(2, "ball")
    again = board.restart()
    assert again.table.phase == "place-bets" and again.table.round == 1 and len(again.table.wagers) == 0
    assert again.kinds(1) == ["wagers-void"] and again.records[-1]["standing"] == 0
    assert again.events[0]["event"] == "wagers-void"
    again.do("wager", 1, 1, "red", 5)


def test_after_it_they_stand_and_the_spin_is_interrupted():
    again = closed_bets().restart()
    table = again.table
    assert (table.phase, table.round, table.spin, table.in_play()) == ("no-more-bets", 1, 1, True)
    assert again.kinds(3) == ["spin"] and again.records[-1]["reason"] == "interrupted"
    assert again.events[-1]["reason"] == "interrupted" and again.shown == ("by-hand", False)
    for verb in (lambda: again.do("wager", 1, 1, "red", 5), lambda: again.do("withdraw", 1, 1, "straight-17")):
        try:
            verb()
        except Refused as error:
            assert error.code == "late"
        else:
            raise AssertionError("the bets are closed")
    once_more = again.restart()
    assert once_more.kinds() == again.kinds() and once_more.state() == again.state()
    once_more.do("number", 9, "17")
    assert once_more.kinds(4) == ["spin", "settlement-part", "settlement"]
    assert once_more.records[-1]["paid"] == 17500
    other = again.restart()
    other.do("no_spin", 9)
    assert other.table.phase == "no-spin" and len(other.table.wagers) == 2


def test_a_spin_on_the_wheel_of_an_interrupted_round_decides_nothing():
    again = closed_bets().restart()
    again.wheel(5, "ball")
    again.wheel(9, "number", 17)
    assert again.table.phase == "no-more-bets" and again.kinds()[-1] == "stray-spin"


def test_a_known_number_is_settled_once():
    board = closed_bets()
    before = len(board.records)
    board.wheel(9, "number", 17)
    assert board.kinds(before) == ["spin", "settlement-part", "settlement"]
    whole = board.records[before:]
    for kept in (1, 2, 3):
        again = board.restart(before + kept)
        assert again.table.phase == "winning-number" and again.shown == ("17", False)
        settlement = [record for record in again.records if record["kind"] == "settlement"]
        assert settlement == whole[-1:]
        part = [record for record in again.records if record["kind"] == "settlement-part"][-1]
        assert part == whole[1]
        steps = [event for event in again.events if event["event"] == "step"]
        assert [(step["step"], step["do"]) for step in steps] == [(0, "crown")]
        for step in range(3):
            again.do("paid", 10 + step, step)
        assert again.table.phase == "place-bets" and again.table.round == 2
        assert again.restart().table.round == 2


def test_winnings_that_were_taken_are_not_given_twice():
    board = opened()
    board.do("wager", 1, 2, "red", 7)
    board.do("wager", 1, 3, "odd", 9)
    board.wheel(2, "ball")
    board.wheel(3, "drop", 2)
    board.wheel(9, "number", 1)
    for _ in ("crown", "red"):
        board.do("paid", 10)
    board.do("withdraw", 11, 2, "red")
    again = board.restart()
    for _ in ("crown", "red"):
        again.do("paid", 12)
    try:
        again.do("withdraw", 13, 2, "red")
    except Refused as error:
        assert error.code == "late"
    else:
        raise AssertionError("it was taken already")


def test_a_void_spin_leaves_what_was_bound_and_withdrawn():
    board = closed_bets()
    board.wheel(5, "void", "too-few-turns")
    board.do("withdraw", 6, 2, "red")
    again = board.restart()
    assert again.table.phase == "no-spin" and list(again.table.wagers.stakes) == [500]
    assert again.kinds(len(board.records)) == ["wagers-void"] and again.records[-1]["standing"] == 1
    board.wheel(7, "over")
    board.do("time", 10)
    board.do("wager", 10, 3, "odd", 9)
    again = board.restart()
    assert list(again.table.wagers.stakes) == [500], "what came after is not binding"
    again.do("clear", 10)
    again.do("wager", 10, 4, "low", 3)
    again.wheel(11, "ball")
    again.wheel(12, "drop", 11)
    again.wheel(20, "number", 17)
    assert again.records[-1]["paid"] == 17503 and again.records[-1]["spin"] == 2


def test_a_void_spin_before_bets_were_closed():
    board = opened()
    board.do("wager", 1, 1, "red", 5)
    board.wheel(2, "ball")
    board.do("no_spin", 3)
    again = board.restart()
    assert again.table.phase == "no-spin" and len(again.table.wagers) == 0


def test_an_unread_spin_waits_for_the_dealer_again():
    board = closed_bets()
    board.wheel(9, "undetermined", "reads disagree")
    again = board.restart()
    assert again.kinds() == board.kinds() and again.shown == ("by-hand", False)
    again.do("number", 10, "0")


def test_latched_faults_stay():
    board = closed_bets()
    board.wheel(5, "fault", "pocket", "stuck", True)
    again = board.restart()
    assert again.table.phase == "fault" and again.table.faults == ["pocket"]
    assert again.shown == ("fault-pocket", False)
    again.do("clear", 6)
    assert again.restart().table.faults == []


def test_many_wagers_come_back():
    board = opened()
    for i in range(150):
        board.do("wager", 1, 1 + i % 99, "split-17-20", 2**53 - 1 - i)
    board.wheel(2, "ball")
    board.wheel(3, "drop", 2)
    board.do("time", 4)
    assert board.kinds().count("bets-part") > 5
    again = board.restart()
    assert again.state()[1:] == board.state()[1:]


def test_an_inspection_and_the_last_number_stay():
    board = Board(LIVE)
    board.table.pit_boss.rotor_coasted((("turns", 4), ("uneven", 12), ("friction", 900), ("speed_milli", 300)))
    board.table.pit_boss.inspect(0, ["contrivance", "level", "rotation", "parts", "ball"])
    board.drain()
    again = board.restart()
    assert again.table.coasts == [[12, 900]]
    again.do("open", 1)
    again.wheel(2, "ball")
    again.wheel(3, "drop", 2)
    again.wheel(9, "number", 32)
    again.wheel(10, "over")
    again.wheel(11, "ball")
    assert again.restart().table.status()[5] == ("last", "32")


def test_a_round_under_other_settings_is_left_to_the_log():
    board = closed_bets()
    for other in (
        {"table": "8", "rules": "new-jersey", "options": {"zero_rule": "half"}, "notices": ["zero-rule-notice"]},
        LIVE,
    ):
        board.stated = other
        again = board.restart()
        assert again.table.phase in ("no-more-bets", "fault")
    board = opened()
    board.do("wager", 1, 1, "straight-17", 2**40)
    board.wheel(2, "ball")
    board.do("no_more_bets", 3, "button")
    board.do("time", 4)
    assert board.restart().table.wagers.stakes[0] == 2**40
    board.stated = {"table": "8", "rules": "new-zealand", "options": {"maximum": 1000}}
    assert board.restart().table.faults == ["recovery"]
    board = closed_bets()
    board.records[1]["rows"][0][2] += 1
    board.stated = STATED
    again = board.restart()
    assert again.table.faults == ["recovery"] and again.kinds()[-1] == "fault" and len(again.table.wagers) == 0
    assert again.restart().kinds() == again.kinds()
    again.do("clear", 1)
    again.do("open", 2)
    assert again.restart().table.phase == "place-bets"


def test_every_record_of_a_long_day_is_a_place_to_start_from():
    board = opened()
    t = 1
    for n in range(8):
        board.do("wager", t, 1, "straight-17", 500)
        board.do("wager", t, 2, "odd", 9)
        board.wheel(t + 1, "ball")
        board.do("no_more_bets", t + 2, "button")
        if n % 3 == 0:
            board.wheel(t + 3, "void", "too-few-turns")
            board.do("withdraw", t + 3, 2, "odd")
            board.wheel(t + 4, "over")
            board.wheel(t + 5, "ball")
            board.do("no_more_bets", t + 6, "button")
        if n % 4 == 1:
            board.wheel(t + 7, "fault", "ball_a", "stuck", True)
            board.do("number", t + 8, "17")
            board.do("clear", t + 8)
        elif n % 4 == 2:
            board.wheel(t + 7, "undetermined", "x")
            board.do("no_spin", t + 8)
            board.do("clear", t + 9)
            t += 20
            board.wheel(t, "ball")
            board.wheel(t + 1, "number", 3)
        else:
            board.wheel(t + 7, "number", 17 + n)
        board.wheel(t + 9, "over")
        while board.table.phase == "winning-number":
            board.do("paid", t + 10)
        t += 20
    total = len(board.records)
    settled = [(r["round"], r["spin"]) for r in board.records if r["kind"] == "settlement"]
    assert len(settled) == 8
    for kept in range(1, total + 1):
        again = board.restart(kept)
        added = again.kinds(kept)
        assert added in ([], ["wagers-void"], ["spin"], ["settlement"], ["settlement-part", "settlement"]), kept
        twice = again.restart()
        assert twice.state() == again.state()
        assert twice.kinds(len(again.records)) in ([], ["wagers-void"])
        of_round = [(r["round"], r["spin"]) for r in twice.records if r["kind"] == "settlement"]
        assert len(set(of_round)) == len(of_round)


def test_a_full_journal_finishes_the_round_and_closes_the_table():
    board = closed_bets()
    board.do("room", 4, "low")
    assert board.shown == ("journal-90", True) and board.events[-1]["warning"] == "journal-90"
    board.do("room", 4, "full")
    assert board.table.phase == "no-more-bets"
    board.wheel(9, "number", 17)
    for _ in range(3):
        board.do("paid", 10)
    assert board.table.phase == "fault" and board.shown == ("fault-journal-full", False)
    assert board.kinds()[-3:] == ["paid", "close", "fault"]
    for verb in ("clear", "open"):
        try:
            board.do(verb, 11)
        except Refused as error:
            assert error.code == "not-now"
        else:
            raise AssertionError(verb)
    again = board.restart()
    assert again.table.faults == ["journal-full"] and again.table.round == 1
    again.do("room", 1, "enough")
    assert again.table.phase == "closed" and again.kinds()[-1] == "fault-cleared"
    again.do("open", 2)
    assert again.table.round == 2


def test_a_void_spin_with_a_full_journal_waits_for_room():
    board = closed_bets()
    board.do("room", 4, "full")
    board.wheel(5, "void", "too-few-turns")
    board.wheel(6, "over")
    assert board.table.phase == "fault" and len(board.table.wagers) == 2
    board.wheel(7, "ball")
    assert board.events[-1]["warning"] == "spin-out-of-turn"
    again = board.restart()
    assert again.table.phase == "fault"
    for one in (board, again):
        one.do("room", 8, "enough")
        assert len(one.table.wagers) == 2 and one.table.phase in ("place-bets", "no-spin")
        one.wheel(9, "ball")
        assert one.table.phase == "ball-in-rim"


def test_a_table_that_starts_full_says_so():
    board = Board()
    board.do("room", 0, "full")
    assert board.table.phase == "fault" and board.kinds() == ["fault"]
