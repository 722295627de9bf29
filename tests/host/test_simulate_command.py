"""`tablectl simulate`, as real processes, and how a verdict is compared with the truth."""

import json

import pytest

from host_tools.simulator import RANGES, simulate_spin
from host_tools.simulator.judge import OUTCOMES, judge, outcome
from host_tools.simulator.trace import text
from host_tools.trials import run_trials, summary
from tests.command import tablectl

VALID = {"valid": True, "number": "17", "reason": None, "accept": [], "optional": False, "launch_us": 5_000_000}
VOID = VALID | {"valid": False, "number": None, "reason": "same-direction"}
SHORT = VALID | {"valid": False, "number": None, "reason": "ball-removed", "accept": ["undetermined"]}


def said(number=None, reason=None, drop_us=9_000_000):
    return {
        "valid": number is not None,
        "number": number,
        "reason": reason,
        "drop_us": drop_us,
        "alarm_us": None,
        "rest_us": None,
    }


@pytest.mark.parametrize(
    ("truth", "verdict", "right"),
    [
        (VALID, said("17"), "right"),
        (VALID, said("18"), "wrong"),
        (VALID, said(reason="undetermined"), "undetermined"),
        (VALID, said(reason="sensor-fault"), "sensor-fault"),
        (VALID, said(reason="ball-removed"), "false void"),
        (VOID, said("17"), "wrong"),
        (VOID, said(reason="same-direction"), "right"),
        (VOID, said(reason="too-few-turns"), "misnamed"),
        (VOID, said(reason="undetermined"), "undetermined"),
        (SHORT, said(reason="undetermined"), "excused"),
    ],
)
def test_an_outcome(truth, verdict, right):
    assert outcome(truth, verdict) == right


def test_verdicts_go_to_their_launch():
    second = VALID | {"number": "5", "launch_us": 40_000_000}
    both = [said("17", drop_us=20_000_000), said("5", drop_us=50_000_000)]
    assert [found[0] for found in judge([VALID, second], both)] == ["right", "right"]
    assert [found[0] for found in judge([VALID, second], both[1:])] == ["missing", "right"]
    assert [found[0] for found in judge([SHORT | {"optional": True}, second], both[1:])] == ["right"]
    extra = [*both, said("9", drop_us=60_000_000)]
    assert [found[0] for found in judge([VALID, second], extra)] == ["right", "right", "wrong"]


def test_the_answer_is_one_json_object_and_the_status_says_whether_all_is_right():
    done = tablectl("simulate", "--spins", "6", "--seed", "5", "--extra", "start-high", "--json")
    found = json.loads(done.stdout)
    assert done.stderr == ""
    assert done.returncode == (1 if found["failed"] else 0) == 0
    assert sum(sum(row.values()) for row in found["outcomes"].values()) == 6
    assert all(tuple(row) == OUTCOMES for row in found["outcomes"].values())
    assert set(found["ranges"]) <= set(RANGES)
    assert found["ranges"]["rotor_speed"]["lowest"] <= found["ranges"]["rotor_speed"]["drawn_lowest"]
    assert found["run"]["seed"] == 5 and found["run"]["dirt"] == "none"


def test_the_table_names_outcomes_and_ranges():
    done = tablectl("simulate", "--spins", "3", "--cause", "dealer", "--dirt", "light", "--extra", "offsets")
    for word in ("right", "undetermined", "wrong", "false void", "dealer", "0.15 to 0.7", "3 spins from seed 1"):
        assert word in done.stdout
    assert done.stderr == ""


def test_written_traces_come_with_their_truth_and_again_from_their_seed(tmp_path):
    call = ("simulate", "--dirt", "heavy", "--wheel", "double-zero", "--write")
    tablectl(*call, tmp_path / "all", "--spins", "4", "--seed", "30", "--jobs", "2")
    tablectl(*call, tmp_path / "one", "--spins", "1", "--seed", "32")
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        *(f"spin-{seed}.csv" for seed in range(30, 34)),
        "truth.json",
    ]
    again = (tmp_path / "one" / "spin-32.csv").read_bytes()
    assert again == (tmp_path / "all" / "spin-32.csv").read_bytes()
    assert again.decode() == text(simulate_spin(32, "double-zero", "heavy", cause="mixed").rows)
    truth = json.loads((tmp_path / "all" / "truth.json").read_text())["spin-32"]
    assert truth == json.loads((tmp_path / "one" / "truth.json").read_text())["spin-32"]
    assert truth["wheel"] == "double-zero" and truth["options"] == ["--min-turns", "4"]
    assert truth["spins"][0]["number"] == simulate_spin(32, "double-zero", "heavy", cause="mixed").truth["number"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--fault", "broken"), "stuck-high"),
        (("--fault", "stuck-low:pocket:never"), "bouncing"),
        (("--cause", "zero-zero"), "double-as-single"),
        (("--cause", "dealer", "--fault", "noisy"), "not both"),
        (("--dirt", "muddy"), "heavy"),
        (("--spins", "0"), "--spins"),
        (("--min-turns", "2"), "--min-turns"),
    ],
)
def test_a_wrong_call_says_what_is_right(arguments, word):
    done = tablectl("simulate", *arguments, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr


def test_a_failed_spin_is_listed_with_its_seed():
    right = {"drawn": {}, "extras": (), "faults": [], "truths": [VALID | {"fault": None}]}
    truth = right["truths"][0]
    found = [
        right | {"seed": 1, "judged": [("undetermined", truth, said(reason="undetermined"))]},
        right | {"seed": 2, "judged": [("wrong", truth, said("3"))]},
    ]
    listed = summary(found, spins=2)["failed"]
    assert [(row["seed"], row["outcome"], row["truth"], row["said"]) for row in listed] == [
        (1, "undetermined", "17", "undetermined"),
        (2, "wrong", "17", "3"),
    ]


def test_a_fault_is_counted_as_named_by_line_and_time():
    truth = VALID | {"fault": {"kind": "stuck-high", "line": "ball_a", "limit_us": 9_000_000}}
    trial = {"seed": 1, "drawn": {}, "extras": (), "truths": [truth], "judged": []}
    late, soon = {"t_us": 9_500_000, "line": "ball_a"}, {"t_us": 8_000_000, "line": "ball_a"}
    other = {"t_us": 8_000_000, "line": "pocket"}
    found = [trial | {"faults": told} for told in ([], [late], [soon, late], [other])]
    counted = summary(found, fault="stuck-high:ball_a")["faults"]
    assert counted == {"shown": 4, "named": 2, "in_time": 1, "other_line": 1}


def test_progress_is_told_once_a_spin():
    told = []
    run_trials(3, 1, told=lambda: told.append(1), cause=None, extras=())
    assert len(told) == 3
