"""The settings of a table (table.json): what may stand in them, and what is wrong where they cannot be used.

The same check runs on the PC before the file is sent and on the board before the table starts.
"""

from shared_core import output_settings
from shared_core.errors import RulesError
from shared_core.rulebook import Rules
from shared_core.stated import BOARDS, Pins, filled, is_int, must_be, no_such
from shared_core.table_setup import BUTTONS, LINES, Settings
from shared_core.wire import WireError, parse, shown

DEFAULT_PINS = {line: 2 + place for place, line in enumerate(LINES)}
DEFAULT_JOURNAL = {"segments": 24, "overwrite": False}
SEGMENTS = (4, 40)  # of 32 KiB
DEFAULT_DISPLAY = output_settings.default_display()
# Where a sensor sits, clockwise from the reader, in thousandths of a turn; for rotor_b in thousandths of a pocket's
# pitch, since its place is a part of that (DESIGN, "The sensors").
LEAST_APART = 100  # thousandths between two sensors that tell a direction
DEFAULT_OFFSETS = {"rotor_index": 0, "rotor_a": 0, "rotor_b": 250, "pocket": 0, "ball_a": 0, "ball_b": 250}

# key: what it must be, for the messages
KEYS = {
    "table": "the table's id, 1 to 32 letters, digits, spaces or -._",
    "rules": "the id of a rulebook",
    "wheel": "double-zero, single-zero or double-as-single",
    "options": "an object with the operator's options of the rulebook",
    "notices": "an array of the statements that the rulebook's options are tied to",
    "bet_timer_s": "whole seconds from 5 to 600",
    "call_speed": "thousandths of a turn a second from 200 to 2500, at which the ball calls for no more bets",
    "inspection": "true or false",
    "board": "pico, for any Pico, or other",
    "pins": "an object of lines and GPIO numbers",
    "display": "an object with type, wires and brightness",
    "displays": "an array of such objects as display",
    "lamps": "an object of lamps and GPIO numbers",
    "buzzer": "a GPIO number",
    "supervisor_key": "a GPIO number",
    "status_line": "an object with uart, tx, rx and flags",
    "reader": "sensors or status-line",
    "reader_line": "an object with uart, tx, rx and flags",
    "offsets": "an object of sensors and thousandths",
    "journal": "an object with segments and overwrite",
}
OPTIONS = ("zero_rule", "allow", "street_odds", "chip", "minimum", "maximum", "min_turns")


def _settings(stated, rules):
    """The Settings of a table.json that passed the check."""
    timer = stated.get("bet_timer_s")
    return Settings(
        {
            "table": stated["table"],
            "rules": rules,
            "options": stated.get("options", {}),
            "notices": stated.get("notices", []),
            "bet_timer_us": None if timer is None else timer * 1000000,
            "call_speed": stated.get("call_speed"),
            "inspection": bool(rules.inspection) or stated.get("inspection", False),
            "pins": filled(DEFAULT_PINS, stated.get("pins")),
            "displays": output_settings.displays(stated),
            "display_keys": output_settings.display_keys(stated),
            "lamps": stated.get("lamps", {}),
            "buzzer": stated.get("buzzer"),
            "supervisor_key": stated.get("supervisor_key"),
            "reader": stated.get("reader", output_settings.SENSORS),
            "status_line": output_settings.serial_line(stated, "status_line"),
            "reader_line": output_settings.serial_line(stated, "reader_line"),
            "offsets": filled(DEFAULT_OFFSETS, stated.get("offsets")),
            "journal": filled(DEFAULT_JOURNAL, stated.get("journal")),
        }
    )


def check(stated):
    """(Settings or None, errors) of a parsed table.json; errors: list of (key, value as text, what would be right)."""
    if not isinstance(stated, dict):
        return None, [("table.json", shown(stated), "it must be an object with table, rules and wheel")]
    errors = [(key, shown(stated[key]), no_such(key, KEYS)) for key in sorted(stated) if key not in KEYS]
    for key in ("table", "rules"):
        if key not in stated:
            errors.append((key, "missing", must_be(KEYS[key])))
    _check_plain(stated, errors)
    _check_pins(stated, errors)
    _check_offsets(stated.get("offsets", {}), errors)
    if isinstance(stated.get("offsets", {}), dict):
        _check_places(stated.get("offsets", {}), errors)
    _check_journal(stated.get("journal", {}), errors)
    rules = None if "rules" not in stated else _check_rules(stated, errors)
    if rules is not None:
        _check_notices(stated, rules, errors)
    return (None if errors else _settings(stated, rules)), errors


def read(text):
    """check() of the bytes of a table.json."""
    try:
        stated = parse(text)
    except WireError as error:
        return None, [("table.json", "no JSON", str(error))]
    return check(stated)


def sentence(error):
    """One error of check() as a sentence, such as `bet_timer_s is 4: it must be whole seconds from 5 to 600`."""
    key, value, right = error
    return key + " is " + value + ": " + right


def _is_table_id(value):
    if not isinstance(value, str) or not 0 < len(value) <= 32:
        return False
    known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -._"
    return all([char in known for char in value]) and value == value.strip()


