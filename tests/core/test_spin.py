"""The sample traces come out as their truth says, at every point in time only from what came before."""

import json

from shared_core import wheel as wheels
from shared_core.sensor_lines import LINES
from shared_core.spin import SpinTracker

TRACES = "tests/traces/"
MIN_TURNS = 4
VERDICTS = ("number", "void", "undetermined")


def truth():
    with open(TRACES + "truth.json") as file:
        return json.load(file)


def rows(name):
    """Yields (t, line number, level) of a sample trace; it is never held as a whole."""
    with open(TRACES + name + ".csv") as file:
        file.readline()
        for text in file:
            t, line, level = text.split(",")
            yield int(t), LINES.index(line), int(level)


def verdicts(tracker):
    return [event for event in tracker.take() if event[0] in VERDICTS]


def run(name, wheel, until=None):
    """(tracker, verdict events, time of the last row) of a sample trace, or of its rows up to a time."""
    tracker = SpinTracker(wheel, MIN_TURNS)
    found = []
    t = 0
    for t, line, level in rows(name):
        tracker.edge(t, line, level)
        found += verdicts(tracker)
        if until is not None and t >= until:
            break
    return tracker, found, t


def test_sample_traces_come_out_as_their_truth_says():
    samples = truth()
    for name in sorted(samples):
        expected = samples[name]
        tracker, found, _ = run(name, expected["wheel"])
        assert len(found) == 1, (name, found)
        if expected["valid"]:
            assert found[0][0] == "number" and wheels.name(found[0][2]) == expected["number"], (name, found)
        else:
            assert found[0][0] == "void" and found[0][2] == expected["reason"], (name, found)
        measured = dict(tracker.measures())
        assert measured["ball_direction"] == expected["ball_direction"], name
        assert measured["rotor_direction"] == expected["rotor_direction"], name
        proven, true = measured["ball_turns_milli"], int(expected["ball_turns_true"] * 1000)
        assert true - 1500 <= proven <= true, (name, proven)
        for key in ("drop_us", "rest_us"):
            told, right = measured[key], expected[key]
            assert (told is None) == (right is None), (name, key)
            assert told is None or abs(told - right) < 2000000, (name, key, told)


def test_an_alarm_is_the_same_on_the_trace_cut_at_the_next_row():
    samples = truth()
    for name in sorted(samples):
        wheel = samples[name]["wheel"]
        _, whole, _ = run(name, wheel)
        _, cut, _ = run(name, wheel, whole[0][1] + 1)
        assert cut == whole, name
        _, before, last = run(name, wheel, whole[0][1] - 2 * 200000)
        assert before == [] and last < whole[0][1], name


def test_a_number_is_told_when_its_second_turn_is_over_and_nothing_else_came_by():
    _, plain, _ = run("valid-single", "single-zero")
    third = [t for t, line, level in rows("valid-single") if LINES[line] == "pocket" and level][-2]
    second = [t for t, line, level in rows("valid-single") if LINES[line] == "pocket" and level][-3]
    assert plain[0][0] == "number" and second < third - 1000000 < plain[0][1] < third + 100000
    tracker = SpinTracker("single-zero", MIN_TURNS)
    found = []
    for t, line, level in rows("valid-single"):
        if t > second + 1000000:
            for at, up in ((second + 1000000, 1), (second + 1020000, 0)):  # another thing, seen for the first time
                tracker.edge(at, LINES.index("pocket"), up)
            second = t + 60000000
        tracker.edge(t, line, level)
        found += verdicts(tracker)
    assert found == []


def test_double_zero_used_as_single_makes_zero_zero_no_spin():
    tracker, found, _ = run("valid-bouncing", "double-as-single")
    assert [(event[0], event[2]) for event in found] == [("void", "zero-zero")]
    assert tracker.verdict() == "zero-zero"


def test_the_dealers_no_spin_stands_and_nothing_comes_after_it():
    tracker = SpinTracker("single-zero", MIN_TURNS)
    found = []
    pressed = False
    for t, line, level in rows("valid-single"):
        if t >= 5000000 and not pressed:
            tracker.dealer_no_spin(5000000)
            pressed = True
        tracker.edge(t, line, level)
        found += verdicts(tracker)
    assert found == [("void", 5000000, "dealer")]


def test_no_number_is_told_without_a_ball_run():
    tracker = SpinTracker("single-zero", MIN_TURNS)
    for t, line, level in rows("valid-single"):
        if LINES[line] not in ("ball_a", "ball_b"):
            tracker.edge(t, line, level)
    assert not tracker.take() and tracker.verdict() is None


def test_moving_the_base_of_time_changes_no_verdict():
    tracker = SpinTracker("single-zero", MIN_TURNS)
    base = 0
    found = []
    for t, line, level in rows("valid-glitches"):
        if t - base >= 700000:
            tracker.rebase(700000)
            base += 700000
        tracker.edge(t - base, line, level)
        found += [(event[0], event[1] + base, event[2]) for event in verdicts(tracker)]
    _, plain, _ = run("valid-glitches", "single-zero")
    assert found == plain


def test_events_come_in_the_order_of_a_spin():
    tracker = SpinTracker("single-zero", MIN_TURNS)
    names = []
    for t, line, level in rows("valid-single"):
        tracker.edge(t, line, level)
        names += [event[0] for event in tracker.take() if event[0] != "pass"]
    assert names == ["ball", "drop", "number", "over"]


def test_each_pass_is_told_with_speed_and_place():
    tracker = SpinTracker("single-zero", MIN_TURNS)
    passes = []
    for t, line, level in rows("valid-single"):
        tracker.edge(t, line, level)
        passes += [event for event in tracker.take() if event[0] == "pass"]
    assert len(passes) > 20, "some ten turns, two sensors"
    times = [t for _, t, _, _, _ in passes]
    assert times == sorted(times)
    for i in range(len(passes) - 1):
        (_, t, speed, place, _), (_, after, _, other, direction) = passes[i : i + 2]
        assert {place, other} == {0, 250} and direction in (0, 1)
        if direction:
            gone = (other - place) % 1000
            assert abs(speed * (after - t) // 1000000 - gone) < 60, "the ball comes where its speed says"
    speeds = [speed for _, _, speed, _, _ in passes]
    assert 500 < speeds[-1] < speeds[2] < 2500
