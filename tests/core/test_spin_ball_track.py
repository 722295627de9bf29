"""The ball's run: three consistent passes begin it, missed ones do not break it, nothing else counts."""

from shared_core.ball_track import NOTHING, PASSED, REVERSED, STARTED, BallTrack
from shared_core.sensor_lines import default_offsets

TURN_US = 800000


def passes(quarters, direction, turn=TURN_US, slower=10):
    """(sensor, t) of each pass, its angle in quarters of a turn from ball_a; each quarter takes `slower` us more."""
    found = []
    t = 1000000
    for quarter in range(quarters):
        sensor = {0: 0, direction % 4: 1}.get(quarter % 4)
        if sensor is not None:
            found.append((sensor, t))
        t += turn // 4 + quarter * slower
    return found


def run(found):
    track = BallTrack(default_offsets(37))
    return track, [track.pulse(sensor, t) for sensor, t in found]


def test_directions_and_proven_turns():
    for direction in (1, -1):
        track, outcomes = run(passes(41, direction))
        assert outcomes[:3] == [NOTHING, NOTHING, STARTED]
        assert set(outcomes[3:]) == {PASSED}
        assert track.direction == direction and track.certain
        assert track.turns == 10000


def test_missed_passes_are_counted_as_turns():
    found = passes(41, 1)
    track, _ = run([one for place, one in enumerate(found) if place % 5])
    assert track.direction == 1 and 9000 <= track.turns <= 10000


def test_parts_of_a_pulse_and_strange_pulses_do_not_count():
    found = []
    for place, (sensor, t) in enumerate(passes(41, 1)):
        found += [(sensor, t), (sensor, t + 3000)]
        if place == 12:
            found.append((1 - sensor, t + TURN_US // 9))
    track, outcomes = run(found)
    assert track.turns == 10000 and outcomes.count(STARTED) == 1


def test_one_sensor_alone_counts_turns_and_proves_no_direction():
    track, outcomes = run([one for one in passes(41, 1) if one[0] == 0])
    assert STARTED in outcomes and track.direction == 0 and not track.certain
    assert track.turns == 10000


def test_up_to_three_missed_passes_never_feign_a_direction_that_is_certain():
    for direction in (1, -1):
        found = passes(61, direction)
        for bits in [bits for bits in range(1 << 8) if sum([bits >> place & 1 for place in range(8)]) <= 3]:
            seen = [one for place, one in enumerate(found) if place >= 8 or not bits >> place & 1]
            track = BallTrack(default_offsets(37))
            for sensor, t in seen:
                track.pulse(sensor, t)
                assert not track.certain or track.direction == direction, (direction, bits)
            assert track.certain


def test_a_ball_that_is_sent_off_again_is_another_run():
    track, _ = run(passes(41, 1))
    outcomes = [track.pulse(sensor, t + 12000000) for sensor, t in passes(41, -1, turn=500000)]
    assert outcomes.count(STARTED) == 1 and track.direction == -1 and track.turns == 10000


def test_a_slow_ball_has_left_before_its_second_pass_is_due_and_in_dirt_it_takes_more():
    track, _ = run(passes(13, 1, turn=1300000))
    assert track.last_at < track.silent_after(True) < track.last_at + 1400000
    assert track.silent_after(False) > track.last_at + 1400000
    fast, _ = run(passes(13, 1, turn=500000))
    assert fast.silent_after(True) > fast.last_at + 500000


def test_times_may_be_rebased_at_any_time():
    found = passes(41, 1)
    track = BallTrack(default_offsets(37))
    base = 0
    for sensor, t in found:
        track.rebase(100000)
        base += 100000
        track.pulse(sensor, t - base)
    assert track.turns == 10000


def test_a_pass_of_a_sensor_found_noisy_is_taken_back():
    found = passes(41, 1)
    track, _ = run(found[:12])  # the last one at ball_b
    before = (track.turns, track.last_at, track.period_us, track.direction)
    noise = found[12][1] - TURN_US // 20
    assert track.pulse(0, noise) == PASSED
    assert not track.take_back(1, 0) and not track.take_back(0, noise + 1)
    track.rebase(1000)
    assert track.take_back(0, noise - 1000) and not track.take_back(0, 0)
    assert (track.turns, track.last_at + 1000, track.period_us, track.direction) == before
    assert [track.pulse(sensor, t - 1000) for sensor, t in found[13:] if sensor == 1] == [PASSED] * 4
    assert track.turns == 9250


def test_passes_of_one_sensor_make_no_direction_certain():
    track = BallTrack(default_offsets(37))
    track.pulse(0, 900000)  # noise: with the next two it looks like a ball that goes counterclockwise
    for turn in range(10):
        track.pulse(1, 1500000 + turn * TURN_US)
    assert track.direction == -1 and not track.certain and track.turns > 8000


def test_sensors_that_are_exchanged_seem_to_turn_the_ball_round():
    found = passes(41, 1)
    track, _ = run(found[:14])
    outcomes = [track.pulse(1 - sensor, t) for sensor, t in found[14:]]
    assert REVERSED in outcomes[:5] and STARTED not in outcomes


def test_both_sensors_are_due_a_turn_after_the_last_pass_of_a_slow_ball_alone():
    for slower in (0, 5000):
        found = passes(13, 1, turn=1200000, slower=slower)
        for place in range(4, len(found) - 2):
            track, _ = run(found[:place])
            next_of_both = found[place + 1][1]
            assert next_of_both < track.both_due() < next_of_both + 1200000 // 7
    assert run(passes(13, 1))[0].both_due() == 0
    one = [(sensor, t) for sensor, t in passes(21, 1, turn=1200000) if sensor == 0]
    assert run(one)[0].both_due() == 0
