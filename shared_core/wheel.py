"""The wheel: its numbers, their colours and the order of its pockets.

A number is a small int wherever it is counted with: 0 to 36 stand for themselves and ZERO_ZERO for "00".
"""

ZERO_ZERO = 37
NUMBERS = 38

# Clockwise, seen from above (DESIGN, "Spots").
_SINGLE = bytes((
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14,
    31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
))  # fmt: skip
_DOUBLE = bytes((
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1, ZERO_ZERO, 27, 10, 25, 29,
    12, 8, 19, 31, 18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
))  # fmt: skip

# wheel: its pockets, and the number that is "no spin" on it (N.J.A.C. 13:47-20.32(i)2), or None
_WHEELS = {
    "double-zero": (_DOUBLE, None),
    "single-zero": (_SINGLE, None),
    "double-as-single": (_DOUBLE, ZERO_ZERO),
}
WHEELS = ("double-zero", "single-zero", "double-as-single")

_RED = bytes((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))


def pockets(wheel):
    """The numbers of a wheel as bytes of number ids, clockwise from 0: 37 or 38 long."""
    return _WHEELS[wheel][0]


def void_number(wheel):
    """The number id that makes a spin void on this wheel, or None."""
    return _WHEELS[wheel][1]


def has_double_zero(wheel):
    """Whether the layout that belongs to the wheel has a box for 00."""
    return ZERO_ZERO in _WHEELS[wheel][0]


def name(number):
    """The name of a number id: "0" to "36" or "00"."""
    return "00" if number == ZERO_ZERO else str(number)


_IDS = {name(number): number for number in range(NUMBERS)}


def number_id(text):
    """The number id of a name; ValueError for anything but "0" to "36" and "00"."""
    number = _IDS.get(text) if isinstance(text, str) else None
    if number is None:
        raise ValueError("no such number: " + repr(text) + '; right are "0" to "36" and "00"')
    return number


def colour(number):
    """ "red", "black" or "green" of a number id; 0 and 00 are green."""
    if number == 0 or number == ZERO_ZERO:
        return "green"
    return "red" if number in _RED else "black"


def neighbours(wheel, number, each_side=2):
    """The number ids next to each other on the wheel with `number` in their middle, clockwise, as bytes."""
    order = pockets(wheel)
    place = order.find(bytes((number,)))
    return bytes(order[(place + step) % len(order)] for step in range(-each_side, each_side + 1))
