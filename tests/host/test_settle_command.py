"""`tablectl settle` against the letter of the design, as real processes."""

import json
from pathlib import Path

import pytest

from tests.command import tablectl

AMERICAN = ("--rules", "new-jersey", "--zero-rule", "half")
LIVE = ("--rules", "live-dealer", "--minimum", "1", "--maximum", "100000")
CORPUS = Path("tests/core/bad_wagers.txt")
CORPUS_TABLE = "--rules new-jersey --zero-rule all --allow five-adjacent --chip 2 --minimum 10 --maximum 1000"
STRAIGHT = '{"seat": 1, "spot": "straight-17", "stake": 500}\n'


def settle(*arguments, wagers=STRAIGHT):
    return tablectl("settle", *arguments, "--json", stdin=wagers)


def corpus():
    """[(error word, the wager's text)] of the file that both interpreters are tested with."""
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ", 1)) for line in lines if line and not line.startswith("#")]


# The object that settle prints


def test_the_example_of_the_design():
    done = settle(*AMERICAN, "--result", "17", wagers=STRAIGHT + '{"seat": 1, "spot": "straight-71", "stake": 500}')
    answer = json.loads(done.stdout)
    message = answer["refused"][0].pop("message")
    assert answer == {
        "rules": "new-jersey",
        "wheel": "double-zero",
        "result": "17",
        "colour": "black",
        "void": False,
        "wagers": [{"seat": 1, "spot": "straight-17", "stake": 500, "outcome": "win", "paid": 17500, "returned": 500}],
        "refused": [{"line": 2, "error": "unknown-spot"}],
        "steps": [{"do": "crown", "number": "17"}, {"do": "pay", "spot": "straight-17", "wagers": [0]}],
        "collected": 0,
        "paid": 17500,
        "returned": 500,
    }
    assert len(message) > len("unknown-spot")
    assert (done.returncode, done.stderr) == (1, "")


def test_keys_come_in_the_order_of_the_design():
    done = settle(*AMERICAN, "--result", "17", wagers=STRAIGHT + "no json")
    answer = json.loads(done.stdout)
    assert " ".join(answer) == "rules wheel result colour void wagers refused steps collected paid returned"
    assert list(answer["wagers"][0]) == ["seat", "spot", "stake", "outcome", "paid", "returned"]
    assert list(answer["refused"][0]) == ["line", "error", "message"]
    assert [list(step) for step in answer["steps"]] == [["do", "number"], ["do", "spot", "wagers"]]


def test_half_of_an_odd_stake_and_a_lost_one():
    wagers = '{"seat": 1, "spot": "red", "stake": 15}\n{"seat": 2, "spot": "dozen-1", "stake": 7}'
    answer = json.loads(settle(*AMERICAN, "--result", "00", wagers=wagers).stdout)
    assert [(w["outcome"], w["paid"], w["returned"]) for w in answer["wagers"]] == [("half", 0, 8), ("lose", 0, 0)]
    assert answer["steps"] == [{"do": "crown", "number": "00"}, {"do": "collect", "wagers": [0, 1]}]
    assert (answer["collected"], answer["paid"], answer["returned"], answer["colour"]) == (14, 0, 8, "green")


def test_nothing_is_collected_from_half_of_one_unit():
    answer = json.loads(settle(*AMERICAN, "--result", "0", wagers='[{"seat": 1, "spot": "odd", "stake": 1}]').stdout)
    assert answer["wagers"][0]["outcome"] == "half"
    assert answer["wagers"][0]["returned"] == 1
    assert answer["steps"] == [{"do": "crown", "number": "0"}]


def test_a_void_spin_has_one_step_and_decides_nothing():
    done = settle("--rules", "new-jersey", "--wheel", "double-as-single", "--result", "00")
    answer = json.loads(done.stdout)
    assert answer["void"] is True
    assert answer["steps"] == [{"do": "no-spin"}]
    assert answer["wagers"] == [
        {"seat": 1, "spot": "straight-17", "stake": 500, "outcome": "stand", "paid": 0, "returned": 500}
    ]
    assert (answer["collected"], answer["paid"], answer["returned"]) == (0, 0, 500)
    assert done.returncode == 0


