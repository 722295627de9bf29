"""Many simulated spins through the spin tracker, and what became of them: `tablectl simulate`.

Spin n of a run has the seed of the run plus n, so that any spin is run again alone by its own seed.
"""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from host_tools.errors import ToolError
from host_tools.replay import replay_rows
from host_tools.simulator import LINES, RANGES, dirt, simulate_spin, write_trace
from host_tools.simulator.judge import EXCUSED, FAULT, OUTCOMES, RIGHT, UNDETERMINED, judge
from host_tools.store import writing

VALID = "valid"  # stands in the tables where no cause makes a spin void
MUCH_US = 200_000  # after a limit: time to see that what was due at the limit did not come
_ALARM_COUNTS = ("alarms", "with_limit", "late", "much_late", "after_drop")


def run_trials(spins, seed, *, jobs=1, write=None, told=None, **options):
    """The summary of some spins from a seed on; options are those of simulate_spin.

    jobs: processes to share the work. write: a folder that gets each trace and truth.json. told: a function
    that is called after each spin. ToolError (status 2) when an option cannot be.
    """
    try:
        simulate_spin(seed, **options)
    except ValueError as error:
        raise ToolError(str(error), 2) from None
    trial = partial(run_trial, write=write, **options)
    found = []
    with writing(write):
        if write is not None:
            Path(write).mkdir(parents=True, exist_ok=True)
        for result in _each(trial, range(seed, seed + spins), jobs):
            found.append(result)
            if told is not None:
                told()
        if write is not None:
            _write_truth(write, found)
    return summary(found, spins=spins, seed=seed, **options)


