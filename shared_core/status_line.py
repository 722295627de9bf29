"""The trade's status line, by which displays and studios read a wheel (DESIGN, "The link"): made and read.

    *X;<state>;<spin, 3 digits, 1-256>;<last number, 2>;<flags, hex>;<rotor rpm x 10, 3>;<0 cw | 1 ccw>

and the bare number line: " 0" .. " 9", "10" .. "36", "00". Before the first number the line has two blanks for it. In
states 2 to 4 the number is the previous one.
"""

from shared_core import table as tables
from shared_core import wheel
from shared_core.table_setup import SENSOR_FAULT

BEFORE_GAME, PLACE_BETS, BALL_IN_RIM, NO_MORE_BETS, WINNING_NUMBER, CLOSED = range(1, 7)
STATES = {
    tables.CLOSED: CLOSED,
    tables.PLACE_BETS: PLACE_BETS,
    tables.BALL_IN_RIM: BALL_IN_RIM,
    tables.NO_MORE_BETS: NO_MORE_BETS,
    tables.WINNING_NUMBER: WINNING_NUMBER,
    tables.NO_SPIN: BEFORE_GAME,  # a void spin has no state of its own: its flag tells the cause
}
SPINS = 256
MOST_RPM_TENTHS = 999
REQUEST = b"*X"
END = b"\r\n"
NO_NUMBER = "  "


def of_table(table, flags, rpm_tenths, counterclockwise):
    """The status of a table, (state, spin, number id or None, flags, rpm x 10, 0 or 1). flags: {condition: bit}."""
    lit = 0
    for condition in flags:
        if condition == SENSOR_FAULT:
            told = [fault for fault in table.faults if fault != tables.JOURNAL_FULL]
        else:
            told = table.void_cause == condition
        lit |= flags[condition] if told else 0
    spin = (table.game_spin - 1) % SPINS + 1
    rpm = min(rpm_tenths, MOST_RPM_TENTHS)
    return STATES[table.under], spin, table.last_number, lit, rpm, counterclockwise


def line(status):
    """The line of a status, bytes with its end."""
    state, spin, number, flags, rpm, counterclockwise = status
    name = NO_NUMBER if number is None else number_text(number)
    return b"*X;%d;%03d;%s;%X;%03d;%d" % (state, spin, name.encode(), flags, rpm, counterclockwise) + END


def number_text(number):
    """A number id in two characters."""
    name = wheel.name(number)
    return " " + name if len(name) == 1 else name


def parse(text):
    """The status of a line, bytes without its end; None for what is no such line."""
    if text[:3] != b"*X;":
        return None
    fields = bytes(text[3:]).split(b";")
    if [len(fields[place]) for place in (0, 1, 2, 4, 5) if len(fields) == 6] != [1, 3, 2, 3, 1]:
        return None
    state, spin, rpm, counterclockwise = [_digits(fields[place]) for place in (0, 1, 4, 5)]
    flags = _hex(fields[3])
    number = None if fields[2] == NO_NUMBER.encode() else parse_number(fields[2])
    if state not in STATES.values() or spin is None or not 0 < spin <= SPINS:
        return None
    if flags is None or rpm is None or counterclockwise not in (0, 1):
        return None
    if number is None and fields[2] != NO_NUMBER.encode():
        return None
    return state, spin, number, flags, rpm, counterclockwise


def parse_number(text):
    """The number id of two characters, bytes; None for what is no number."""
    if len(text) != 2:
        return None
    if text == b"00":
        return wheel.ZERO_ZERO
    number = _digits(text[1:] if text[0] in b" 0" else text)
    return None if number is None or number > 36 else number


def _digits(text):
    value = 0
    for byte in text:
        if not 48 <= byte <= 57:
            return None
        value = 10 * value + byte - 48
    return value if text else None


def _hex(text):
    value = 0
    for byte in text:
        place = b"0123456789ABCDEF".find(bytes((byte,)).upper())
        if place < 0:
            return None
        value = 16 * value + place
    return value if 0 < len(text) <= 2 else None
