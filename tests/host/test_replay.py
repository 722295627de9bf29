"""`tablectl replay` to the letter of DESIGN."""

import json
from pathlib import Path

import pytest

from host_tools.replay import replay_rows
from host_tools.trace import read_trace
from tests.command import tablectl

TRACES = Path(__file__).parent.parent / "traces"
TRUTH = json.loads((TRACES / "truth.json").read_text())
KEYS = ["valid", "number", "reason", "ball_turns", "ball_direction", "rotor_direction"]
KEYS += ["alarm_us", "drop_us", "rest_us"]


def trace(name):
    return str(TRACES / f"{name}.csv")


@pytest.mark.parametrize("name", TRUTH)
def test_a_sample_trace_replays_as_its_truth_says(name):
    truth = TRUTH[name]
    options = ["--rules", truth["rules"], "--wheel", truth["wheel"], *truth["options"]]
    done = tablectl("replay", trace(name), *options, "--json")
    assert done.returncode == 0 and done.stderr == ""
    (spin,) = json.loads(done.stdout)["spins"]
    assert list(spin) == KEYS
    assert {key: spin[key] for key in ("valid", "number", "reason")} == {
        key: truth[key] for key in ("valid", "number", "reason")
    }
    assert (spin["alarm_us"] is None) == truth["valid"]


def test_without_rules_it_is_single_zero_and_no_minimum():
    done = tablectl("replay", trace("valid-single"), "--json")
    assert json.loads(done.stdout)["spins"][0]["number"] == "28"
    done = tablectl("replay", trace("too-few-turns"), "--wheel", "double-zero", "--json")
    assert json.loads(done.stdout)["spins"][0]["valid"] is True


def test_a_file_that_cannot_be_read_costs_only_itself():
    done = tablectl("replay", "none.csv", trace("valid-single"), "--json")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1 and "none.csv" in first["error"] and second["spins"][0]["valid"]
    done = tablectl("replay", "none.csv", str(TRACES), trace("valid-single"))
    assert done.returncode == 1 and "number 28" in done.stdout
    assert done.stderr.splitlines() == [
        "tablectl: none.csv: cannot be read (No such file or directory): name a trace file",
        f"tablectl: {TRACES}: cannot be read (Is a directory): name the trace files in it",
    ]


def test_a_sentence_a_spin_without_json():
    done = tablectl("replay", trace("valid-single"), trace("same-direction"))
    assert "number 28" in done.stdout and "no spin, same-direction" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--zero-rule", "half"], "--zero-rule"),
        (["--rules", "new-zealand", "--zero-rule", "half"], "--zero-rule"),
        (["--rules", "new-jersey", "--min-turns", "3"], "--min-turns"),
        (["--rules", "french"], "--rules"),
        (["--settings", "none.json"], "--settings"),
        (["--settings", "none.json", "--rules", "new-jersey"], "--rules"),
        (["--min-turns", "-1"], "--min-turns"),
    ],
)
def test_a_wrong_call_names_the_option(arguments, named):
    done = tablectl("replay", trace("valid-single"), *arguments)
    assert done.returncode == 2 and done.stdout == "" and named in done.stderr


def test_settings_state_rulebook_wheel_and_offsets(tmp_path):
    path = tmp_path / "table.json"
    path.write_text('{"table": "T1", "rules": "new-zealand"}')
    done = tablectl("replay", trace("valid-single"), "--settings", str(path), "--json")
    assert json.loads(done.stdout)["spins"][0]["number"] == "28"


def _joined(*names, pause_us=3_000_000):
    """The rows of several sample traces, one after the other, the rotor going on as if nothing had been."""
    rows, start = [], 5_000_000_000
    for name in names:
        part = read_trace(TRACES / f"{name}.csv")
        levels = {}
        for t, line, level in part:
            rows.append((start + t, line, level))
            levels[line] = level
        start = rows[-1][0] + pause_us
        rows += [(start, line, 0) for line, level in levels.items() if level]
        start += 1000
    return rows


def test_several_spins_in_one_trace():
    rows = _joined("valid-single", "same-direction", "ball-removed", "valid-glitches")
    spins = replay_rows(rows, min_turns=4)["spins"]
    told = [spin["number"] or spin["reason"] for spin in spins]
    assert told == ["28", "same-direction", "ball-removed", "33"]
    alone = replay_rows(read_trace(TRACES / "same-direction.csv"), min_turns=4)["spins"][0]
    began = 5_000_000_000 + read_trace(TRACES / "valid-single.csv")[-1][0] + 3_001_000
    assert spins[1]["alarm_us"] - began == pytest.approx(alone["alarm_us"], abs=300_000)


def test_an_undetermined_spin_says_why(tmp_path):
    whole = read_trace(TRACES / "valid-single.csv")
    rows = [row for row in whole if row[0] < 13_000_000]  # the ball has left the track and is not in a pocket yet
    rows += [(13_000_000 + t, line, level) for t, line, level in whole]
    first, second = replay_rows(rows)["spins"]
    why = "another ball run began before the spin was decided"
    assert (first["reason"], first["why"]) == ("undetermined", why)
    assert second["valid"] and "why" not in second
    path = tmp_path / "stopped.csv"
    rows = [row for row in whole if row[0] < 16_000_000] + [(99_000_000, "no_spin", 1)]
    path.write_text("t_us,line,level\n" + "".join(f"{t},{line},{level}\n" for t, line, level in rows))
    assert ": undetermined: the rotor stopped before the reads agreed;" in tablectl("replay", path).stdout


def test_the_dealers_button_is_no_spin():
    rows = [*read_trace(TRACES / "valid-single.csv"), (6_000_000, "no_spin", 1), (6_150_000, "no_spin", 0)]
    rows += [(2_000_000, "no_spin", 1), (2_000_100, "no_spin", 0)]
    rows.sort()
    (spin,) = replay_rows(rows)["spins"]
    assert spin["reason"] == "dealer" and spin["alarm_us"] == 6_000_200 and not spin["valid"]
    cut = [row for row in rows if row[0] <= next(t for t, *_ in rows if t > spin["alarm_us"])]
    assert replay_rows(cut)["spins"][0]["alarm_us"] == spin["alarm_us"]


@pytest.mark.parametrize("name", TRUTH)
def test_no_cut_gives_another_verdict(name):
    truth, rows = TRUTH[name], read_trace(TRACES / f"{name}.csv")
    whole = replay_rows(rows, truth["wheel"], 4)["spins"][0]
    for last in range(1, len(rows), 37):
        for spin in replay_rows(rows[:last], truth["wheel"], 4)["spins"]:
            assert spin["reason"] == "undetermined" or (spin["number"], spin["reason"], spin["alarm_us"]) == (
                whole["number"],
                whole["reason"],
                whole["alarm_us"],
            )
