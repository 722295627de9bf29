"""What may stand in a table.json, key by key: one table for the JSON Schema, the explanation and the comparison."""

from host_tools.rules import rulebook_ids
from shared_core import output_settings as outputs
from shared_core import settings
from shared_core.rule_options import MOST_TURNS
from shared_core.stated import HIGHEST_PIN
from shared_core.wheel import WHEELS

GPIO = {"type": "integer", "minimum": 0, "maximum": HIGHEST_PIN}
MONEY = {"type": "integer", "minimum": 1}
SWITCH = {"type": "boolean"}
OFFSET = {"type": "integer", "minimum": 0, "maximum": 999}
WIRES = {"brightness": "brightness", "address": "address on the bus", "pixels": "how many pixels it has"}
SENSORS = {
    "rotor_index": "once a rotor turn, when the pocket of 0 passes the reader",
    "rotor_a": "once a pocket, at the reader",
    "rotor_b": "once a pocket, a quarter of a pocket clockwise of the reader",
    "pocket": "when the pocket that holds the ball passes the reader",
    "ball_a": "when the ball passes on its track, at the reader",
    "ball_b": "the same, a quarter turn clockwise",
    "no_more_bets": "the dealer's button that closes the bets",
    "no_spin": "the dealer's button that voids the spin",
}


def _object(rows):
    """The JSON Schema of an object out of rows like those of TABLE."""
    properties = {}
    for key, (told, form, default) in rows.items():
        stated = {} if default is None else {"default": default}
        properties[key.rpartition(".")[2]] = {"description": told, **form, **stated}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _display(name):
    """Rows of a display: the wires and values of every type, each told with the types that have it."""
    rows: dict[str, tuple[str, dict, object]] = {
        f"{name}.type": ("the kind of display", {"enum": sorted(outputs.DISPLAYS)}, "tm1637")
    }
    types = {}
    for kind, parts in outputs.DISPLAYS.items():
        for wire, _ in parts[0]:
            types.setdefault(wire, []).append((kind, 0, HIGHEST_PIN))
        for value, _, least, most in parts[1]:
            types.setdefault(value, []).append((kind, least, most))
    for key, ranges in types.items():
        form = {"type": "integer", "minimum": min(row[1] for row in ranges), "maximum": max(row[2] for row in ranges)}
        told = f"{WIRES.get(key, f'GPIO of {key}')} ({', '.join(row[0] for row in ranges)})"
        rows[f"{name}.{key}"] = (told, form, settings.DEFAULT_DISPLAY.get(key))
    return rows


def _line(name, told):
    """Rows of a serial line."""
    bit = {"enum": [1, 2, 4, 8, 16, 32, 64, 128]}
    flags = {"type": "object", "properties": dict.fromkeys(outputs.CONDITIONS, bit), "additionalProperties": False}
    return {
        f"{name}.uart": (f"UART of {told}", {"type": "integer", "minimum": 0, "maximum": 7}, None),
        f"{name}.tx": (f"GPIO that sends: {told}", GPIO, None),
        f"{name}.rx": (f"GPIO that receives: {told}", GPIO, None),
        f"{name}.flags": (f"the bit of each condition in {told}", flags, None),
    }


