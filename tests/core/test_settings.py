"""table.json: every wrong entry is named with its key, its value and what would be right, on both interpreters."""

from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_OFFSETS, DEFAULT_PINS, check, read, sentence

GOOD = {"table": "7", "rules": "new-jersey", "options": {"zero_rule": "half"}, "notices": ["zero-rule-notice"]}

# what is put into GOOD (None: the key is taken out), and the keys of the errors that must come of it
WRONG = (
    ({"table": None}, ["table"]),
    ({"rules": None}, ["rules"]),
    ({"table": ""}, ["table"]),
    ({"table": 7}, ["table"]),
    ({"table": "x" * 33}, ["table"]),
    ({"table": " 7"}, ["table"]),
    ({"table": "caf\xe9"}, ["table"]),
    ({"rules": "new-yersey"}, ["rules"]),
    ({"rules": 5}, ["rules"]),
    ({"wheel": "triple-zero"}, ["wheel"]),
    ({"wheel": "single-zero"}, ["options.zero_rule"]),
    ({"options": {}}, ["options.zero_rule"]),
    ({"rules": "live-dealer", "options": {}, "notices": []}, ["options.minimum", "options.maximum", "notices"]),
    ({"options": []}, ["options"]),
    ({"options": {"zero_rule": "both"}}, ["options.zero_rule"]),
    ({"options": {"zero_rule": "half", "minimum": 1.5}}, ["options.minimum"]),
    ({"options": {"zero_rule": "half", "minimum": True}}, ["options.minimum"]),
    ({"options": {"zero_rule": "half", "maximum": 0}}, ["options.maximum"]),
    ({"options": {"zero_rule": "half", "min_turns": 3}}, ["options.min_turns"]),
    ({"options": {"zero_rule": "half", "street_odds": 11}}, ["options.street_odds"]),
    ({"options": {"zero_rule": "half", "allow": "five-adjacent"}}, ["options.allow"]),
    ({"options": {"zero_rule": "half", "allow": ["six-adjacent"]}}, ["options.allow"]),
    ({"options": {"zero_rule": "half", "allow": ["five-adjacent"]}}, ["notices"]),
    ({"options": {"zero_rule": "half", "zero_rules": "all"}}, ["options.zero_rules"]),
    ({"notices": None}, ["notices"]),
    ({"notices": ["zero-rule-notice", "no-smoking"]}, ["notices"]),
    ({"notices": "zero-rule-notice"}, ["notices"]),
    ({"notices": [1]}, ["notices", "notices", "notices"]),
    ({"bet_timer_s": 4}, ["bet_timer_s"]),
    ({"call_speed": 199}, ["call_speed"]),
    ({"call_speed": 0.9}, ["call_speed"]),
    ({"bet_timer_s": "30"}, ["bet_timer_s"]),
    ({"bet_timer_s": 30.0}, ["bet_timer_s"]),
    ({"inspection": 1}, ["inspection"]),
    ({"pins": {"pocket": 2}}, ["pins.pocket"]),
    ({"pins": {"pocket": 49}}, ["pins.pocket"]),
    ({"pins": {"pocket": -1}}, ["pins.pocket"]),
    ({"pins": {"pocket": "5"}}, ["pins.pocket"]),
    ({"pins": {"pockets": 5}}, ["pins.pockets"]),
    ({"pins": [2, 3]}, ["pins"]),
    ({"display": {"clk": 11}}, ["display.dio"]),
    ({"display": {"type": "nixie"}}, ["display.type"]),
    ({"display": {"brightness": 8}}, ["display.brightness"]),
    ({"display": "tm1637"}, ["display"]),
    ({"offsets": {"ball_b": 1000}}, ["offsets.ball_b"]),
    ({"offsets": {"ball_c": 250}}, ["offsets.ball_c"]),
    ({"offsets": {"ball_b": 20}}, ["offsets.ball_b"]),
    ({"offsets": {"ball_a": 240}}, ["offsets.ball_b"]),
    ({"offsets": {"rotor_b": 480}}, ["offsets.rotor_b"]),
    ({"offsets": 250}, ["offsets"]),
    ({"journal": {"segments": 3}}, ["journal.segments"]),
    ({"journal": {"segments": 41, "overwrite": 1}}, ["journal.segments", "journal.overwrite"]),
    ({"journal": {"segments": True}}, ["journal.segments"]),
    ({"journal": {"size": 8}}, ["journal.size"]),
    ({"journal": 24}, ["journal"]),
    ({"tabel": "7"}, ["tabel"]),
)


def changed(changes):
    stated = dict(GOOD)
    for key in changes:
        if changes[key] is None:
            del stated[key]
        else:
            stated[key] = changes[key]
    return stated


def test_every_wrong_entry_is_named():
    for changes, keys in WRONG:
        settings, errors = check(changed(changes))
        assert settings is None, changes
        assert [error[0] for error in errors] == keys, (changes, errors)
        for error in errors:
            assert len(error) == 3 and all([type(part) is str and part for part in error]), error
            assert sentence(error).startswith(error[0] + " is ")


def test_several_errors_are_told_at_once():
    _, errors = check({"table": 7, "rules": "new-zealand", "bet_timer_s": 1, "pins": {"x": 1}, "colour": "green"})
    assert sorted([error[0] for error in errors]) == ["bet_timer_s", "colour", "pins.x", "table"]


def test_what_is_no_json_or_no_object():
    for text, value in (
        (b"", "no JSON"),
        (b'{"table" 7}', "no JSON"),
        (b'{"table": "7", "table": "8"}', "no JSON"),
        (b"\xff", "no JSON"),
        (b"[]", "an array"),
        (b"null", "null"),
    ):
        settings, errors = read(text)
        assert settings is None and len(errors) == 1
        assert errors[0][0] == "table.json" and errors[0][1] == value, errors


def test_good_settings_and_their_defaults():
    settings, errors = check(GOOD)
    assert errors == []
    assert settings.table == "7" and settings.rules.id == "new-jersey" and settings.rules.min_turns == 4
    assert settings.pins == DEFAULT_PINS and settings.display == DEFAULT_DISPLAY and settings.offsets == DEFAULT_OFFSETS
    assert settings.bet_timer_us is None and settings.inspection is False
    numbers = sorted(DEFAULT_PINS.values())
    assert numbers == list(range(numbers[0], numbers[0] + 8)), "eight consecutive GPIOs"


def test_what_is_stated_goes_before_the_defaults():
    stated = changed({"pins": {"pocket": 20}, "bet_timer_s": 30, "inspection": True, "offsets": {"ball_b": 700}})
    settings, errors = check(stated)
    assert errors == []
    assert settings.pins["pocket"] == 20 and settings.pins["ball_a"] == DEFAULT_PINS["ball_a"]
    assert settings.bet_timer_us == 30000000 and settings.inspection is True
    assert settings.offsets["ball_b"] == 700 and settings.offsets["rotor_b"] == 250