def _each(trial, seeds, jobs):
    if jobs == 1:
        yield from map(trial, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(trial, seeds, chunksize=20)


def run_trial(seed, write=None, **options):
    """One spin through the tracker: a dict of what was true, what it said and how that compares."""
    spin = simulate_spin(seed, **options)
    offsets = tuple(spin.offsets[line] for line in LINES)
    said = replay_rows(spin.rows, spin.wheel, spin.min_turns, offsets)
    if write is not None:
        write_trace(Path(write) / f"{trace_name(seed)}.csv", spin.rows)
    return {
        "seed": seed,
        "wheel": spin.wheel,
        "min_turns": spin.min_turns,
        "offsets": spin.offsets,
        "extras": spin.extras,
        "drawn": spin.drawn,
        "truths": spin.truths,
        "judged": judge(spin.truths, said["spins"]),
        "faults": said.get("faults", []),
    }


def trace_name(seed):
    """The name of a written trace, without its ending; also its key in truth.json."""
    return f"spin-{seed}"


def _write_truth(folder, found):
    truth = {
        trace_name(trial["seed"]): {
            "wheel": trial["wheel"],
            "options": ["--min-turns", str(trial["min_turns"])],
            "offsets": trial["offsets"],
            "extras": trial["extras"],
            "spins": trial["truths"],
        }
        for trial in found
    }
    with open(Path(folder) / "truth.json", "w", encoding="ascii", newline="\n") as file:
        json.dump(truth, file, indent=1)
        file.write("\n")


def summary(found, **run):
    """What a run comes to, ready for JSON.

    run: its options. outcomes: cause -> outcome -> spins. alarms: cause -> see _alarms. faults: see
    _faults, None without one. ranges: see _ranges. extras: name -> spins. failed: [{seed, outcome, truth,
    said, extras}], what was not right and not an honest answer to a fault.
    """
    outcomes = {}
    failed = []
    for trial in found:
        for outcome, truth, verdict in trial["judged"]:
            outcomes.setdefault(_cause(truth), dict.fromkeys(OUTCOMES, 0))[outcome] += 1
            if not _passes(outcome, truth):
                failed.append(_failure(trial, outcome, truth, verdict))
    return {
        "run": run,
        "outcomes": dict(sorted(outcomes.items(), key=lambda item: (item[0] != VALID, item[0]))),
        "alarms": _alarms(found),
        "measures": _measures(found),
        "faults": _faults(found) if run.get("fault") else None,
        "dirt": dirt.LEVELS[run.get("dirt", "none")],
        "ranges": _ranges(found),
        "extras": dict(sorted(Counter(extra for trial in found for extra in trial["extras"]).items())),
        "failed": failed,
    }


def _passes(outcome, truth):
    """Whether an outcome is as it should be; an honest answer to a fault is."""
    return outcome in (RIGHT, EXCUSED) or (truth and truth["fault"] and outcome in (UNDETERMINED, FAULT))


def _failure(trial, outcome, truth, verdict):
    return {
        "seed": trial["seed"],
        "outcome": outcome,
        "truth": truth and (truth["number"] or truth["reason"]),
        "said": verdict and (verdict["number"] or verdict["reason"]),
        "extras": trial["extras"],
    }


def _cause(truth):
    if truth is None:
        return "no spin at all"
    return VALID if truth["valid"] else truth["reason"]


def _alarms(found):
    """cause -> {"alarms", "with_limit", "late", "much_late", "after_drop", "worst_us"} of the void spins named right.

    much_late: by more than MUCH_US. worst_us: the alarm nearest to its limit, as microseconds after it (so less than 0
    where none is late).
    """
    alarms = {}
    for trial in found:
        for outcome, truth, verdict in trial["judged"]:
            if outcome != RIGHT or truth["valid"] or verdict["alarm_us"] is None:
                continue
            row = alarms.setdefault(truth["reason"], dict.fromkeys(_ALARM_COUNTS, 0) | {"worst_us": None})
            row["alarms"] += 1
            row["after_drop"] += verdict["alarm_us"] > truth["drop_us"]
            if truth["alarm_limit_us"] is not None:
                after = verdict["alarm_us"] - truth["alarm_limit_us"]
                row["with_limit"] += 1
                row["late"] += after > 0
                row["much_late"] += after > MUCH_US
                row["worst_us"] = after if row["worst_us"] is None else max(after, row["worst_us"])
    return dict(sorted(alarms.items()))


def _measures(found):
    """How the measures of the numbers that were right compare: spins in which each is beside the truth.

    A direction may be unproven, but not the other one; drop and rest may be a rotor turn off; the proven
    ball turns may be up to 1.5 less than the true ones, with dirt more, but never more than they.
    """
    beside = Counter(dict.fromkeys(("spins", "direction", "drop", "rest", "turns_short", "turns_over"), 0))
    for trial in found:
        for outcome, truth, verdict in trial["judged"]:
            if outcome != RIGHT or not truth["valid"] or truth["rotor_turn"] is None:
                continue
            beside["spins"] += 1
            for key in ("ball_direction", "rotor_direction"):
                beside["direction"] += verdict[key] not in (None, truth[key])
            for key in ("drop", "rest"):
                off = verdict[key + "_us"] - truth[key + "_us"]
                beside[key] += abs(off) > truth["rotor_turn"] * 1_000_000
            unproven = truth["ball_turns_true"] - verdict["ball_turns"]
            beside["turns_short"] += unproven > 1.5
            beside["turns_over"] += unproven < 0
    return dict(beside)


def _faults(found):
    """How often the fault showed for three rotor turns, was named with its line, in time, and what else was named."""
    count = Counter(dict.fromkeys(("shown", "named", "in_time", "other_line"), 0))
    for trial in found:
        fault = trial["truths"][0]["fault"]
        lines = {fault["line"], {"rotor_a": "rotor_b", "ball_a": "ball_b"}.get(fault["line"])}
        lines = lines if fault["kind"] == "swapped" else {fault["line"]}
        named = [told["t_us"] for told in trial["faults"] if told["line"] in lines]
        count["other_line"] += any(told["line"] not in lines for told in trial["faults"])
        if fault["limit_us"] is not None:
            count["shown"] += 1
            count["named"] += bool(named)
            count["in_time"] += bool(named) and min(named) <= fault["limit_us"]
    return dict(count)


def _ranges(found):
    """name -> {"lowest", "highest", "drawn_lowest", "drawn_highest", "meaning"} of what these spins drew."""
    ranges = {}
    for name, (lowest, highest, meaning) in RANGES.items():
        drawn = [trial["drawn"][name] for trial in found if name in trial["drawn"]]
        if drawn:
            ranges[name] = {
                "lowest": lowest,
                "highest": highest,
                "drawn_lowest": round(min(drawn), 4),
                "drawn_highest": round(max(drawn), 4),
                "spins": len(drawn),
                "meaning": meaning,
            }
    return ranges