def _check_plain(stated, errors):
    for key, right in (
        ("table", lambda value: _is_table_id(value)),
        ("options", lambda value: isinstance(value, dict)),
        ("notices", lambda value: isinstance(value, list) and all([isinstance(item, str) for item in value])),
        ("bet_timer_s", lambda value: is_int(value, 5, 600)),
        ("call_speed", lambda value: is_int(value, 200, 2500)),
        ("inspection", lambda value: value is True or value is False),
        ("pins", lambda value: isinstance(value, dict)),
        ("display", lambda value: isinstance(value, dict)),
        ("displays", lambda value: isinstance(value, list)),
        ("lamps", lambda value: isinstance(value, dict)),
        ("status_line", lambda value: isinstance(value, dict)),
        ("reader_line", lambda value: isinstance(value, dict)),
        ("offsets", lambda value: isinstance(value, dict)),
        ("journal", lambda value: isinstance(value, dict)),
    ):
        if key in stated and not right(stated[key]):
            errors.append((key, shown(stated[key]), must_be(KEYS[key])))


def _check_pins(stated, errors):
    """Pins of lines, displays and all else: known names, possible numbers, none used twice."""
    named = stated.get("pins", {})
    board = stated.get("board", "pico")
    if not isinstance(board, str) or board not in BOARDS:
        errors.append(("board", shown(board), must_be(KEYS["board"])))
        board = "other"
    pins = Pins(errors, board)
    if isinstance(named, dict):
        for key in sorted(named):
            if key not in DEFAULT_PINS:
                errors.append(("pins." + key, shown(named[key]), no_such(key, DEFAULT_PINS)))
        numbers = filled(DEFAULT_PINS, named)
        # a wheel that reads itself leaves the sensors' pins free
        for line in BUTTONS if stated.get("reader") == output_settings.STATUS_LINE else LINES:
            pins.claim("pins." + line, numbers[line])
    if "supervisor_key" in stated:
        pins.claim("supervisor_key", stated["supervisor_key"])
    output_settings.check(stated, pins, errors)


def _check_offsets(offsets, errors):
    if not isinstance(offsets, dict):
        return
    for key in sorted(offsets):
        if key not in DEFAULT_OFFSETS:
            errors.append(("offsets." + key, shown(offsets[key]), no_such(key, DEFAULT_OFFSETS)))
        elif not is_int(offsets[key], 0, 999):
            right = must_be("thousandths, a whole number from 0 to 999")
            errors.append(("offsets." + key, shown(offsets[key]), right))


def _check_places(offsets, errors):
    """Two sensors tell a direction only where the second sits neither beside the first nor opposite it."""
    known = [key for key in DEFAULT_OFFSETS if is_int(offsets.get(key, DEFAULT_OFFSETS[key]), 0, 999)]
    if len(known) < len(DEFAULT_OFFSETS):
        return
    places = filled(DEFAULT_OFFSETS, offsets)
    for first, second in (("rotor_a", "rotor_b"), ("ball_a", "ball_b")):
        # rotor_a's place is in thousandths of a turn, and only rotor_b's in those of a pitch
        apart = (places[second] - (places[first] if first == "ball_a" else 0)) % 500
        if not LEAST_APART <= apart <= 500 - LEAST_APART:
            right = "it must be at least " + str(LEAST_APART) + " thousandths from " + first + " and from opposite it"
            errors.append(("offsets." + second, str(places[second]), right + ", to tell a direction"))


def _check_journal(journal, errors):
    if not isinstance(journal, dict):
        return
    for key in sorted(journal):
        if key not in DEFAULT_JOURNAL:
            errors.append(("journal." + key, shown(journal[key]), no_such(key, DEFAULT_JOURNAL)))
    least, most = SEGMENTS
    if "segments" in journal and not is_int(journal["segments"], least, most):
        right = must_be("a whole number of segments of 32 KiB from " + str(least) + " to " + str(most))
        errors.append(("journal.segments", shown(journal["segments"]), right))
    if journal.get("overwrite", False) not in (True, False) or type(journal.get("overwrite")) is int:
        errors.append(("journal.overwrite", shown(journal["overwrite"]), must_be("true or false")))


def _check_rules(stated, errors):
    options = stated.get("options", {})
    if not isinstance(options, dict):
        return None
    for key in sorted(options):
        if key not in OPTIONS:
            errors.append(("options." + key, shown(options[key]), no_such(key, OPTIONS)))
    if not isinstance(options.get("allow", []), list):
        errors.append(("options.allow", shown(options["allow"]), must_be("an array of kinds of wagers")))
        return None
    try:
        known = {key: options[key] for key in OPTIONS if key in options}
        rules = Rules(stated["rules"], wheel=stated.get("wheel"), complete=False, **known)
    except RulesError as error:
        key = error.option if error.option in ("rules", "wheel") else "options." + error.option
        where = stated if error.option in ("rules", "wheel") else options
        value = shown(where[error.option]) if error.option in where else "missing"
        errors.append((key, value, error.message))
        return None
    for option, clause, purpose in rules.missing:
        errors.append(("options." + option, "missing", rules.id + " needs it, " + clause + ": " + purpose))
    return rules


def _check_notices(stated, rules, errors):
    """What the rulebook ties to an approved layout or a posted notice needs the operator's statement that it is."""
    notices = stated.get("notices", [])
    if not isinstance(notices, list):
        return
    known = [row[2] for row in rules.book.NOTICES]
    for notice in notices:
        if notice not in known:
            right = "there is no such statement; " + rules.id + " knows " + (", ".join(known) if known else "none")
            errors.append(("notices", shown(notice), right))
    for kind, wheel, statement, what, clause in rules.book.NOTICES:
        applies = (wheel is None or wheel == rules.wheel) and (kind is None or kind in rules.allow)
        if applies and statement not in notices:
            right = "it is the operator's statement that there is " + what + ", " + clause
            errors.append(("notices", "without " + statement, right))
