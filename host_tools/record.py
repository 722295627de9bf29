"""A record as the host reads it out of a log: a dict, and what is odd about it.

A log may be whole and hold a record that this version does not know, or whose fields are not what they should be: of a
newer firmware, or of somebody's own. Such a record is shown as it is, named, and not taken into any sum.
"""

import json

from shared_core import wheel
from shared_core.journal import parse


def _is_whole(value):
    return type(value) is int and value >= 0


def _is_sum(value):
    return type(value) is int


def _are_whole(value):
    return isinstance(value, list) and all(map(_is_whole, value))


def _is_text(value):
    return isinstance(value, str)


def _is_pocket(value):
    try:
        wheel.number_id(value)
    except (ValueError, TypeError):
        return False
    return True


def _are_texts(value):
    return isinstance(value, list) and all(map(_is_text, value))


def _are_rows(*checks):
    def are(value):
        return isinstance(value, list) and all(
            isinstance(row, list)
            and len(row) == len(checks)
            and all(check(item) for check, item in zip(checks, row, strict=True))
            for row in value
        )

    return are


WHOLE = (_is_whole, "a whole number")
SUM = (_is_sum, "a whole number of minor units")
NUMBER = (_is_sum, "a whole number, which may be below 0")
TEXT = (_is_text, "a text")
TEXTS = (_are_texts, "a list of texts")
TIMES = (_are_whole, "a list of whole numbers")
POCKET = (_is_pocket, "a number of the wheel")
WAGERS = (_are_rows(_is_whole, _is_text, _is_whole), "a list of [seat, spot, stake]")
LAST = (_are_rows(_is_whole, _is_whole, _is_text), "a list of [milliseconds, seat, spot]")
SETTLED = (_are_rows(_is_whole, _is_text, _is_whole, _is_whole), "a list of [index, outcome, paid, returned]")

# The fields that the tools build on: those that a record of a kind must have, and those that may be null or not there.
MUST = {
    "segment": {"log": TEXT, "board": TEXT, "acked": WHOLE},
    "boot": {"boot": WHOLE, "cause": TEXT, "torn": WHOLE},
    "firmware": {"firmware_sha256": TEXT},
    "wagers-void": {"standing": WHOLE},
    "ack": {"acked": WHOLE},
    "overwritten": {"from": WHOLE, "to": WHOLE},
    "not-recorded": {"count": WHOLE},
    "events": {"events": WHOLE},
    "clock": {"t": WHOLE, "utc": WHOLE},
    "inspect": {"points": TEXTS},
    "inspection-failed": {"point": TEXT},
    "dealer": {"name": TEXT},
    "corrected": {"of": WHOLE, "seat": WHOLE, "amount": SUM, "reason": TEXT},
    "open": {},
    "close": {},
    "bets-part": {"round": WHOLE, "part": WHOLE, "rows": WAGERS},
    "bets": {"t": WHOLE, "round": WHOLE, "spin": WHOLE, "by": TEXT, "wagers": WHOLE, "staked": WHOLE},
    "spin": {"round": WHOLE, "spin": WHOLE},
    "void": {"round": WHOLE, "cause": TEXT},
    "late-wager": {"seat": WHOLE, "spot": TEXT, "stake": SUM, "after_us": NUMBER},
    "withdrawn": {"seat": WHOLE, "spot": TEXT, "amount": WHOLE},
    "taken": {"seat": WHOLE, "spot": TEXT, "amount": WHOLE},
    "settlement-part": {"round": WHOLE, "part": WHOLE, "rows": SETTLED},
    "settlement": {"round": WHOLE, "number": POCKET, "collected": WHOLE, "paid": WHOLE, "returned": WHOLE},
    "paid": {"round": WHOLE},
    "fault": {"fault": TEXT, "evidence": TEXT},
    "fault-cleared": {"faults": TEXTS},
    "sensor-warning": {"line": TEXT, "evidence": TEXT},
    "stray-spin": {"verdict": TEXT, "phase": TEXT},
    "maintenance": {},
    "crash": {"error": TEXT},
}
MAY = {
    "boot": {"table": TEXT, "rules": TEXT, "wheel": TEXT},
    "open": {"table": TEXT, "rules": TEXT, "wheel": TEXT},
    "bets": {"clause": TEXT, "ball_speed_milli": WHOLE, "ball_place_milli": WHOLE, "early": TIMES, "last": LAST},
    "spin": {"number": POCKET, "reason": TEXT, "why": TEXT, "drop_us": WHOLE},
    "void": {"drop_us": WHOLE},
    "inspect": {"uneven": WHOLE, "friction": WHOLE, "drift": TEXTS},
    "settlement": {"rules": TEXT},
}
MAY_ALL = {"t": WHOLE, "round": WHOLE}


def read(line):
    """(record, odd) of a line that is one by its form: the record a dict with its number as "seq", or None where it
    holds no JSON object; odd: None, or half a sentence that says what is odd about it.

    What an acknowledgement itself calls "seq", the record that a host has stored, is "acked" here.
    """
    seq, _, _, body = parse(line)
    try:
        told = json.loads(body, parse_constant=_refuse)
        json.dumps(told, ensure_ascii=False).encode()  # half a character of two, as "\ud800", has no place in a text
    except (ValueError, RecursionError):
        return None, "it holds no JSON"
    if not isinstance(told, dict):
        return None, "it holds no JSON object"
    if "seq" in told:
        told["acked"] = told.pop("seq")
    record = {"seq": seq, **told}
    return record, odd(record)


def odd(record):
    """None, or half a sentence that says what is odd about a record."""
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in MUST:
        return f"its kind {_quoted(kind)} is not known to this tablectl" if "kind" in record else "it has no kind"
    for field, (fits, right) in MUST[kind].items():
        if field not in record:
            return f"a {kind} record needs {field}, {right}"
        if not fits(record[field]):
            return f"its {field} is {_quoted(record[field])}, not {right}"
    for field, (fits, right) in {**MAY_ALL, **MAY.get(kind, {})}.items():
        if record.get(field) is not None and not fits(record[field]):
            return f"its {field} is {_quoted(record[field])}, not {right}"
    return None


def _quoted(value):
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _refuse(name):
    raise ValueError(f"{name} is no JSON")
