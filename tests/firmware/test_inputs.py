from firmware.in_order import InOrder
from firmware.inputs import PRESS, WHEEL, Inputs

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

    def take(self):
        events, self.events = self.events, []
        return events


def made():
    clock, capture, reader, check = Clock(), Capture(), Wheel(), Wheel()
    return clock, capture, reader, check, Inputs(clock, capture, reader, check)


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
    assert known == 1009999 and all_of(order, known) == [], "it may be a press, or noise"
    clock.us = 15000
    known = inputs.take(order, False)
    assert known == 1015000
    assert all_of(order, known) == [(1010000, PRESS, "no_more_bets"), (1012000, WHEEL, (("drop",), ()))]


def test_noise_on_a_button_holds_up_nothing_for_long():
    clock, capture, reader, _, inputs = made()
    order = InOrder()
    reader.events = [(1012000, ("drop",), ())]
    for us in range(10000, 70000, 1000):
        capture.edges = [(us, NO_SPIN, us // 1000 % 2)]
        clock.us = us
        known = inputs.take(order, False)
    assert inputs.noisy == "no_spin"
    assert all_of(order, known) == [(1012000, WHEEL, (("drop",), ()))]


def test_a_closed_tables_wheel_is_checked_and_not_read():
    _, capture, reader, check, inputs = made()
    for checking, hears in ((True, check), (False, reader)):
        capture.edges = [(5, 0, 1)]
        inputs.take(InOrder(), checking)
        assert hears.edges == [(5, 0, 1)]
        hears.edges = []
    assert reader.edges == check.edges == []
