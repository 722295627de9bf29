"""Tells the records of a round as what happened at the table."""

from host_tools import call
from host_tools.record import odd
from host_tools.time_of_day import as_text

# What a record says, by its kind; the names in braces are its fields. A kind that is not here is told field
# by field.
SENTENCES = {
    "segment": "a segment of log {log} of board {board}, key {key}; stored by a host up to {acked}",
    "boot": "the board started, boot {boot}: {cause}; {torn} bytes of an unfinished record were cut off",
    "firmware": "the program was changed, not by tablectl flash: its hash is {firmware_sha256}, not as the start told",
    "not-recorded": "while the journal could not be written, {count} stray spins and warnings were not recorded",
    "wagers-void": "the power went: electronic wagers not yet bound are void, {standing} stand from before",
    "ack": "a host has stored the log up to record {acked}",
    "overwritten": "records {from} to {to} were overwritten, which no host has stored",
    "events": "event numbers up to {events} are set aside",
    "clock": "the clock was set to {utc}",
    "inspection-failed": "the pit boss found the wheel not good: {point} ({clause})",
    "dealer": "{name} is the dealer now",
    "corrected": "a payment of round {of} was put right: seat {seat} gets {amount}, {reason}",
    "open": "the table opened",
    "close": "the table closed",
    "void": "no spin, {cause} ({clause}); the wagers stand",
    "withdrawn": "seat {seat} took back {amount} from {spot}",
    "taken": "seat {seat} took {amount} off {spot}",
    "settlement": "settled for {number}: {collected} collected, {paid} paid, {returned} returned",
    "fault": "FAULT {fault}: {evidence}",
    "sensor-warning": "sensor {line} failed, the spin goes on without it: {evidence}",
    "fault-cleared": "fault cleared: {faults}",
    "paid": "all winners are paid; the round is over",
    "maintenance": "the table stepped aside for maintenance",
    "crash": "the program broke off and starts anew: {error}",
}
NOTHING_TO_PAY = "the round is over; it had no electronic wagers, so the table knows of none to pay"
UNPROVEN = "UNPROVEN"  # the mark of a record that is the first bad one of its log or stands behind it
TOLD_ELSEWHERE = ("bets-part", "settlement-part")  # their rows are the wagers of the round
OWN = ("seq", "kind", "t", "round")
SPIN = ("number", "reason", "why", "valid", "manual")  # told in words


def tell(records, times, proven=None):
    """The records of a round as a list of (seq, time of day or None, time since the board started, sentence), in the
    order of time: a record may be written before that of something earlier, such as a late wager's before the bets'.

    proven: how many of them, from the first on, stand before the first bad record of the log; the rest is marked.
    """
    told = []
    bets = None
    drops = _drops(records)
    start, t = 0, -1
    for place, (record, time) in enumerate(zip(records, times, strict=True)):
        strange = odd(record)
        kind = None if strange else record["kind"]
        if kind == "bets":
            bets = record
        if kind == "boot":
            start, t = start + 1, -1
        if type(record.get("t")) is int:
            t = record["t"]  # one without a time stands where it was written
        if kind not in TOLD_ELSEWHERE:
            mark = "" if proven is None or place < proven else f"{UNPROVEN}: "
            row = (record["seq"], time, clock(record), mark + _in_its_round(record, kind, strange, bets, drops))
            told.append(((start, t), row))
    return [row for _, row in sorted(told, key=lambda entry: entry[0])]


def _drops(records):
    """When the ball left the track after bets were closed, by the number of the record of these bets: microseconds of
    the board's clock, estimated, where the spin or its void tells."""
    drops = {}
    bets = None
    for record in records:
        kind = None if odd(record) else record["kind"]
        if kind in ("bets", "boot"):
            bets = record["seq"] if kind == "bets" else None  # the clock begins anew at a start
        if kind in ("spin", "void") and bets:
            drops.setdefault(bets, record.get("drop_us"))
    return drops


def _in_its_round(record, kind, strange, bets, drops):
    """A record as a sentence, with what the bets and the spin of its round say to it."""
    if kind == "paid" and bets and not bets["wagers"]:
        return NOTHING_TO_PAY
    if kind == "bets":
        return printable("; ".join(call.sentences(record, drops.get(record["seq"]))))
    text = sentence(record, strange)
    before = call.to_the_drop(bets, record) if kind in ("spin", "void") else None
    return f"{text}; {before}" if before else text


def sentence(record, strange=None):
    """One record as a sentence. strange: what is odd about it, as record.odd() says; then its fields follow as they
    are."""
    if strange:
        return _fields(record, f"ODD, {printable(strange)}: {_shown(record.get('kind'))}")
    kind = record["kind"]
    if kind in _TELLERS:
        return _TELLERS[kind](record)
    fields = {name: as_text(value) if name == "utc" else _shown(value) for name, value in record.items()}
    try:
        return SENTENCES[kind].format_map(fields)
    except KeyError:
        return _fields(record, kind)


def clock(record):
    """A record's microseconds since the board started as h:mm:ss.mmm, "" where there are none."""
    t = record.get("t")
    if type(t) is not int:
        return ""
    seconds, ms = divmod(t // 1000, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}"


def _spin(record):
    if record.get("number") is None:
        why = f" ({_shown(record['why'])})" if record.get("why") else ""
        what = f"the spin could not be read: {_shown(record.get('reason'))}{why}"
    else:
        what = f"the number is {record['number']}" + (", by the dealer's hand" if record.get("manual") else "")
    measured = {name: value for name, value in record.items() if name not in SPIN}
    return _fields(measured, what)


def _inspection(record):
    told = f"the pit boss inspected the wheel: {_shown(record['points'])}"
    if "friction" in record:
        told += f"; the rotor coasted, its marks uneven by {record['uneven']} thousandths of a pitch, friction"
        told += f" {record['friction']}"
        told += "".join(f"; DRIFT: {printable(one)}" for one in record.get("drift", []))
    return told


def _bets(record):
    return printable("; ".join(call.sentences(record)))


def _late(record):
    return printable(call.late(record))


_TELLERS = {"spin": _spin, "bets": _bets, "late-wager": _late, "inspect": _inspection}


def _fields(record, head):
    rest = [
        f"{printable(name)} {_shown(value)}" for name, value in record.items() if name not in OWN and value is not None
    ]
    return head + (": " + ", ".join(rest) if rest else "")


def _shown(value):
    if isinstance(value, list):
        return ", ".join(printable(item) for item in value)
    return "none" if value is None else printable(value)


def printable(value):
    """A value from a log as text, without what would command a terminal."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in str(value))
