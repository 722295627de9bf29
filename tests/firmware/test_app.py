from firmware.app import App
from firmware.lines import BYTES_A_CALL, FEW_BYTES, LineReader, LineWriter
from tests.firmware.fakes import FakeStream


class Still:
    """Clock, inputs and journal of a board on which nothing happens."""

    lost = 0
    noisy = None

    def now(self):
        return 0

    def since_boot(self, us):
        return us

    def take(self, order, checking):
        return 0

    def look(self):
        pass

    level = look


class Table:
    def __init__(self, live, under):
        self.live = live
        self.under = under

    def time(self, t):
        pass

    def take(self):
        return ()


def written_in_a_turn(table):
    stream, still = FakeStream(), Still()
    writer = LineWriter(stream, stream)
    writer.event(bytes(1000))
    app = App(still, LineReader(stream, stream), writer, None, still)
    app.inputs = still
    app.table = table
    app.turn()
    return len(stream.written)


def test_few_bytes_are_written_while_a_number_is_awaited():
    """Each keeps the turn that reads the number from its display, by a tenth of a millisecond of a Pico."""
    assert written_in_a_turn(Table(True, "no-more-bets")) == FEW_BYTES
    assert written_in_a_turn(Table(True, "ball-in-rim")) == BYTES_A_CALL
    assert written_in_a_turn(Table(False, "no-more-bets")) == BYTES_A_CALL
    assert written_in_a_turn(None) == BYTES_A_CALL
