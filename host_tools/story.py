"""Tells the records of a round as what happened at the table."""

from datetime import UTC, datetime

# What a record says, by its kind; the names in braces are its fields. A kind that is not here is told field
# by field.
SENTENCES = {
    "segment": "a segment of log {log} of board {board}, key {key}; stored by a host up to {acked}",
    "boot": "the board started, boot {boot}: {cause}; {torn} bytes of an unfinished record were cut off",
    "wagers-void": "the power went: electronic wagers not yet bound are void, {standing} stand from before",
    "ack": "a host has stored the log up to record {seq}",
    "overwritten": "records {from} to {to} were overwritten, which no host has stored",
    "events": "event numbers up to {events} are set aside",
    "clock": "the clock was set to {utc}",
    "inspect": "the pit boss inspected the wheel: {points}",
    "open": "the table opened",
    "close": "the table closed",
    "bets": "bets closed, by {by}: {wagers} wagers, {staked} staked",
    "void": "no spin, {cause} ({clause}); the wagers stand",
    "withdrawn": "seat {seat} took back {amount} from {spot}",
    "taken": "seat {seat} took {amount} off {spot}",
    "settlement": "settled for {number}: {collected} collected, {paid} paid, {returned} returned",
    "fault": "FAULT {fault} on {line}: {evidence}",
    "fault-cleared": "fault cleared: {faults}",
    "paid": "all winners are paid; the round is over",
    "maintenance": "the table stepped aside for maintenance",
}
TOLD_ELSEWHERE = ("bets-part", "settlement-part")  # their rows are the wagers of the round
OWN = ("seq", "kind", "t", "round")
SPIN = ("number", "reason", "why", "valid", "manual")  # told in words


def tell(records):
    """The records of a round as a list of (seq, time since the board started, sentence)."""
    told = []
    for record in records:
        if record.get("kind") not in TOLD_ELSEWHERE:
            told.append((record["seq"], clock(record.get("t")), sentence(record)))
    return told


def sentence(record):
    """One record as a sentence."""
    kind = record.get("kind")
    if kind == "spin":
        return _spin(record)
    fields = {name: _time_of_day(value) if name == "utc" else _shown(value) for name, value in record.items()}
    try:
        return SENTENCES[kind].format_map(fields)
    except KeyError:
        return _fields(record, str(kind))


def clock(t):
    """Microseconds since the board started as h:mm:ss.mmm, "" where there are none."""
    if type(t) is not int:
        return ""
    seconds, ms = divmod(t // 1000, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"


def _spin(record):
    if record.get("number") is None:
        why = f" ({record['why']})" if "why" in record else ""
        what = f"the spin could not be read: {record.get('reason')}{why}"
    else:
        what = f"the number is {record['number']}" + (", by the dealer's hand" if record.get("manual") else "")
    measured = {name: value for name, value in record.items() if name not in SPIN}
    return _fields(measured, what)


def _fields(record, head):
    rest = [f"{name} {_shown(value)}" for name, value in record.items() if name not in OWN and value is not None]
    return head + (": " + ", ".join(rest) if rest else "")


def _shown(value):
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return "none" if value is None else str(value)


def _time_of_day(seconds):
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (TypeError, ValueError, OverflowError):
        return str(seconds)
