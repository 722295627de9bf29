"""Every place where a chip may lie, as (name, kind, numbers), listed by eye and in the order of the design's table.

Numbers are their printed names, so that "0" and "00" cannot be mixed up.
"""

ORDER = ["0", "00", *(str(number) for number in range(1, 37))]

WHEEL = {
    "single": "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
    "double": "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
}

RED = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36"

# The boxes as they lie on the cloth, a row of the layout a line: pairs side by side, pairs one above the other.
SPLITS = """
    1-2 2-3      1-4 2-5 3-6
    4-5 5-6      4-7 5-8 6-9
    7-8 8-9      7-10 8-11 9-12
    10-11 11-12  10-13 11-14 12-15
    13-14 14-15  13-16 14-17 15-18
    16-17 17-18  16-19 17-20 18-21
    19-20 20-21  19-22 20-23 21-24
    22-23 23-24  22-25 23-26 24-27
    25-26 26-27  25-28 26-29 27-30
    28-29 29-30  28-31 29-32 30-33
    31-32 32-33  31-34 32-35 33-36
    34-35 35-36
"""
ZERO_SPLITS = {"single": "0-1 0-2 0-3", "double": "0-00 0-1 0-2 00-2 00-3"}

STREETS = "1-2-3 4-5-6 7-8-9 10-11-12 13-14-15 16-17-18 19-20-21 22-23-24 25-26-27 28-29-30 31-32-33 34-35-36"
# In the design's order, along the line between the zeros and the first row.
TRIOS = {"single": "0-1-2 0-2-3", "double": "0-1-2 0-00-2 00-2-3"}

CORNERS = """
    1-2-4-5 2-3-5-6          4-5-7-8 5-6-8-9          7-8-10-11 8-9-11-12
    10-11-13-14 11-12-14-15  13-14-16-17 14-15-17-18  16-17-19-20 17-18-20-21
    19-20-22-23 20-21-23-24  22-23-25-26 23-24-26-27  25-26-28-29 26-27-29-30
    28-29-31-32 29-30-32-33  31-32-34-35 32-33-35-36
"""
FIRST = {"single": ("first-four", "0-1-2-3"), "double": ("first-five", "0-00-1-2-3")}

SIX_LINES = """
    1-2-3-4-5-6        4-5-6-7-8-9        7-8-9-10-11-12     10-11-12-13-14-15  13-14-15-16-17-18
    16-17-18-19-20-21  19-20-21-22-23-24  22-23-24-25-26-27  25-26-27-28-29-30  28-29-30-31-32-33
    31-32-33-34-35-36
"""

OUTSIDE = (
    ("column-1", "column", "1 4 7 10 13 16 19 22 25 28 31 34"),
    ("column-2", "column", "2 5 8 11 14 17 20 23 26 29 32 35"),
    ("column-3", "column", "3 6 9 12 15 18 21 24 27 30 33 36"),
    ("dozen-1", "dozen", "1 2 3 4 5 6 7 8 9 10 11 12"),
    ("dozen-2", "dozen", "13 14 15 16 17 18 19 20 21 22 23 24"),
    ("dozen-3", "dozen", "25 26 27 28 29 30 31 32 33 34 35 36"),
    ("red", "red", RED),
    ("black", "black", "2 4 6 8 10 11 13 15 17 20 22 24 26 28 29 31 33 35"),
    ("odd", "odd", "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35"),
    ("even", "even", "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36"),
    ("low", "low", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18"),
    ("high", "high", "19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"),
    ("seven-numbers", "seven-numbers", "10 11 12 13 14 15 33"),
)


def rank(numbers):
    """Sort key of a spot inside its kind: ascending numbers, 0 before 00 before 1."""
    return [ORDER.index(number) for number in numbers]


def groups(text):
    """The groups of numbers of a list such as "1-2-4-5 2-3-5-6", in layout order."""
    return sorted((tuple(word.split("-")) for word in text.split()), key=rank)


def colour(number):
    if number in ("0", "00"):
        return "green"
    return "red" if number in RED.split() else "black"


def pockets(zeros):
    """The numbers of a wheel, clockwise from 0; `zeros` is "single" or "double"."""
    return WHEEL[zeros].split()


def five_adjacent(zeros, number):
    """`number` between its two neighbours on each side of the wheel, clockwise."""
    ring = pockets(zeros)
    at = ring.index(number) + len(ring)
    return tuple((ring * 3)[at - 2 : at + 3])


def spots(zeros):
    """All places of a layout with one or two zeros as a list of (name, kind, numbers), in layout order."""
    ring = pockets(zeros)
    numbers = [number for number in ORDER if number in ring]
    found = [("straight-" + number, "straight", (number,)) for number in numbers]
    found += [("split-" + "-".join(pair), "split", pair) for pair in groups(SPLITS + ZERO_SPLITS[zeros])]
    found += [("street-" + row[0], "street", row) for row in groups(STREETS)]
    found += [("trio-" + three, "trio", tuple(three.split("-"))) for three in TRIOS[zeros].split()]
    found += [("corner-" + four[0], "corner", four) for four in groups(CORNERS)]
    name, text = FIRST[zeros]
    found.append((name, name, tuple(text.split("-"))))
    found += [("six-line-" + six[0], "six-line", six) for six in groups(SIX_LINES)]
    found += [(name, kind, tuple(text.split())) for name, kind, text in OUTSIDE]
    found += [("five-adjacent-" + number, "five-adjacent", five_adjacent(zeros, number)) for number in numbers]
    return found
