"""table.json: every wrong entry is named with its key, its value and what would be right, on both interpreters."""

from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_OFFSETS, DEFAULT_PINS, check, read, sentence

GOOD = {"table": "7", "rules": "new-jersey", "options": {"zero_rule": "half"}, "notices": ["zero-rule-notice"]}

I2C = {"type": "ht16k33", "scl": 15, "sda": 16}

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
    ({"display": {"type": "tm1637", "digits": 4}}, ["display.digits"]),
    ({"display": {"type": ["tm1637"]}}, ["display.type"]),
    ({"display": {"type": "max7219", "din": 12, "clk": 13}}, ["display.cs"]),
    ({"display": {"type": "ht16k33", "scl": 12, "sda": 12, "address": 0x78}}, ["display.sda", "display.address"]),
    (
        {"display": {"type": "ws2812", "data": 12, "pixels": 0, "brightness": 0}},
        ["display.pixels", "display.brightness"],
    ),
    ({"displays": {}}, ["displays"]),
    ({"displays": ["tm1637"]}, ["displays[0]"]),
    (
        {"displays": [{}] * 7},
        ["displays"] + ["displays[%d].%s" % (n, wire) for n in range(1, 7) for wire in ("clk", "dio")],
    ),
    ({"displays": [{}], "display": {}}, ["displays"]),
    ({"displays": [{}, {"type": "ws2812", "data": 10}]}, ["displays[1].data"]),
    ({"displays": [I2C, I2C]}, ["displays[1].address"]),
    ({"displays": [I2C, {"type": "ht16k33", "scl": 16, "sda": 15}]}, ["displays[1].scl", "displays[1].sda"]),
    ({"lamps": {"no_more_bets": 10}}, ["lamps.no_more_bets"]),
    ({"lamps": {"fault": 20, "no_spin": 20}}, ["lamps.no_spin"]),
    ({"lamps": {"bets": 20}}, ["lamps.bets"]),
    ({"lamps": [20]}, ["lamps"]),
    ({"buzzer": 2}, ["buzzer"]),
    ({"supervisor_key": 9}, ["supervisor_key"]),
    ({"supervisor_key": "9"}, ["supervisor_key"]),
    ({"pins": {"no_spin": 23}, "buzzer": 29, "supervisor_key": 30}, ["pins.no_spin", "supervisor_key", "buzzer"]),
    ({"board": "pico", "display": {"clk": 25}}, ["display.clk"]),
    ({"board": "arduino"}, ["board"]),
    ({"board": ["pico"]}, ["board"]),
    ({"buzzer": "20"}, ["buzzer"]),
    ({"status_line": {"tx": 1}}, ["status_line.rx"]),
    ({"status_line": {"uart": 8, "baud": 19200}}, ["status_line.baud", "status_line.uart"]),
    (
        {"status_line": {"flags": {"ball-removed": 3, "dealer": True}}},
        ["status_line.flags.ball-removed", "status_line.flags.dealer"],
    ),
    ({"status_line": {"flags": {"ball-removed": 2, "same-direction": 2}}}, ["status_line.flags.same-direction"]),
    ({"status_line": {"flags": {"ball-lost": 2}}}, ["status_line.flags.ball-lost"]),
    ({"status_line": {"flags": 7}}, ["status_line.flags"]),
    ({"status_line": True}, ["status_line"]),
    ({"reader": "video"}, ["reader"]),
    ({"reader": {}}, ["reader"]),
    ({"reader": "status-line"}, ["reader_line"]),
    ({"reader_line": {}}, ["reader_line"]),
    ({"reader": "sensors", "reader_line": {}}, ["reader_line"]),
    ({"reader": "status-line", "reader_line": {"uart": 0}, "status_line": {}}, ["reader_line.uart"]),
    ({"reader": "status-line", "reader_line": {"rx": 8}}, ["reader_line.rx"]),
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
    assert (
        settings.pins == DEFAULT_PINS and settings.displays == [DEFAULT_DISPLAY] and settings.offsets == DEFAULT_OFFSETS
    )
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


def test_outputs_and_their_defaults():
    displays = [{"brightness": 7}, I2C, {"type": "ht16k33", "scl": 15, "sda": 16, "address": 0x71}]
    settings, errors = check(changed({"displays": displays, "lamps": {"fault": 22}, "buzzer": 26, "status_line": {}}))
    assert errors == []
    assert settings.displays[0] == {"type": "tm1637", "clk": 10, "dio": 11, "brightness": 7}
    assert settings.displays[1] == {"type": "ht16k33", "scl": 15, "sda": 16, "address": 0x70, "brightness": 4}
    assert settings.lamps == {"fault": 22} and settings.buzzer == 26
    assert settings.status_line["uart"] == 0 and settings.status_line["flags"]["same-direction"] == 2
    assert settings.reader == "sensors" and settings.reader_line is None
    assert check(changed({"displays": []}))[0].displays == []


def test_a_wheel_that_reads_itself_leaves_the_sensors_pins_free():
    settings, errors = check(changed({"reader": "status-line", "reader_line": {}, "lamps": {"fault": 2}}))
    assert errors == [] and settings.reader_line["rx"] == 21


def test_the_board_says_which_gpios_there_are():
    settings, errors = check(changed({"supervisor_key": 22, "buzzer": 28}))
    assert errors == [] and settings.supervisor_key == 22
    assert check(changed({}))[0].supervisor_key is None
    settings, errors = check(changed({"board": "other", "buzzer": 25, "supervisor_key": 48}))
    assert errors == [] and settings.buzzer == 25
    _, errors = check(changed({"buzzer": 25}))
    assert '"board": "other"' in sentence(errors[0]) and "0 to 22" in sentence(errors[0])
