"""`tablectl settings`: made, explained, compared with a real board."""

import json

import pytest

from host_tools.flash import flash
from host_tools.settings_schema import TABLE, schema
from host_tools.virtual_board import VirtualBoard
from shared_core import settings
from tests.command import tablectl


def test_made_settings_are_right():
    done = tablectl(
        "settings", "new", "--id", "7", "--rules", "new-jersey", "--zero-rule", "half", "--maximum", "50000",
        "--notice", "zero-rule-notice",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made == {
        "table": "7",
        "rules": "new-jersey",
        "options": {"zero_rule": "half", "maximum": 50000},
        "notices": ["zero-rule-notice"],
    }
    assert settings.check(made)[1] == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("--id 7 --rules new-jersey", ("options.zero_rule", "(g)")),
        ("--id 7 --rules new-jersey --zero-rule all", ("zero-rule-notice",)),
        ("--id 7 --rules vegas", ("vegas", "new-zealand")),
        ("--id 7 --rules new-zealand --bet-timer 2", ("bet_timer_s", "5 to 600")),
    ],
)
def test_what_is_missing_is_named(call, words):
    done = tablectl("settings", "new", *call.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert all(word in done.stderr for word in words), done.stderr


def test_the_schema_has_every_key_and_its_limits_are_those_of_the_check():
    made = schema()
    known = {key.split(".")[0] for key in TABLE}
    assert known | set(settings.KEYS) == known == set(made["properties"]), "a key lacks its description"
    assert {key.split(".")[1] for key in TABLE if key.startswith("options.")} == set(settings.OPTIONS)
    good = {
        "table": "7",
        "rules": "live-dealer",
        "options": {"minimum": 1, "maximum": 9},
        "notices": ["limits-on-screen"],
        "board": "other",
    }
    assert settings.check(good)[1] == []
    for key, (told, form, default) in TABLE.items():
        assert told and told[-1] != "."
        group, _, name = key.rpartition(".")
        for value, right in limits(form, default):
            if group in ("options", "display", "status_line", "reader_line") or key == "notices":
                continue  # what is right hangs on the rulebook, the display's type, or other keys
            stated = {**good, **({group: {name: value}} if group else {name: value})}
            errors = [error for error in settings.check(stated)[1] if error[0] == key and "same GPIO" not in error[2]]
            assert bool(errors) != right or (group == "offsets" and right), (key, value, errors)


def limits(form, default):
    """Values of a form with whether they are right."""
    if "maximum" in form:
        yield from ((form["minimum"], True), (form["maximum"], True))
        yield from ((form["minimum"] - 1, False), (form["maximum"] + 1, False), ("x", False))
    if default is not None:
        yield default, True


def test_a_file_is_explained(tmp_path):
    file = tmp_path / "table.json"
    file.write_text('{"table": "7", "rules": "new-zealand", "display": {"brightness": 9}}')
    done = tablectl("settings", "explain", file, "--json")
    found = json.loads(done.stdout)
    rows = {row["key"]: row for row in found["keys"]}
    assert done.returncode == 1 and "display.brightness is 9" in found["errors"][0]
    assert rows["display.brightness"]["value"] == 9 and rows["display.brightness"]["default"] == 4
    assert rows["pins.rotor_a"]["value"] == 3 and rows["bet_timer_s"]["value"] is None
    shown = tablectl("settings", "explain").stdout
    assert "journal.overwrite" in shown and "oldest records" in shown
    file.write_text("{")
    assert "no JSON" in tablectl("settings", "explain", file).stdout


def test_a_file_and_a_board_are_compared(tmp_path):
    file = tmp_path / "table.json"
    file.write_text('{"table": "7", "rules": "new-zealand"}')
    with VirtualBoard() as virtual:
        flash(virtual.port, file)
        boots = len([event for event in virtual.events if "boot" in event])
        done = tablectl("settings", "diff", file, "--port", virtual.port)
        assert done.returncode == 0 and "say the same" in done.stdout, done.stderr
        assert len([event for event in virtual.events if "boot" in event]) == boots, "the table played on"
        file.write_text('{"table": "8", "rules": "new-zealand", "pins": {"rotor_a": 20}, "inspection": false}')
        done = tablectl("settings", "diff", file, "--port", virtual.port, "--json")
        assert len([event for event in virtual.events if "boot" in event]) == boots, "the table played on"
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["differs"] == [
        {"key": "pins.rotor_a", "file": 20, "board": 3},
        {"key": "table", "file": "8", "board": "7"},
    ]
