from firmware.clock import Clock

WRAP = 2**30  # as on a Pico, whatever the board at hand does
MINUTE = 60 * 1000000


class Ticks:
    def __init__(self, true=0):
        self.true = true

    def __call__(self):
        return self.true % WRAP


def diff(end, start):
    return (end - start + WRAP // 2) % WRAP - WRAP // 2


def test_goes_on_over_the_wrap():
    for start in (0, 1, WRAP - 1, WRAP - 5 * MINUTE, 12345678):
        ticks = Ticks(start)
        clock = Clock(ticks, diff)
        assert clock.now() == 0
        for minutes in range(8, 100, 8):
            ticks.true = start + minutes * MINUTE
            assert clock.now() == minutes * MINUTE
            assert clock.since_boot(clock.now()) == minutes * MINUTE


def test_a_microsecond_at_a_time_over_the_wrap():
    ticks = Ticks(WRAP - 3)
    clock = Clock(ticks, diff)
    seen = []
    for _ in range(6):
        ticks.true += 1
        seen.append(clock.now())
    assert seen == [1, 2, 3, 4, 5, 6]


def test_stamps_before_and_after_the_last_reading():
    ticks = Ticks(WRAP - 1000)
    clock = Clock(ticks, diff)
    ticks.true += 2000
    assert clock.now() == 2000
    assert clock.at(WRAP - 1) == 999
    assert clock.at(0) == 1000
    assert clock.at(1500) == 2500
    assert clock.at((WRAP + 1000 + 8 * MINUTE) % WRAP) == 2000 + 8 * MINUTE


def test_rebase_keeps_times_small():
    ticks = Ticks(777)
    clock = Clock(ticks, diff)
    moved = 0
    for minutes in range(5, 24 * 60, 5):
        ticks.true = 777 + minutes * MINUTE
        us = clock.now()
        assert 0 <= us < 2**30
        assert clock.since_boot(us) == minutes * MINUTE
        by = clock.rebase()
        assert by == us
        moved += by
        assert clock.base == moved
        assert clock.now() == 0
        assert clock.at(ticks()) == 0


def test_with_the_boards_own_ticks():
    import time

    if not hasattr(time, "ticks_us"):  # CPython
        return
    clock = Clock(time.ticks_us, time.ticks_diff)
    first = clock.now()
    time.sleep_ms(2)
    passed = clock.now() - first
    assert 1000 < passed < 1000000