# key, with a dot before a key inside an object: (what it is, its JSON Schema, value where it is not stated)
TABLE: dict[str, tuple[str, dict, object]] = {
    "table": ("the table's id, as it stands in the log and on `tablectl list`", {"type": "string"}, None),
    "rules": ("the rulebook: `tablectl rules` lists them", {"enum": rulebook_ids()}, None),
    "wheel": ("the wheel; without it the rulebook's first", {"enum": list(WHEELS)}, None),
    "options.zero_rule": ("what even-money wagers lose on a zero", {"enum": ["half", "all"]}, None),
    "options.allow": (
        "wagers that the operator offers beyond the usual",
        {"type": "array", "items": {"enum": ["five-adjacent", "seven-numbers"]}},
        None,
    ),
    "options.street_odds": ("odds of a street, to 1, where the rulebook has none", {"type": "integer"}, None),
    "options.chip": ("value of one of the five chips of a five-adjacent wager, in minor units", MONEY, None),
    "options.minimum": ("the least a seat may wager on a spot, in minor units (500 is 5.00)", MONEY, None),
    "options.maximum": ("the most a seat may have on a spot, in minor units", MONEY, None),
    "options.min_turns": (
        "revolutions of the ball that make a spin valid, where the rulebook leaves them to the operator",
        {"type": "integer", "minimum": 0, "maximum": MOST_TURNS},
        None,
    ),
    "notices": (
        "the operator's statements that a notice is posted or a layout approved, where the rulebook asks for them",
        {"type": "array", "items": {"type": "string"}},
        [],
    ),
    "bet_timer_s": (
        "seconds from the opening of the bets to their close, or to the reminder of the dealer",
        {"type": "integer", "minimum": 5, "maximum": 600},
        None,
    ),
    "call_speed": (
        "thousandths of a turn a second at which the slowing ball calls for no more bets",
        {"type": "integer", "minimum": 200, "maximum": 2500},
        None,
    ),
    "board": ("the board, which says what GPIOs there are: any Pico, or another", {"enum": ["pico", "other"]}, "pico"),
    "supervisor_key": ("GPIO of the key that lets a tool at the board while the table is in play", GPIO, None),
    "inspection": ("the pit boss inspects before opening, also where the rulebook does not ask for it", SWITCH, False),
    **_display("display"),
    "displays": (
        "several displays, in place of display",
        {"type": "array", "maxItems": outputs.MOST_DISPLAYS, "items": _object(_display("display"))},
        None,
    ),
    **{f"lamps.{lamp}": (f"GPIO of the lamp {lamp}", GPIO, None) for lamp in outputs.LAMPS},
    "buzzer": ("GPIO of the buzzer", GPIO, None),
    **_line("status_line", "the trade's status line, which the table sends at 9600 baud"),
    "reader": (
        "who reads the wheel: its sensors, or another reader over reader_line",
        {"enum": list(outputs.READERS)},
        outputs.SENSORS,
    ),
    **_line("reader_line", "the trade's status line of another reader"),
    "journal.segments": (
        "how many segments of 32 KiB the journal may take",
        {"type": "integer", "minimum": settings.SEGMENTS[0], "maximum": settings.SEGMENTS[1]},
        settings.DEFAULT_JOURNAL["segments"],
    ),
    "journal.overwrite": (
        "a full journal overwrites its oldest records, though no host has stored them",
        SWITCH,
        settings.DEFAULT_JOURNAL["overwrite"],
    ),
    **{f"pins.{line}": (f"GPIO of {SENSORS[line]}", GPIO, pin) for line, pin in settings.DEFAULT_PINS.items()},
    **{
        f"offsets.{line}": (
            f"where {line} sits, in thousandths of a {'pocket' if line == 'rotor_b' else 'turn'} clockwise "
            "(tablectl calibrate finds it)",
            OFFSET,
            offset,
        )
        for line, offset in settings.DEFAULT_OFFSETS.items()
    },
}


def schema():
    """The JSON Schema (2020-12) of a table.json, with a description for each key."""
    properties = {}
    groups = {}
    for key, row in TABLE.items():
        group, _, name = key.rpartition(".")
        if group:
            groups.setdefault(group, {})[name] = row
    for group, rows in groups.items():
        properties[group] = {"description": settings.KEYS[group], **_object(rows)}
    properties.update(_object({key: row for key, row in TABLE.items() if "." not in key})["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The settings of a roulette table (table.json)",
        "type": "object",
        "required": ["table", "rules"],
        "properties": properties,
        "additionalProperties": False,
    }


def flat(stated):
    """The entries of a table.json by the keys of TABLE, {key: value}: what is not stated has its default or is left
    out."""
    found = {key: default for key, (_, _, default) in TABLE.items() if default is not None}
    if "display" in stated or "displays" in stated:  # then tm1637's defaults hold only for a tm1637
        for key in [key for key in found if key.startswith("display.")]:
            del found[key]
    if isinstance(stated.get("display"), dict) and stated["display"].get("type", "tm1637") in outputs.DISPLAYS:
        stated = {**stated, "display": outputs.displays({"display": stated["display"]})[0]}
    for key, value in stated.items():
        if isinstance(value, dict):
            found.update({f"{key}.{name}": entry for name, entry in value.items()})
        else:
            found[key] = value
    return found