def test_no_wagers_leave_only_the_crown():
    for nothing in ("", "\n", "[]", " [ ] "):
        done = settle(*AMERICAN, "--result", "4", wagers=nothing)
        answer = json.loads(done.stdout)
        assert (done.returncode, answer["wagers"], answer["refused"]) == (0, [], [])
        assert answer["steps"] == [{"do": "crown", "number": "4"}]


# Where wagers come from


def test_array_lines_file_and_standard_input_are_the_same(tmp_path):
    wagers = [{"seat": seat, "spot": spot, "stake": 30} for seat, spot in ((3, "red"), (1, "street-1"), (3, "black"))]
    lines = "".join(json.dumps(wager) + "\n" for wager in wagers)
    file = tmp_path / "wagers.json"
    file.write_text(json.dumps(wagers, indent=2))
    first = settle(*AMERICAN, "--result", "3", wagers=lines).stdout
    assert [wager["seat"] for wager in json.loads(first)["wagers"]] == [3, 1, 3]
    assert settle(*AMERICAN, "--result", "3", wagers=lines.replace("\n", "\r\n")).stdout == first
    assert settle(*AMERICAN, "--result", "3", wagers=json.dumps(wagers)).stdout == first
    assert settle(*AMERICAN, "--result", "3", "-", wagers=lines).stdout == first
    assert settle(*AMERICAN, "--result", "3", str(file), wagers="").stdout == first
    file.write_text(lines)
    assert settle(*AMERICAN, "--result", "3", str(file), wagers="").stdout == first


def test_a_blank_line_counts_as_a_line():
    done = settle(*AMERICAN, "--result", "3", wagers=STRAIGHT + "\n\n" + '{"seat": 1, "spot": "x", "stake": 1}\n')
    answer = json.loads(done.stdout)
    assert [refused["line"] for refused in answer["refused"]] == [4]
    assert len(answer["wagers"]) == 1


# Refused wagers


def test_each_bad_wager_has_its_word_and_its_line():
    bad = corpus()
    done = settle(*CORPUS_TABLE.split(), "--result", "17", wagers="".join(text + "\n" for _, text in bad))
    answer = json.loads(done.stdout)
    found = [(refused["line"], refused["error"]) for refused in answer["refused"]]
    assert found == [(line, word) for line, (word, _) in enumerate(bad, 1)]
    assert all(refused["message"].strip() for refused in answer["refused"])
    assert answer["wagers"] == []
    assert answer["steps"] == [{"do": "crown", "number": "17"}]
    assert done.returncode == 1


def test_each_bad_wager_has_its_word_and_its_place_in_an_array():
    bad = [(word, text) for word, text in corpus() if is_json(text)]
    assert len(bad) > 90
    good = '{"seat": 1, "spot": "black", "stake": 50}'
    done = settle(
        *CORPUS_TABLE.split(), "--result", "17", wagers="[" + ", ".join([good, *(text for _, text in bad)]) + "]"
    )
    answer = json.loads(done.stdout)
    found = [(refused["line"], refused["error"]) for refused in answer["refused"]]
    assert found == [(line, word) for line, (word, _) in enumerate(bad, 2)]
    assert [wager["spot"] for wager in answer["wagers"]] == ["black"]
    assert done.returncode == 1


def is_json(text):
    """Whether CPython's json takes `text`, its extras (NaN, repeated keys) set aside."""
    try:
        json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    except ValueError:
        return False
    return text.count("[") < 9  # the design knows no deep nesting; such a line is tested as a line


def refuse(constant):
    raise ValueError(constant)


