"""All pictures that a display can show, and what a human reads there."""

from firmware.pictures import FAULT, GLYPHS, WORDS, code, segments, word
from shared_core.dealer_buttons import HAND, INSPECT
from shared_core.table import CODED_FAULTS
from shared_core.wheel import NUMBERS
from shared_core.wheel import name as number_name

MOST_POINTS = 9  # of an inspection


def worded():
    """The names of those that are words."""
    return [line.split()[0] for line in WORDS.splitlines() if line] + [FAULT + fault for fault in CODED_FAULTS]


def names():
    """The names of all."""
    numbers = [number_name(number) for number in range(NUMBERS)]
    points = [INSPECT + str(place) for place in range(1, MOST_POINTS + 1)]
    return sorted(worded() + ["self-test", "dark"] + numbers + [HAND + name for name in numbers] + points)


def text(codes):
    """A word of the table, else the glyphs, "8." with its point, "?" for what is none."""
    for name in worded():
        if segments(word(name)) == codes:
            return word(name)
    chars = {code(char): char for char in GLYPHS if char != "S"}  # S looks like 5
    return "".join([chars.get(one & 0x7F, "?") + ("." if one & 0x80 else "") for one in codes])
