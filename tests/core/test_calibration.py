"""The calibration by hand, from edges of a made-up wheel, and the counts of a self-test."""

from shared_core.calibration import CLOCKWISE, COUNTERCLOCKWISE, Calibration
from shared_core.line_stats import LineStats
from shared_core.sensor_lines import BALL_A, BALL_B, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX

PITCH_US = 40000


def rotor_edges(pockets, way, index=0, rotor_b=250, pocket=0, turns=5, missing=()):
    """Edges of a rotor that turns steadily with the ball in pocket 0.

    way: CLOCKWISE or not; index, pocket: thousandths of a turn clockwise of rotor_a; rotor_b: of a pitch; missing:
    marks of rotor_a that do not come.
    """
    edges = []

    def pulse(line, middle):
        edges.append((middle - 3000, line, 1))
        edges.append((middle + 3000, line, 0))

    turn_us = pockets * PITCH_US
    for mark in range(pockets * turns):
        at = 1000000 + mark * PITCH_US
        if mark not in missing:
            pulse(ROTOR_A, at)
        pulse(ROTOR_B, at + way * rotor_b * PITCH_US // 1000)
        if mark % pockets == 5:  # the pocket of 0 passes rotor_a
            pulse(ROTOR_INDEX, at + way * index * turn_us // 1000)
            pulse(POCKET, at + way * pocket * turn_us // 1000)
    return sorted(edges)


def ball_edges(way, ball_b=250, passes=6, start=20000000):
    edges = []
    turn_us = 700000
    t = start
    for _ in range(passes):
        for line, place in ((BALL_A, 0), (BALL_B, ball_b)):
            middle = t + (place if way == CLOCKWISE else (1000 - place) % 1000) * turn_us // 1000
            edges.append((middle - 4000, line, 1))
            edges.append((middle + 4000, line, 0))
        t += turn_us
        turn_us += 20000
    return sorted(edges)


def calibrated(pockets, rotor_way, ball_way, edges, rebase_at=None):
    made = Calibration(pockets, rotor_way, ball_way)
    base = 0
    for place, (t, line, level) in enumerate(edges):
        if place == rebase_at:
            base = t - 5
            made.rebase(base)
        made.edge(t - base, line, level)
    return made


def near(found, wanted, most):
    return abs((found - wanted + 500) % 1000 - 500) <= most


def test_a_wheel_as_it_should_be():
    for pockets in (37, 38):
        for way in (CLOCKWISE, COUNTERCLOCKWISE):
            made = calibrated(pockets, way, -way, rotor_edges(pockets, way) + ball_edges(-way))
            offsets, errors = made.result()
            assert errors == [], errors
            assert dict(made.progress())["done"] is True
            assert near(offsets["rotor_b"], 250, 2) and near(offsets["rotor_index"], 0, 1)
            assert near(offsets["pocket"], 0, 2) and near(offsets["ball_b"], 250, 15), offsets


def test_other_places_are_found():
    for way in (CLOCKWISE, COUNTERCLOCKWISE):
        edges = rotor_edges(37, way, index=5, rotor_b=310, pocket=400) + ball_edges(way, ball_b=180)
        offsets, errors = calibrated(37, way, way, edges).result()
        assert errors == [], errors
        assert near(offsets["rotor_b"], 310, 3) and near(offsets["rotor_index"], 5, 1), offsets
        assert near(offsets["pocket"], 400, 3) and near(offsets["ball_b"], 180, 15), offsets


def test_the_base_of_time_may_move_at_any_edge():
    edges = rotor_edges(37, 1, index=5) + ball_edges(1)
    expected = calibrated(37, 1, 1, edges).result()
    for place in range(0, len(edges), 37):
        assert calibrated(37, 1, 1, edges, rebase_at=place).result() == expected, place


def test_exchanged_wires_are_named():
    way = COUNTERCLOCKWISE
    swap = {ROTOR_A: ROTOR_B, ROTOR_B: ROTOR_A, BALL_A: BALL_B, BALL_B: BALL_A}
    edges = [(t, swap.get(line, line), level) for t, line, level in rotor_edges(37, way) + ball_edges(CLOCKWISE)]
    _, errors = calibrated(37, way, CLOCKWISE, edges).result()
    assert len([error for error in errors if "rotor_a and rotor_b are exchanged" in error]) == 1, errors
    assert len([error for error in errors if "ball_a and ball_b are exchanged" in error]) == 1, errors


def test_another_number_of_pockets_is_named():
    _, errors = calibrated(38, 1, 1, rotor_edges(37, 1) + ball_edges(1)).result()
    assert len(errors) == 1 and errors[0].startswith("rotor_a: 37 marks in a turn, the wheel has 38")
    _, errors = calibrated(37, 1, 1, rotor_edges(37, 1, missing=(60,)) + ball_edges(1)).result()
    assert len(errors) == 1 and errors[0].startswith("rotor_a: 36 marks in a turn")


def test_too_little_is_named():
    _, errors = calibrated(37, 1, 1, rotor_edges(37, 1, turns=2)).result()
    text = " ".join(errors)
    assert "rotor_index: 1 whole turns" in text and "pocket: " in text and "ball_a, ball_b: 0 and 0 passes" in text
    _, errors = Calibration(37, 1, 1).result()
    assert errors


def test_the_self_test_counts_by_line():
    stats = LineStats(8)
    for t, level in ((1000000, 1), (1005000, 0), (1500000, 1), (1507000, 0), (1600000, 1), (1600100, 0)):
        stats.edge(t, POCKET, level)
    stats.edge(1700000, 6, 1)
    told = dict(stats.line(POCKET, 3000000))
    assert told["pulses"] == 2 and told["per_minute"] == 40 and told["glitches"] == 1
    assert (told["shortest_us"], told["longest_us"], told["level"]) == (5000, 7000, 0)
    assert dict(stats.line(6, 3000000))["level"] == 1
    stats.rebase(500000)
    assert dict(stats.line(POCKET, 2500000)) == told
    stats.reset(2500000)
    assert dict(stats.line(POCKET, 3500000))["pulses"] == 0
