"""What may stand in a table.json, key by key: one table for the JSON Schema, the explanation and the comparison."""

from host_tools.rules import rulebook_ids
from shared_core import settings
from shared_core.rulebook import MOST_TURNS
from shared_core.stated import HIGHEST_PIN
from shared_core.wheel import WHEELS

GPIO = {"type": "integer", "minimum": 0, "maximum": HIGHEST_PIN}
MONEY = {"type": "integer", "minimum": 1}
SWITCH = {"type": "boolean"}
OFFSET = {"type": "integer", "minimum": 0, "maximum": 999}
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

# key, with a dot before a key inside an object: (what it is, its JSON Schema, value where it is not stated)
TABLE = {
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
    "inspection": ("the pit boss inspects before opening, also where the rulebook does not ask for it", SWITCH, False),
    "display.type": ("the display", {"enum": ["tm1637"]}, settings.DEFAULT_DISPLAY["type"]),
    "display.clk": ("GPIO of the display's clock", GPIO, settings.DEFAULT_DISPLAY["clk"]),
    "display.dio": ("GPIO of the display's data", GPIO, settings.DEFAULT_DISPLAY["dio"]),
    "display.brightness": (
        "brightness of the display",
        {"type": "integer", "minimum": 0, "maximum": 7},
        settings.DEFAULT_DISPLAY["brightness"],
    ),
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
    for key, (told, form, default) in TABLE.items():
        place = properties
        group, _, name = key.rpartition(".")
        if group:
            what = settings.KEYS[group]
            empty = {"type": "object", "description": what, "properties": {}, "additionalProperties": False}
            place = properties.setdefault(group, empty)["properties"]
        stated = {} if default is None else {"default": default}
        place[name] = {"description": told, **form, **stated}
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
    for key, value in stated.items():
        if isinstance(value, dict):
            found.update({f"{key}.{name}": entry for name, entry in value.items()})
        else:
            found[key] = value
    return found
