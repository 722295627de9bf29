"""The ball's run: three consistent passes begin it, missed ones do not break it, nothing else counts."""

from shared_core.ball_track import NOTHING, PASSED, STARTED, BallTrack
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
