"""What every check of stated settings uses: the words of its errors, and who has which GPIO.

An error is (key, value as text, what would be right), as in settings.py.
"""

from shared_core.wire import shown

HIGHEST_PIN = 48
# board: the GPIOs that it has on its pins, None for any. A Pico W has its radio on 23 to 25 and 29, a Pico its supply.
BOARDS = {"pico": tuple(range(23)) + (26, 27, 28), "other": None}


def is_int(value, least, most):
    """Whether a value is a whole number in a range."""
    return type(value) is int and least <= value <= most


def must_be(what):
    return "it must be " + what


def no_such(key, known):
    """What is said of a key that does not exist: the known ones that begin like it, else all."""
    near = [name for name in sorted(known) if name[:3] == key[:3]] or sorted(known)
    return "there is no such key; there is " + " or ".join(near)


def filled(defaults, stated):
    """The defaults with what is stated in their places."""
    result = dict(defaults)
    result.update(stated or {})
    return result


def check_range(name, value, least, most, errors):
    if not is_int(value, least, most):
        errors.append((name, shown(value), must_be("a whole number from " + str(least) + " to " + str(most))))


class Pins:
    """Hands out the GPIOs of a board, one of BOARDS, each to one key."""

    def __init__(self, errors, board):
        self._errors = errors
        self._board = board
        self._used = {}  # number: (key, bus)

    def claim(self, key, number, bus=None):
        """The key wants a GPIO. bus: None, or what devices must have in common to share the wire."""
        if not is_int(number, 0, HIGHEST_PIN):
            self._errors.append((key, shown(number), must_be("a GPIO number from 0 to " + str(HIGHEST_PIN))))
            return
        if BOARDS[self._board] is not None and number not in BOARDS[self._board]:
            right = 'a Pico has GPIO 0 to 22 and 26 to 28 on its pins; any other board needs "board": "other"'
            self._errors.append((key, str(number), right))
            return
        other, its_bus = self._used.get(number, (None, None))
        if other is None:
            self._used[number] = (key, bus)
        elif bus is None or bus != its_bus:
            self._errors.append((key, str(number), other + " is on the same GPIO"))