def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def test_not_offered_on_other_tables():
    for table, spots in (
        (("--rules", "new-jersey", "--wheel", "single-zero"), ("trio-0-2-3", "first-four", "five-adjacent-0")),
        (
            ("--rules", "new-jersey", "--wheel", "double-as-single", "--allow", "five-adjacent"),
            (
                *("straight-00", "split-0-00", "split-00-2", "split-00-3", "trio-0-00-2", "trio-00-2-3", "first-five"),
                *("five-adjacent-" + number for number in ("13", "1", "00", "27", "10")),
            ),
        ),
        (("--rules", "new-zealand"), ("seven-numbers", "five-adjacent-17")),
        (LIVE, ("street-1", "trio-0-1-2", "trio-0-2-3", "seven-numbers")),
        ((*LIVE, "--street-odds", "11"), ("trio-0-1-2", "trio-0-2-3", "five-adjacent-0")),
    ):
        wagers = json.dumps([{"seat": 1, "spot": spot, "stake": 50} for spot in spots])
        answer = json.loads(settle(*table, "--result", "17", wagers=wagers).stdout)
        assert [refused["error"] for refused in answer["refused"]] == ["not-offered"] * len(spots), table


def test_unknown_on_a_single_zero_layout():
    spots = ("straight-00", "split-0-00", "trio-0-00-2", "trio-00-2-3", "first-five", "five-adjacent-00")
    wagers = json.dumps([{"seat": 1, "spot": spot, "stake": 50} for spot in spots])
    answer = json.loads(settle("--rules", "new-zealand", "--result", "17", wagers=wagers).stdout)
    assert [refused["error"] for refused in answer["refused"]] == ["unknown-spot"] * len(spots)


def test_the_401st_wager_is_one_too_many():
    done = settle("--rules", "new-zealand", "--result", "0", wagers=STRAIGHT * 401)
    answer = json.loads(done.stdout)
    assert len(answer["wagers"]) == 400
    assert [(refused["line"], refused["error"]) for refused in answer["refused"]] == [(401, "too-many")]
    assert done.returncode == 1


@pytest.mark.parametrize(
    "wagers",
    [
        b"\xff\xfe\x00",
        b'{"seat": 1, "spot": "r\xe9d", "stake": 50}\n',
        b'{"seat": 1, "spot": "red", "stake": 50}\x00\n',
        b'{"seat": 1, "spot": "\\ud800", "stake": 50}\n',
        b"[" * 100000,
        b'{"a":' * 100000,
        b"[" + b'{"seat": 1, "spot": "red", "stake": 50},' * 3,
        b'[{"seat": 1, "spot": "red", "stake": 50} {"seat": 1, "spot": "red", "stake": 50}]',
        b"9" * 100000,
        b'{"seat": 1, "spot": "' + b"x" * 1000000 + b'", "stake": 50}\n',
        bytes(range(256)),
    ],
    ids=lambda wagers: repr(wagers[:12]),
)
def test_rubbish_is_named_and_crashes_nothing(wagers):
    done = settle(*AMERICAN, "--result", "17", wagers=wagers)
    assert "Traceback" not in done.stderr
    if done.returncode == 2:
        assert done.stdout == ""
        assert done.stderr.strip()
    else:
        assert done.returncode == 1
        answer = json.loads(done.stdout)
        assert answer["wagers"] == []
        assert {refused["error"] for refused in answer["refused"]} <= {"bad-wager", "unknown-spot"}


# Wrong calls: status 2, the message names what is wrong, nothing on stdout

