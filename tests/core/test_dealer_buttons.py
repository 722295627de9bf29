"""A whole night by the two buttons alone: inspection, rounds, a number by hand, a fault, closing."""

from shared_core.bets import GRACE_US
from shared_core.dealer_buttons import CLICK, DOES, HOLD, PRESS, DealerButtons
from shared_core.settings import check
from shared_core.table import NO_SPIN_US, Table

SECOND = 1000000
LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 1, "maximum": 1000},
    "notices": ["limits-on-screen"],
}


class Night:
    def __init__(self):
        settings, errors = check(LIVE)
        assert not errors
        self.table = Table(settings)
        self.t = 0
        self.kinds = []
        self.warnings = []
        self.shown = None
        self.drain()

    def drain(self):
        for action in self.table.take():
            if action[0] == "show":
                self.shown = action[1]
            elif action[0] == "record":
                self.kinds.append(dict(action[1])["kind"])
            elif dict(action[1])["event"] == "warning":
                self.warnings.append(dict(action[1])["warning"])

    def press(self, line, held=False):
        """As the firmware tells it: a press at once, later a click or that it is held."""
        self.t += SECOND
        self.table.button(self.t, line, PRESS)
        self.table.button(self.t + SECOND, line, HOLD if held else CLICK)
        self.drain()

    def call(self, held=False):
        self.press("no_more_bets", held)

    def no_spin(self, held=False):
        self.press("no_spin", held)

    def wheel(self, name, *more):
        self.t += SECOND
        self.table.wheel(self.t, (name, self.t) + more)
        self.table.time(self.t + GRACE_US)
        self.drain()


def opened():
    night = Night()
    for _ in range(6):
        night.call()
    assert night.table.phase == "place-bets"
    return night


def test_the_inspection_is_confirmed_point_by_point():
    night = Night()
    assert night.shown == "inspect-1"
    for place in range(2, 6):
        night.call()
        assert night.shown == "inspect-" + str(place)
    night.no_spin()
    assert night.shown == "inspect-1", "begun anew"
    night.call()
    night.no_spin(held=True)  # its press begins anew, being held says that the point is bad
    assert night.kinds == ["inspection-failed"] and night.shown == "inspect-1"
    for _ in range(5):
        night.call()
    assert night.shown == "closed" and night.kinds[-1] == "inspect" and night.table.phase == "closed"
    night.call()
    assert night.table.phase == "place-bets" and night.shown == "place-bets"


def test_rounds_are_played_by_buttons():
    night = opened()
    night.table.wager(night.t, 1, "red", 10)
    night.wheel("ball")
    night.call()
    assert night.table.phase == "no-more-bets"
    night.wheel("drop", 0)
    night.wheel("number", 1)
    night.wheel("over")
    for _ in range(2):  # the crown; red is paid
        night.call()
    assert night.table.phase == "place-bets" and night.table.round == 2 and night.kinds[-1] == "paid"
    night.wheel("ball")
    night.no_spin()
    assert night.table.phase == "no-spin" and night.shown == "no-spin"
    night.call()
    assert night.table.phase == "place-bets"
    assert night.warnings == []
    night.no_spin(held=True)
    assert night.table.phase == "closed" and night.kinds[-1] == "close" and night.shown == "inspect-1"


def test_a_number_by_hand_is_chosen_shown_and_confirmed():
    night = opened()
    night.wheel("ball")
    night.call()
    night.wheel("drop", 0)
    night.wheel("undetermined", "why")
    assert night.shown == "by-hand"
    night.call(held=True)
    assert night.warnings == ["not-now"] and night.table.by_hand, "none is chosen yet"
    for name in ("0", "1", "2", "3"):
        night.call()
        assert night.shown == "hand-" + name
    for _ in range(37):
        night.call()
    assert night.shown == "hand-3", "round the wheel's numbers"
    night.call(held=True)
    assert night.table.phase == "winning-number" and night.shown == "3"
    night.call()
    night.wheel("ball")
    night.call()
    night.wheel("drop", 0)
    night.wheel("undetermined", "why")
    assert night.shown == "by-hand", "what was chosen for another spin is forgotten"
    night.no_spin()
    assert night.table.phase == "no-spin"


def test_a_fault_is_cleared_by_holding_no_spin():
    night = opened()
    night.wheel("ball")
    night.wheel("fault", "pocket", "stuck high", True)
    assert night.shown == "fault-pocket"
    night.call()
    assert night.table.faults == ["pocket"]
    night.no_spin(held=True)
    assert night.table.faults == [] and night.table.phase == "no-spin", "its press was the dealer's no spin"
    night.table.time(night.t + NO_SPIN_US + 2 * SECOND)
    night.wheel("fault", "rotor_a", "stuck low", True)
    night.no_spin(held=True)
    assert night.table.faults == [] and night.table.phase == "place-bets"


def test_after_a_fault_the_number_is_chosen_before_the_fault_is_cleared():
    night = opened()
    night.table.wager(night.t, 1, "red", 10)
    night.wheel("ball")
    night.wheel("fault", "pocket", "stuck high", True)
    night.call()
    night.call()
    assert night.shown == "hand-1"
    night.call(held=True)
    assert night.table.last_number == 1 and night.shown == "fault-pocket"
    night.no_spin(held=True)
    assert night.shown == "1" and night.table.phase == "winning-number"
    night.call()
    night.call()
    assert night.table.phase == "place-bets" and night.kinds[-1] == "paid"


def test_every_method_is_there():
    table = Night().table
    for does in DOES.values():
        for name in does.values():
            assert hasattr(DealerButtons, name) or hasattr(table, name), name
