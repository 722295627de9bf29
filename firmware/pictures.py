"""What each picture of the table looks like on seven-segment digits: four are a picture, eight have room for more.

A picture is bytes of four segment codes, left to right: segment a is bit 0, g is bit 6, point or colon bit 7.
"""

from shared_core.dealer_buttons import HAND, INSPECT
from shared_core.table import CODED_FAULTS
from shared_core.wheel import number_id

DIGITS = 4
_POINTS = "123456789"  # of an inspection
ALL_SEGMENTS = b"\xff\xff\xff\xff"
DARK = b"\x00\x00\x00\x00"
POINT = 0x80

# Each character and its code: two texts, since on a board a table of them takes more.
GLYPHS = "0123456789AbCdEFHIJLnoPrStU- "
_CODES = bytes((
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F,  # 0 1 2 3 4 5 6 7 8 9
    0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71, 0x76, 0x30, 0x1E, 0x38,  # A b C d E F H I J L
    0x54, 0x5C, 0x73, 0x50, 0x6D, 0x78, 0x3E, 0x40, 0x00,  # n o P r S t U -
))  # fmt: skip

# The words: a line has a picture's name and its four characters. Numbers stand for themselves: "0" is one zero at the
# right, "00" two. One text, since on a board each word by itself takes more.
WORDS = """
closed CLSd
place-bets bEtS
ball-in-rim SPIn
no-more-bets ----
no-spin noSP
by-hand HAnd
settings SEt\x20
fault Er00
fault-journal-full FULL
journal-90 J 90
"""

# Each fault that can be has a code: "fault-rotor_index" is Er01, "fault-no_spin" Er08, then those of other parts.
FAULT, CODE = "fault-", "Er"


def code(char):
    """The segment code of a character of GLYPHS."""
    return _CODES[GLYPHS.index(char)]


def segments(text):
    """The segment codes of up to four characters of GLYPHS, right-aligned."""
    codes = bytes([code(char) for char in text])
    return bytes(DIGITS - len(codes)) + codes


def word(name):
    """The word of a picture, None of one that has none."""
    if name.startswith(FAULT) and name[len(FAULT) :] in CODED_FAULTS:
        return CODE + ("0" + str(CODED_FAULTS.index(name[len(FAULT) :]) + 1))[-2:]
    at = WORDS.find("\n" + name + " ") + 1
    start = at + len(name) + 1
    return WORDS[start : start + DIGITS] if at else None


def picture(name):
    """The segment codes of a picture; ValueError for a name that is none."""
    known = word(name)
    if known is not None:
        return segments(known)
    if name in ("self-test", "dark"):
        return ALL_SEGMENTS if name == "self-test" else DARK
    if name.startswith(INSPECT) and name[len(INSPECT) :] in _POINTS:
        return segments("In " + name[len(INSPECT) :])
    number = name[len(HAND) :] if name.startswith(HAND) else name
    try:
        number_id(number)
    except ValueError:
        raise ValueError("no such picture: " + repr(name)) from None
    return segments("H" + " " * (3 - len(number)) + number if name.startswith(HAND) else number)


def row(name, digits, earlier=()):
    """The codes of a picture for so many digits. Eight have room for two earlier numbers at their left, the older one
    first, each with a point behind it."""
    codes = picture(name)
    if name == "self-test":
        return ALL_SEGMENTS[:1] * digits
    left = b""
    for number in earlier[: max(digits - DIGITS, 0) // 2]:
        left = bytes((picture(number)[DIGITS - 2], picture(number)[DIGITS - 1] | POINT)) + left
    return bytes(digits - DIGITS - len(left)) + left + codes
