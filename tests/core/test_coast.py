"""A rotor that coasts, made of its equation of motion, and what is told of it."""

from shared_core.coast import FEWEST, KEPT, UNEVEN, Coast, drift
from shared_core.sensor_lines import ROTOR_A, ROTOR_INDEX

POCKETS = 37


def edges(speed, friction, turns, off=None, hand_at=None):
    """(t, line, level) of a rotor at `speed` turns/s that loses `friction` turns/s a second. off: {pocket: thousandths
    of a pitch} by which its mark sits elsewhere; hand_at: turn at which a hand speeds it up again."""
    rows = []
    t = 1.0
    for mark in range(turns * POCKETS + 1):
        if hand_at is not None and mark == hand_at * POCKETS:
            speed *= 1.5
        shift = (off or {}).get(mark % POCKETS, 0) / 1000
        pitch_s = 1 / (POCKETS * speed)
        at = t + shift * pitch_s
        width = pitch_s / 4
        rows.append((at - width, ROTOR_A, 1))
        rows.append((at + width, ROTOR_A, 0))
        if mark % POCKETS == 0:
            rows.append((at - width / 2, ROTOR_INDEX, 1))
            rows.append((at + width / 2, ROTOR_INDEX, 0))
        t += pitch_s * (1 + friction * pitch_s / speed / 2)
        speed -= friction * pitch_s
    return [(int(at * 1000000), line, level) for at, line, level in sorted(rows)]


def found(rows):
    coast = Coast(POCKETS)
    told = []
    for row in rows:
        coast.edge(*row)
        pairs = coast.take()
        if pairs is not None:
            told.append(dict(pairs))
    return told


def near(value, wanted, share):
    return abs(value - wanted) <= wanted * share


def test_friction_and_speed_are_those_of_the_rotor():
    for speed, friction in ((0.6, 0.004), (0.4, 0.001), (0.3, 0.0005)):
        told = found(edges(speed, friction, 8))
        assert len(told) >= 3
        for one in told:
            assert near(one["friction"], friction * 1000000, 0.1), (speed, friction, one)
            assert one["uneven"] <= 3 and one["speed_milli"] < speed * 1000


def test_a_mark_out_of_place_is_seen():
    told = found(edges(0.5, 0.002, 8, off={11: 120}))
    assert told and all([near(one["uneven"], 120, 0.1) for one in told])


def test_a_hand_on_the_rotor_begins_the_measure_anew():
    assert found(edges(0.4, 0.002, 4)) == []
    assert len(found(edges(0.4, 0.002, 9))) > 3
    assert len(found(edges(0.4, 0.002, 9, hand_at=4))) == 1, "only what coasts after it"


def test_lines_that_do_not_fit_tell_nothing():
    rows = edges(0.4, 0.002, 9)
    assert found([row for row in rows if row[1] != ROTOR_INDEX]) == []
    assert found([row for n, row in enumerate(rows) if n % 40 > 1]) == [], "marks are missing"
    assert found([row for row in rows if row[1] != ROTOR_A]) == []


def test_a_drift_is_named_against_this_tables_own_history():
    usual = [[10, 1000], [12, 1100], [11, 900]]
    assert drift(usual, 12, 1000) == [] and len(usual) == FEWEST <= KEPT
    assert drift(usual[:2], 500, 5000) == [], "two inspections are no history"
    uneven = drift(usual, 12 + UNEVEN, 1000)
    assert len(uneven) == 1 and "uneven" in uneven[0]
    for friction, word in ((1600, "more friction"), (600, "less friction")):
        told = drift(usual, 11, friction)
        assert len(told) == 1 and word in told[0] and "usual here is 1000" in told[0]