WRONG = (
    # what the rulebook needs
    ("settle --rules new-jersey --result 17", "zero-rule"),
    ("settle --rules new-jersey --wheel double-zero --result 17", "zero-rule"),
    ("settle --rules live-dealer --result 17", "minimum"),
    ("settle --rules live-dealer --result 17 --minimum 5", "maximum"),
    ("settle --rules live-dealer --result 17 --maximum 5", "minimum"),
    ("fingerprint --rules new-jersey", "zero-rule"),
    # what does not apply
    ("settle --rules new-jersey --wheel single-zero --zero-rule half --result 17", "zero-rule"),
    ("settle --rules new-jersey --wheel double-as-single --zero-rule all --result 17", "zero-rule"),
    ("settle --rules new-jersey --zero-rule all --street-odds 11 --result 17", "street-odds"),
    ("settle --rules new-zealand --zero-rule all --result 17", "zero-rule"),
    ("settle --rules new-zealand --allow five-adjacent --result 17", "five-adjacent"),
    ("settle --rules new-zealand --allow seven-numbers --result 17", "seven-numbers"),
    ("settle --rules new-zealand --street-odds 11 --result 17", "street-odds"),
    ("settle --rules new-zealand --chip 5 --result 17", "chip"),
    ("settle --rules live-dealer --minimum 1 --maximum 9 --chip 5 --result 17", "chip"),
    ("settle --rules live-dealer --minimum 1 --maximum 9 --zero-rule half --result 17", "zero-rule"),
    ("fingerprint --rules new-zealand --zero-rule all", "zero-rule"),
    ("rules new-zealand --zero-rule all", "zero-rule"),
    ("rules live-dealer --allow seven-numbers", "seven-numbers"),
    # what is not there
    ("settle --result 17", "--rules"),
    ("settle --rules new-zealand", "--result"),
    ("settle --rules mars --result 17", "mars"),
    ("settle --rules new_jersey --zero-rule all --result 17", "new_jersey"),
    ("settle --rules new-zealand --wheel double-zero --result 17", "double-zero"),
    ("settle --rules live-dealer --minimum 1 --maximum 9 --wheel double-as-single --result 17", "double-as-single"),
    ("settle --rules new-zealand --wheel triple-zero --result 17", "triple-zero"),
    ("settle --rules new-jersey --zero-rule none --result 17", "none"),
    ("settle --rules new-jersey --zero-rule all --allow voisins --result 17", "voisins"),
    ("settle --rules new-zealand --result 00", "00"),
    ("settle --rules new-zealand --result 37", "37"),
    ("settle --rules new-zealand --result 017", "017"),
    ("settle --rules new-zealand --result seventeen", "seventeen"),
    ("settle --rules new-zealand --result 17 /no/such/file", "/no/such/file"),
    ("settle --rules new-zealand --result 17 --tip 5", "--tip"),
    ("fingerprint --rules mars", "mars"),
    ("fingerprint --rules new-zealand --wheel double-zero", "double-zero"),
    ("rules mars", "mars"),
    ("rules new-zealand --wheel double-zero", "double-zero"),
    # limits and the chip are whole minor units
    ("settle --rules new-zealand --result 17 --minimum 0", "minimum"),
    ("settle --rules new-zealand --result 17 --minimum -5", "minimum"),
    ("settle --rules new-zealand --result 17 --minimum 1.5", "minimum"),
    ("settle --rules new-zealand --result 17 --maximum ten", "maximum"),
    ("settle --rules new-zealand --result 17 --minimum 10 --maximum 9", "m"),
    ("settle --rules new-zealand --result 17 --maximum 9007199254740992", "maximum"),
    ("settle --rules new-jersey --zero-rule all --allow five-adjacent --chip 0 --result 17", "chip"),
    ("settle --rules live-dealer --minimum 1 --maximum 9 --street-odds 0 --result 17", "street-odds"),
)


@pytest.mark.parametrize(("call", "named"), WRONG)
def test_a_wrong_call_says_what_is_wrong(call, named):
    command, *arguments = call.split()
    done = tablectl(command, *arguments, "--json", stdin=STRAIGHT)
    assert done.returncode == 2
    assert done.stdout == ""
    assert named in done.stderr or named.replace("-", "_") in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_call_without_json_is_the_same():
    done = tablectl("settle", "--rules", "new-jersey", "--result", "17", stdin=STRAIGHT)
    assert (done.returncode, done.stdout) == (2, "")
    assert "zero-rule" in done.stderr


def test_a_file_that_cannot_be_read_is_a_wrong_call(tmp_path):
    for path, why in ((tmp_path / "none.json", "No such file or directory"), (tmp_path, "Is a directory")):
        done = settle("--rules", "new-zealand", "--result", "17", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        right = "name a file of wagers, or leave it out for standard input"
        assert done.stderr == f"tablectl: {path} cannot be read ({why}): {right}\n"


def test_a_minus_sign_or_an_empty_result_is_a_wrong_call():
    for result in ("--result=-1", "--result=", "--result= 17"):
        done = settle("--rules", "new-zealand", result)
        assert (done.returncode, done.stdout) == (2, "")
