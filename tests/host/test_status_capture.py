"""`tablectl replay` of a captured status line."""

import json

from tests.command import tablectl

ROUND = ["*X;2;012; 5;0;150;0"] * 3 + ["*X;3;012; 5;0;151;0"] * 3 + ["*X;4;012; 5;0;149;0"] * 3
NUMBER = ["17"] + ["*X;5;012;17;0;140;0"] * 12
VOID = ["*X;2;013;17;0;140;0"] * 2 + ["*X;3;013;17;0;140;0"] * 2 + ["*X;1;013;17;2;140;0"] * 2


def replayed(tmp_path, lines, *options):
    path = tmp_path / "line.txt"
    path.write_bytes("".join(line + "\r\n" for line in lines).encode("latin-1"))
    done = tablectl("replay", str(path), *options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_captured_text(tmp_path):
    text = ["half a line", *ROUND[:1] * 12, *ROUND, "\xff\xfe", *NUMBER, *VOID]
    number, void = replayed(tmp_path, text)["spins"]
    assert number["valid"] and number["number"] == "17" and number["reason"] is None and number["wheel_spin"] == 12
    assert number["rotor_direction"] == "clockwise" and number["ball_turns"] is None
    assert (void["number"], void["reason"]) == (None, "same-direction")
    assert void["alarm_us"] == 500_000 * 39, "the last line: one saying is none"
    done = tablectl("replay", str(tmp_path / "line.txt"))
    assert "spin 1: number 17; rotor clockwise" in done.stdout and "no spin, same-direction" in done.stdout


def test_silence_where_the_text_has_times(tmp_path):
    timed = [f"{500_000 * place} {line}" for place, line in enumerate(ROUND)]
    later = [f"{60_000_000 + 500_000 * place} {line}" for place, line in enumerate(NUMBER)]
    found = replayed(tmp_path, [*timed, *later])
    (spin,) = found["spins"]
    assert spin["reason"] == "sensor-fault" and "silent" in spin["why"]
    assert found["faults"][0]["t_us"] == 6_000_000 and found["faults"][0]["line"] == "status-line"
    assert replayed(tmp_path, [*ROUND, *NUMBER])["spins"][0]["number"] == "17", "without times there is no silence"


def test_a_text_that_ends_in_a_spin_and_one_that_begins_there(tmp_path):
    (spin,) = replayed(tmp_path, ROUND)["spins"]
    assert spin["reason"] == "undetermined" and "ends" in spin["why"]
    (spin,) = replayed(tmp_path, [*ROUND[7:], *NUMBER])["spins"]
    assert spin["reason"] == "undetermined" and "without the states" in spin["why"]
    assert replayed(tmp_path, NUMBER)["spins"] == []


def test_the_flags_of_a_table(tmp_path):
    stated = {"table": "2", "rules": "new-zealand", "options": {"min_turns": 4}, "reader": "status-line"}
    stated["reader_line"] = {"flags": {"foreign-object": 2}}
    settings = tmp_path / "table.json"
    settings.write_text(json.dumps(stated))
    (spin,) = replayed(tmp_path, VOID, "--settings", str(settings))["spins"]
    assert spin["reason"] == "foreign-object"
