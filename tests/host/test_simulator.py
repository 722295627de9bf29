"""The wheel simulator against DESIGN, "The sensors": an independent, simple reading of clean traces, and statistics."""

import ast
import hashlib
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from host_tools.simulator import (
    CAUSES,
    EXTRAS,
    LINES,
    RANGES,
    dirt,
    faults,
    simulate_session,
    simulate_spin,
    write_trace,
)
from host_tools.simulator.motion import Motion
from host_tools.simulator.physics import track_friction
from host_tools.simulator.trace import text
from host_tools.trace import read_trace
from shared_core import wheel as wheels
from tests.simulated import clean, middles, pulses, round_count

SIMULATOR = Path("host_tools/simulator")
DIRECTIONS = ("clockwise", "counterclockwise")


def at_zero(rows):
    """Lines that are high at the start, as levels (a row at 0), or by their first row alone."""
    first = {}
    for t, line, level in rows:
        first.setdefault(line, (t, level))
    return first


# -- the geometry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wheel", wheels.WHEELS)
def test_counting_marks_from_the_index_reads_the_true_number(wheel):
    order = wheels.pockets(wheel)
    seen = set()
    for seed in range(40):
        spin = clean(seed, wheel=wheel)
        truth = spin.truth
        if not truth["valid"]:
            continue
        marks, index = middles(spin.rows, "rotor_a"), middles(spin.rows, "rotor_index")
        ball = next(t for t in middles(spin.rows, "pocket") if t > truth["rest_us"] + 200_000)
        zero = max(t for t in index if t < ball)
        passed = round_count(marks, zero, ball)
        step = 1 if truth["rotor_direction"] == "counterclockwise" else -1
        assert wheels.name(order[step * passed % len(order)]) == truth["number"], seed
        seen.add(truth["rotor_direction"])
    assert seen == set(DIRECTIONS)


@pytest.mark.parametrize("wheel", wheels.WHEELS)
def test_the_index_comes_once_a_turn_with_a_mark(wheel):
    for seed in range(10):
        spin = clean(seed, wheel=wheel)
        marks, index = middles(spin.rows, "rotor_a"), middles(spin.rows, "rotor_index")
        assert len(index) >= 7
        for one, then in pairwise(index):
            assert round_count(marks, one, then) == len(wheels.pockets(wheel))
            pitch = (then - one) / len(wheels.pockets(wheel))
            assert min(abs(mark - one) for mark in marks) < 0.02 * pitch


