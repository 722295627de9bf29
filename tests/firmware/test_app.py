from firmware.app import REBASE_US, TIMERS_US, App
from firmware.clock import Clock
from firmware.lines import BYTES_A_CALL, FEW_BYTES, LineReader, LineWriter
from tests.firmware.fakes import FakeStream


class Still:
    """Inputs and journal of a board on which nothing happens, and its counter of microseconds."""

    lost = 0
    noisy = None
    us = 0

    def ticks(self):
        return self.us

    def take(self, order, checking):
        return self.clock.now()

    def rebase(self, us):
        pass

    def look(self):
        pass

    level = look


class Table:
    live = False
    under = "place-bets"

    def __init__(self, awaits_number=False):
        self.awaits_number = awaits_number
        self.times = []

    def time(self, t):
        self.times.append(t)

    def take(self):
        return ()


def app_of(table):
    """(App, its Still, what stands for its port)."""
    stream, still = FakeStream(), Still()
    still.clock = Clock(still.ticks, lambda end, start: end - start)
    app = App(still.clock, LineReader(stream, stream), LineWriter(stream, stream), None, still)
    app.inputs = still
    app.table = app.reader = table  # which tells nothing, either
    return app, still, stream


def written_in_a_turn(table):
    app, _, stream = app_of(table)
    app.writer.event(bytes(1000))
    app.turn()
    return len(stream.written)


def test_few_bytes_are_written_while_a_number_is_awaited():
    """Each keeps the turn that reads the number from its display, by a tenth of a millisecond of a Pico."""
    assert written_in_a_turn(Table(awaits_number=True)) == FEW_BYTES
    assert written_in_a_turn(Table()) == BYTES_A_CALL
    assert written_in_a_turn(None) == BYTES_A_CALL


def test_timers_are_looked_at_now_and_then():
    app, still, _ = app_of(Table())
    for us in range(0, 4 * TIMERS_US, TIMERS_US // 5):
        still.us = us
        app.turn()
    assert app.table.times == [0, TIMERS_US, 2 * TIMERS_US, 3 * TIMERS_US]


def test_a_line_comes_after_all_timers_before_it():
    app, still, stream = app_of(Table())
    app.turn()
    stream.data = b"\n"
    still.us = 7
    answered = []
    app._answer = lambda t, line: answered.append((t, list(app.table.times)))  # pyright: ignore
    app.turn()
    assert answered == [(7, [0, 7])]


def test_the_table_has_times_since_boot_though_the_clock_counts_anew():
    app, still, _ = app_of(Table())
    times = [place * (REBASE_US // 2 + 1) for place in range(7)]
    for us in times:
        still.us = us
        app.turn()
    assert app.table.times == times and app.clock.base >= 2 * REBASE_US
