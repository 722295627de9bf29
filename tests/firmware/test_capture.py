from firmware.capture import Capture
from tests.firmware.fakes import FakePin, FakePinWithoutFlags


class Ticks:
    def __init__(self, now=1000):
        self.now = now

    def __call__(self):
        return self.now


def board(kind=FakePin, levels=(0,) * 8, room=16, start=1000):
    pins = [kind(level) for level in levels]
    ticks = Ticks(start)
    return pins, ticks, Capture(pins, ticks, room)


def drained(capture):
    edges = []
    capture.drain(lambda ticks, line, level: edges.append((ticks, line, level)))
    return edges


def without_heap(function):
    """Calls a function with memory allocation forbidden, where the interpreter can do that."""
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:  # CPython
        return function()
    heap_lock()
    try:
        return function()
    finally:
        heap_unlock()


def test_edges_in_order_with_their_stamps():
    pins, ticks, capture = board()
    ticks.now = 2**30 - 2
    pins[3].change(1)
    ticks.now = 2**30 - 1
    pins[7].change(1)
    pins[0].change(1)
    ticks.now = 5  # the counter has wrapped: stamps are handed on as they are
    pins[3].change(0)
    assert drained(capture) == [(2**30 - 2, 3, 1), (2**30 - 1, 7, 1), (2**30 - 1, 0, 1), (5, 3, 0)]
    assert drained(capture) == []
    assert capture.lost == 0


def test_interrupts_are_hard():
    pins, _, capture = board()
    assert all([pin.hard and pin.handler for pin in pins])
    capture.close()
    assert not any([pin.handler for pin in pins])


def test_lines_that_start_high():
    pins, ticks, capture = board(levels=(0, 1, 0, 0, 0, 0, 0, 1), start=77)
    assert drained(capture) == [(77, 1, 1), (77, 7, 1)]
    ticks.now = 80
    pins[1].change(0)
    assert drained(capture) == [(80, 1, 0)]


def test_the_ring_goes_round():
    pins, ticks, capture = board(room=8)
    for n in range(100):
        ticks.now = n
        pins[n % 2].change(1)
        pins[n % 2].change(0)
        assert drained(capture) == [(n, n % 2, 1), (n, n % 2, 0)]
    assert capture.lost == 0


def test_what_finds_no_room_is_counted_and_levels_go_on_alternating():
    pins, _, capture = board(room=8)
    for _ in range(6):
        pins[0].change(1)
        pins[0].change(0)
    first = drained(capture)
    assert [level for _, _, level in first] == [1, 0, 1, 0, 1, 0, 1]
    assert capture.lost > 0
    lost = capture.lost
    pins[0].change(1)  # told as high already
    pins[0].change(0)
    pins[0].change(1)
    assert [level for _, _, level in drained(capture)] == [0, 1]
    assert capture.lost == lost


def test_a_pulse_that_was_merged_into_one_interrupt():
    for kind in (FakePin, FakePinWithoutFlags):
        for level in (0, 1):
            pins, ticks, capture = board(kind, levels=(level,))
            drained(capture)
            ticks.now = 50
            pins[0].merge = True
            pins[0].change(1 - level)
            pins[0].change(level)
            pins[0].serve()
            assert drained(capture) == [(50, 0, 1 - level), (50, 0, level)], kind


def test_three_merged_edges_leave_the_right_level():
    for kind in (FakePin, FakePinWithoutFlags):
        pins, ticks, capture = board(kind, levels=(0,))
        ticks.now = 50
        pins[0].merge = True
        for level in (1, 0, 1):
            pins[0].change(level)
        pins[0].serve()
        pins[0].merge = False
        pins[0].change(0)
        assert [(line, level) for _, line, level in drained(capture)] == [(0, 1), (0, 0)], kind


def test_a_pin_that_changed_again_before_it_was_read():
    # With flags: one pulse, told once. The second interrupt is that of the falling edge.
    pins, _, capture = board(levels=(0,))
    pins[0].merge = True
    pins[0].change(1)
    pins[0].serve(meanwhile=0)
    assert [level for _, _, level in drained(capture)] == [1, 0]
    # Up and down were merged, and it rose again before the read: that read tells the level, once.
    pins[0].change(1)
    pins[0].change(0)
    pins[0].serve(meanwhile=1)
    pins[0].merge = False
    pins[0].change(0)
    assert [level for _, _, level in drained(capture)] == [1, 0]


def test_levels_always_alternate():
    seed = 1
    for kind in (FakePin, FakePinWithoutFlags):
        pins, _, capture = board(kind, levels=(0, 1), room=64)
        told = [0, 0]
        for _ in range(3000):
            seed = (seed * 1103515245 + 12345) % 2**31
            pin = pins[seed >> 16 & 1]
            pin.merge = seed >> 18 & 1
            pin.change(1 - pin.level)
            if seed >> 20 & 3 == 0:
                pin.serve(meanwhile=seed >> 22 & 1)
            if seed >> 24 & 7 == 0:
                for _, line, level in drained(capture):
                    assert level == 1 - told[line]
                    told[line] = level
        for pin in pins:
            pin.serve()
        for _, line, level in drained(capture):
            told[line] = level
        assert capture.lost == 0
        assert told == [pin.level for pin in pins]


def test_the_handler_allocates_nothing():
    pins, ticks, capture = board(room=8)
    ticks.now = 2**30 - 1

    def pulses():
        for _ in range(6):  # more than there is room for
            pins[2].change(1)
            pins[2].change(0)

    without_heap(pulses)
    assert len(drained(capture)) == 7


def test_a_sink_that_fails_is_not_told_twice():
    pins, _, capture = board()
    pins[0].change(1)
    pins[1].change(1)

    def sink(ticks, line, level):
        raise RuntimeError

    try:
        capture.drain(sink)
    except RuntimeError:
        pass
    assert [line for _, line, _ in drained(capture)] == [1]


def test_room_must_be_a_power_of_two():
    try:
        Capture((), Ticks(), 100)
    except ValueError:
        return
    raise AssertionError("100 was taken")
