from firmware.in_order import InOrder
from firmware.inputs import BUTTON, WHEEL, Inputs
from shared_core.dealer_buttons import CLICK, HOLD, PRESS

NO_MORE_BETS, NO_SPIN = 6, 7


class Clock:
    """Whose time is what a test says, with boot a second before its base."""

    us = 0

    def now(self):
        return self.us

    def at(self, ticks):
        return ticks

    def since_boot(self, us):
        return us + 1000000


class Capture:
    lost = 0

    def __init__(self):
        self.edges = []

    def drain(self, sink):
        while self.edges:
            sink(*self.edges.pop(0))


class Wheel:
    """A reader and a check that keep what they are given."""

    def __init__(self):
        self.edges = []
        self.events = []

    def edge(self, *edge):
        self.edges.append(edge)

    def time(self, t):
        pass

    @property
    def coast(self):
        return Wheel.Coast

    class Coast:
        found = None

        @classmethod
        def take(cls):
            found, cls.found = cls.found, None
            return found

    def take(self):
        events, self.events = self.events, []
        return events


class CheckedInputs(Inputs):
    check = None

    def _new_check(self):
        return self.check


def made():
    clock, capture, reader, check = Clock(), Capture(), Wheel(), Wheel()
    inputs = CheckedInputs(clock, capture, reader, 37)
    inputs.check = check
    return clock, capture, reader, check, inputs


def all_of(order, until):
    taken = []
    while order.first() is not None and order.first() <= until:
        taken.append(order.take(until))
    return taken


def test_a_press_comes_before_the_drop_that_its_contacts_outlast():
    clock, capture, reader, _, inputs = made()
    order = InOrder()
    capture.edges = [(10000, NO_MORE_BETS, 1)]
    reader.events = [(1012000, ("drop",), ())]
    clock.us = 12500
    known = inputs.take(order, False)
    assert known == 9999 and all_of(order, 1009999) == [], "it may be a press, or noise"
    clock.us = 15000
    known = inputs.take(order, False)
    assert known == 15000
    assert all_of(order, 1015000) == [(1010000, BUTTON, ("no_more_bets", PRESS)), (1012000, WHEEL, (("drop",), ()))]


def test_noise_on_a_button_holds_up_nothing_for_long():
    clock, capture, reader, _, inputs = made()
    order = InOrder()
    reader.events = [(1012000, ("drop",), ())]
    for us in range(10000, 70000, 1000):
        capture.edges = [(us, NO_SPIN, us // 1000 % 2)]
        clock.us = us
        known = inputs.take(order, False)
    assert inputs.noisy == "no_spin"
    assert all_of(order, 1000000 + known) == [(1012000, WHEEL, (("drop",), ()))]


def test_a_closed_tables_wheel_is_checked_and_not_read():
    _, capture, reader, check, inputs = made()
    for checking, hears in ((True, check), (False, reader)):
        capture.edges = [(5, 0, 1)]
        inputs.take(InOrder(), checking)
        assert hears.edges == [(5, 0, 1)]
        hears.edges = []
    assert reader.edges == check.edges == []


def test_a_press_is_told_at_once_and_later_whether_it_was_short():
    clock, capture, _, _, inputs = made()
    order = InOrder()
    edges = {10000: 1, 90000: 0, 200000: 1, 2300000: 0}
    for us in range(0, 2400000, 10000):
        clock.us = us
        if us in edges:
            capture.edges = [(us, NO_SPIN, edges[us])]
        inputs.take(order, False)
    told = [(t - 1000000, what) for t, _, what in all_of(order, 10**9)]
    assert told == [
        (10000, ("no_spin", PRESS)),
        (100000, ("no_spin", CLICK)),
        (200000, ("no_spin", PRESS)),
        (2200000, ("no_spin", HOLD)),
    ]


def test_what_a_coasting_rotor_showed_is_told_once():
    clock, _, _, check, inputs = made()
    order = InOrder()
    check.coast.found = (("turns", 4),)
    clock.us = 7
    inputs.take(order, True)
    inputs.take(order, True)
    assert all_of(order, 10**9) == [(1000007, WHEEL, (("rotor", 7, (("turns", 4),)), ()))]


class Status:
    """A StatusInput."""

    def __init__(self):
        self.pending = None
        self.read_at = []

    def read(self, t):
        self.read_at.append(t)


def test_a_wheel_that_reads_itself():
    clock, capture, reader = Clock(), Capture(), Wheel()
    status = Status()
    inputs = Inputs(clock, capture, reader, 37, status)
    order = InOrder()
    capture.edges = [(10000, 0, 1)]  # the first button, since there are no sensors
    reader.events = [(1005000, ("ball",), ()), (1006000, ("fault",), ())]
    clock.us = 20000
    status.pending = 8000  # what may be "no more bets" came then
    assert inputs.take(order, False) == 7999 and status.read_at == [20000]
    status.pending = None
    assert inputs.take(order, False) == 20000
    assert all_of(order, 1020000) == [
        (1005000, WHEEL, (("ball",), ())),
        (1006000, WHEEL, (("fault",), ())),
        (1010000, BUTTON, ("no_more_bets", PRESS)),
    ]
    reader.events = [(1030000, ("ball",), ()), (1031000, ("fault",), ())]
    clock.us = 40000
    inputs.take(order, True)
    told = [what[0] for _, kind, what in all_of(order, 1040000) if kind == WHEEL]
    assert told == [("fault",)], "a closed table has no spins"
