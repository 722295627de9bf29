"""Faults are named with their line and evidence; dirt and a hand for a second are none."""

from shared_core.sensor_health import MISSES, MISSING, NOISY, STUCK_HIGH, STUCK_LOW, SensorHealth
from shared_core.sensor_lines import BALL_A, BALL_B, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX
from shared_core.spin_judge import CLEAN, HEAVY, LIGHT

POCKETS = 37
PITCH_US = 64000


class Wheel:
    """A rotor in order, but for what a test leaves out or adds; time goes in half pitches."""

    def __init__(self, dirt=CLEAN):
        self.health = SensorHealth(POCKETS)
        self.dirt = dirt
        self.levels = bytearray(len(LINES))
        self.t = 0
        self.travel = 0

    def turn(self, marks, without=(), only_each=1, extra=None):
        for mark in range(marks):
            self.t += PITCH_US
            self.travel += 1
            for line in (ROTOR_A, ROTOR_B):
                if line not in without or (only_each > 1 and mark % only_each == 0):
                    self.health.mark(line, self.t + line, PITCH_US // 2, PITCH_US, self.levels)
            if extra is not None:
                for part in range(3):
                    self.health.mark(extra, self.t + 9000 * (part + 1), 1500, PITCH_US, self.levels)
            if self.travel % POCKETS == 0 and ROTOR_INDEX not in without:
                self.health.index(True, self.travel, self.dirt)
            self.health.turned(self.travel, self.levels, self.dirt)

    def found(self):
        return [(LINES[line], kind) for line, kind, _ in self.health.found]


def test_a_wheel_in_order_has_no_fault():
    wheel = Wheel()
    wheel.turn(20 * POCKETS)
    assert wheel.found() == []


def test_a_line_of_marks_that_stays_is_stuck_within_three_turns():
    for line in (ROTOR_A, ROTOR_B):
        for level, kind in ((0, STUCK_LOW), (1, STUCK_HIGH)):
            wheel = Wheel()
            wheel.turn(POCKETS)
            wheel.levels[line] = level
            wheel.turn(3 * POCKETS - 1, without=(line,))
            assert wheel.found() == [(LINES[line], kind)]
            assert wheel.health.distrusted[line]


def test_a_hand_over_a_line_of_marks_for_a_turn_is_no_fault():
    wheel = Wheel()
    wheel.turn(POCKETS + 5)
    wheel.levels[ROTOR_A] = 1
    wheel.turn(POCKETS, without=(ROTOR_A,))
    wheel.levels[ROTOR_A] = 0
    wheel.health.mark(ROTOR_A, wheel.t, POCKETS * PITCH_US, PITCH_US, wheel.levels)
    wheel.turn(5 * POCKETS)
    assert wheel.found() == []


def test_marks_that_are_missing_are_named_and_a_twentieth_is_not():
    wheel = Wheel()
    wheel.turn(3 * POCKETS - 1, without=(ROTOR_B,), only_each=2)
    assert wheel.found() == [("rotor_b", MISSING)]
    wheel = Wheel()
    for _ in range(20):
        wheel.turn(19)
        wheel.turn(1, without=(ROTOR_B,))
    assert wheel.found() == []


def test_noise_is_named_on_its_own_line():
    for line in (ROTOR_A, ROTOR_B):
        wheel = Wheel()
        wheel.turn(POCKETS)
        wheel.turn(2 * POCKETS, extra=line)
        assert wheel.found() == [(LINES[line], NOISY)]


def test_an_index_that_does_not_come_is_told_in_its_second_turn_and_a_fault_by_the_dirt():
    for dirt, told, fault in ((CLEAN, 2, 2), (LIGHT, 2, 3), (HEAVY, 3, 4)):
        wheel = Wheel(dirt)
        wheel.turn(2 * POCKETS)
        found = []
        for turn in range(1, 7):
            wheel.turn(POCKETS + (4 if turn == 1 else 0), without=(ROTOR_INDEX,))
            found.append(wheel.found()[-1:])
        assert found.index([("rotor_index", MISSING)]) + 1 == fault
        if told < fault:
            assert found.index([("rotor_index", MISSES)]) + 1 == told
        assert not any(found[: told - 1])


def test_one_index_that_does_not_come_now_and_then_is_nothing():
    for dirt in (CLEAN, LIGHT, HEAVY):
        wheel = Wheel(dirt)
        for _ in range(6):
            wheel.turn(3 * POCKETS)
            wheel.turn(POCKETS, without=(ROTOR_INDEX,))
        assert wheel.found() == []


def test_what_misses_pulses_is_told_once_and_is_well_again_when_they_come():
    health = SensorHealth(POCKETS)
    for missed in (1, 1, 1):
        health.due(POCKET, missed, True, LIGHT)
    assert [(line, kind) for line, kind, _ in health.found] == [(POCKET, MISSES)]
    assert not health.faulty(POCKET) and not health.distrusted[POCKET] and not health.reliable(POCKET)
    for _ in range(4):
        health.due(POCKET, 0, True, LIGHT)
    assert health.reliable(POCKET)


def test_a_line_that_stays_high_is_stuck_while_the_rotor_goes_on():
    for line in (POCKET, ROTOR_INDEX, BALL_A, BALL_B):
        wheel = Wheel()
        wheel.levels[line] = 1
        wheel.health.rise_travel[line] = 0
        wheel.turn(2 * POCKETS - 1)
        assert wheel.found() == []
        wheel.turn(2)
        assert wheel.found() == [(LINES[line], STUCK_HIGH)]


def test_a_burst_at_a_ball_sensor_is_noise_and_is_not_listened_to():
    health = SensorHealth(POCKETS)
    assert [health.ball(BALL_A, place * 30000) for place in range(6)] == [True] * 4 + [False] * 2
    assert [(line, kind) for line, kind, _ in health.found] == [(BALL_A, NOISY)]


def test_a_noisy_line_is_no_witness_against_its_partner():
    wheel = Wheel()
    wheel.turn(POCKETS)
    wheel.turn(2 * POCKETS, extra=ROTOR_A)
    wheel.turn(2 * POCKETS, without=(ROTOR_B,), only_each=2)
    assert wheel.found() == [("rotor_a", NOISY)]
    health = SensorHealth(POCKETS)
    for place in range(6):
        health.ball(BALL_A, place * 30000)
    assert [(line, kind) for line, kind, _ in health.found] == [(BALL_A, NOISY)]
    assert health.distrusted[BALL_A] and not health.distrusted[BALL_B]


def test_a_ball_sensor_that_misses_what_the_other_sees():
    health = SensorHealth(POCKETS)
    health.due(BALL_B, 1, False, LIGHT)
    assert health.found == []
    health.due(BALL_B, 2, False, LIGHT)
    health.due(BALL_B, 3, False, LIGHT)
    assert [(line, kind) for line, kind, _ in health.found] == [(BALL_B, MISSES), (BALL_B, MISSING)]


def test_a_fault_is_told_once_until_it_is_cleared():
    wheel = Wheel()
    wheel.turn(6 * POCKETS, without=(ROTOR_A,))
    assert len(wheel.health.found) == 1
    wheel.health.clear(ROTOR_A)
    wheel.turn(3 * POCKETS, without=(ROTOR_A,))
    assert len(wheel.health.found) == 2