def test_rotor_b_is_a_quarter_pitch_clockwise_of_rotor_a():
    for seed in range(20):
        spin = clean(seed)
        a, b = middles(spin.rows, "rotor_a"), middles(spin.rows, "rotor_b")
        here = a[len(a) // 2]
        pitch = a[len(a) // 2 + 1] - here
        after = (min(t for t in b if t > here) - here) / pitch
        # a clockwise rotor meets the reader first, then what is clockwise of it
        expected = 0.25 if spin.truth["rotor_direction"] == "clockwise" else 0.75
        assert abs(after - expected) < 0.01


def test_ball_b_is_a_quarter_turn_clockwise_of_ball_a():
    for seed in range(20):
        spin = clean(seed)
        a, b = middles(spin.rows, "ball_a"), middles(spin.rows, "ball_b")
        share = (min(t for t in b if t > a[0]) - a[0]) / (a[1] - a[0])
        expected = 0.25 if spin.truth["ball_direction"] == "clockwise" else 0.75
        assert abs(share - expected) < 0.03  # the ball slows within the turn


def test_other_offsets_move_the_pulses_by_as_much():
    for seed in range(10):
        usual, moved = clean(seed), clean(seed, extras=("offsets",))
        assert moved.offsets != usual.offsets and moved.truth == usual.truth
        way = 1 if usual.truth["ball_direction"] == "clockwise" else -1
        before, after = middles(usual.rows, "ball_a"), middles(moved.rows, "ball_a")
        turn = before[1] - before[0]
        later = way * (moved.offsets["ball_a"] - usual.offsets["ball_a"]) / 1e6 % 1
        place = min(((t - before[0]) / turn % 1 for t in after[:2]), key=lambda share: abs(share - later))
        assert abs(place - later) < 0.06


def test_the_ball_is_on_the_track_or_in_the_pockets():
    for seed in range(60):
        spin = clean(seed)
        truth = spin.truth
        passes = sorted(middles(spin.rows, "ball_a") + middles(spin.rows, "ball_b"))
        assert truth["launch_us"] < passes[0] and passes[-1] < truth["drop_us"] < truth["rest_us"]
        assert all(t > truth["land_us"] for t in middles(spin.rows, "pocket"))
        turns = len(passes) / 2
        assert truth["ball_turns_true"] - 1 <= turns <= truth["ball_turns_true"] + 1
        assert 8 <= truth["ball_turns_true"] <= 20
        at_rest = [t for t in middles(spin.rows, "pocket") if t > truth["rest_us"]]
        assert len(at_rest) >= 6
        assert at_rest[0] - truth["rest_us"] <= truth["rotor_turn"] * 1.02e6


def test_ball_and_rotor_only_slow_down():
    for seed in range(30):
        spin = clean(seed)
        for line in ("ball_a", "rotor_index"):
            turns = [then - one for one, then in pairwise(middles(spin.rows, line))]
            assert all(then > one for one, then in pairwise(turns)), line
        index = middles(spin.rows, "rotor_index")
        assert 0.1e6 < 1e12 / (index[1] - index[0]) < 0.7e6


def test_a_valid_spins_bounces_never_look_like_rest():
    for seed in range(150):
        spin = simulate_spin(seed, extras=("long-bounce",))
        truth = spin.truth
        reads = [p for p in pulses(spin.rows, "pocket") if p[1] - p[0] > 4_000 and p[1] < truth["rest_us"]]
        marks = middles(spin.rows, "rotor_a")
        for one, then in pairwise(reads):
            assert round_count(marks, sum(one) / 2, sum(then) / 2) != 37, seed


# -- the physics -----------------------------------------------------------------------------------------------------


def test_track_friction_takes_the_stated_turns():
    for turns, speed, drop_speed in ((8, 1.2, 0.6), (20, 2.5, 0.5), (13, 1.9, 0.75)):
        friction = track_friction(speed, drop_speed, turns, 0.3, 0.4)
        motion = Motion(0.0, 0.0, -speed)
        motion.coast_to(drop_speed, friction)
        assert abs(motion.angle_end + turns) < 0.01 * turns
        assert abs(motion.speed_end + drop_speed) < 1e-6


def test_motion_finds_when_it_passes_an_angle_also_when_it_turns_round():
    motion = Motion(2.0, 0.3, 0.5)
    motion.run(3.0)
    motion.reach(-0.4, 2.0)
    motion.run(4.0)
    times = motion.crossings(0.1, 0.25)
    assert times == sorted(times) and len(times) > 8
    for t in times:
        away = (motion.angle(t) - 0.1) % 0.25
        assert min(away, 0.25 - away) < 1e-9
    steps = [motion.angle(2.0 + k * 0.001) for k in range(9001)]
    met = sum((one - 0.1) // 0.25 != (then - 0.1) // 0.25 for one, then in pairwise(steps))
    assert len(times) == met
    assert motion.passing(1.0, 2.0) == pytest.approx(4.0)


def test_draws_cover_their_ranges_and_keep_to_them():
    drawn = {}
    for seed in range(120):
        for extras in (("long-bounce",), ("hand", "power-on-ball")):
            spin = simulate_spin(seed, extras=extras, fault="rotor-stopped", buttons=True)
            for name, value in spin.drawn.items():
                drawn.setdefault(name, []).append(value)
    assert set(drawn) == set(RANGES)
    for name, values in drawn.items():
        low, high, _meaning = RANGES[name]
        shortened = 0.1 if name.endswith("bounce") else 1  # a bounce may be cut where no draw of it is fair
        assert low * shortened <= min(values) and max(values) <= high, name
        if name != "ball_speed":
            assert min(values) < low + 0.1 * (high - low), name
            assert max(values) > high - 0.1 * (high - low), name


# -- the trace -------------------------------------------------------------------------------------------------------


def every_kind():
    yield "plain", simulate_spin(5)
    for extra in EXTRAS:
        yield extra, simulate_spin(6, "double-zero", "heavy", extras=(extra,))
    for cause in CAUSES:
        yield cause, simulate_spin(7, "double-as-single", "light", cause=cause, buttons=True)
    for fault in faults.names()[::4]:
        yield fault, simulate_spin(8, "single-zero", "heavy", fault)
    yield "session", simulate_session(9, 3, dirt="heavy", fault="noisy:ball_a:late")


def test_every_trace_is_one_that_the_tools_read(tmp_path):
    for name, spin in every_kind():
        path = tmp_path / "trace.csv"
        write_trace(path, spin.rows)
        assert read_trace(path) == spin.rows, name
        assert spin.rows[-1][0] < spin.end_us


def test_traces_go_on_long_enough():
    for seed in range(30):
        for cause in (None, "too-few-turns", "ball-removed"):
            spin = simulate_spin(seed, cause=cause, extras=())
            truth = spin.truth
            index = [t for t in middles(spin.rows, "rotor_index") if t > (truth["rest_us"] or truth["drop_us"])]
            assert len(index) >= (5 if cause == "ball-removed" else 7)


def test_a_seed_is_the_same_bytes_also_in_another_process():
    calls = ("5, dirt='heavy'", "'a/1', cause='mixed'", "9, fault='missing', dirt='light'")
    for call in calls:
        here = eval(f"simulate_spin({call})")
        code = (
            "import hashlib; from host_tools.simulator import simulate_spin; "
            "from host_tools.simulator.trace import text; "
            f"print(hashlib.sha256(text(simulate_spin({call}).rows).encode()).hexdigest())"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == hashlib.sha256(text(here.rows).encode()).hexdigest()


def test_seeds_differ_and_dirt_does_not_change_what_happened():
    assert len({text(clean(seed).rows) for seed in range(20)}) == 20
    for seed in range(10):
        truths = [clean(seed, dirt=level).truth for level in dirt.LEVELS]
        assert truths[0] == truths[1] == truths[2]


def test_numbers_and_directions_are_drawn_evenly():
    truths = [clean(seed).truth for seed in range(370)]
    counts = [sum(truth["number"] == str(n) for truth in truths) for n in range(37)]
    chi_square = sum((count - 10) ** 2 / 10 for count in counts)
    assert chi_square < 68  # 36 degrees of freedom: 1 in 1,000
    assert 150 < sum(truth["rotor_direction"] == "clockwise" for truth in truths) < 220


def test_lines_that_start_high_show_it_by_their_first_fall():
    silent = 0
    for seed in range(30):
        told = at_zero(simulate_spin(seed, extras=()).rows)
        untold = at_zero(simulate_spin(seed, extras=("start-high",)).rows)
        for line, (t, level) in told.items():
            if t == 0:
                assert level == 1
                assert untold[line][1] == 0 and untold[line][0] > 0
                silent += 1
            else:
                assert untold[line] == (t, level)
    assert silent > 10


# -- dirt ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "rate", "missed"), [("light", 10, 0.01), ("heavy", 30, 0.05)])
def test_dirt_keeps_to_its_numbers(level, rate, missed):
    seconds = glitches = whole = left = 0
    for seed in range(25):
        spoiled, plain = clean(seed, dirt=level), clean(seed)
        seconds += plain.end_us / 1e6
        for line in LINES:
            glitches += sum(fall - rise < 200 for rise, fall in pulses(spoiled.rows, line))
        # a glitch in a pulse leaves two parts, and merged marks leave one: count marks by what is seen of each
        seen = pulses(spoiled.rows, "rotor_a")
        falls = [fall for rise, fall in seen if fall - rise > 1_000]
        rises = [rise for rise, fall in seen if fall - rise > 1_000]
        for rise, fall in pulses(plain.rows, "rotor_a"):
            middle = (rise + fall) // 2
            whole += 1
            left += covered(rises, falls, middle)
    assert rate * 0.6 < glitches / seconds < rate * 1.05  # those within pulses turn up as gaps, not as pulses
    assert missed * 0.7 < 1 - left / whole < missed * 1.3 + 0.01 * (level == "heavy")


def covered(rises, falls, t):
    """Whether a pulse is there within 3 ms of t: a split or a glitch may be just there."""
    return any(rise - 3_000 <= t <= fall + 3_000 for rise, fall in zip(rises, falls, strict=True))


def test_only_heavy_dirt_merges_and_splits():
    def odd(level):
        merged = split = 0
        for seed in range(25):
            usual = pulses(clean(seed).rows, "rotor_a")
            longest = max(fall - rise for rise, fall in usual)
            spoiled = [p for p in pulses(clean(seed, dirt=level).rows, "rotor_a") if p[1] - p[0] > 1_000]
            merged += sum(fall - rise > 1.6 * longest for rise, fall in spoiled)
            gaps = [then[0] - one[1] for one, then in pairwise(spoiled)]
            split += sum(250 < gap < 0.2 * longest for gap in gaps)
        return merged, split

    merged, split = odd("light")
    assert merged == 0 and split <= 2  # two glitches may meet
    merged, split = odd("heavy")
    assert merged > 20 and split > 20


# -- the package -----------------------------------------------------------------------------------------------------


def test_the_simulator_knows_nothing_of_the_tracker():
    imported = set()
    for path in SIMULATOR.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                imported |= {f"{node.module}.{name.name}" for name in node.names}
            elif isinstance(node, ast.Import):
                imported |= {name.name for name in node.names}
    ours = {name for name in imported if name.split(".")[0] in ("shared_core", "host_tools", "firmware")}
    assert ours == {"shared_core.wheel"}
