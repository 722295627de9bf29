"""Where a chip may lie on the cloth: the places of a layout, derived from the boxes that are drawn on it.

The numbers stand in twelve rows of three; the zero (or 0 beside 00) is a row of its own above them. A chip lies
within a box, on the line between two boxes, on a corner that boxes share, or on the outside line where rows begin.
From that follow the 157 places of a single-zero layout and the 161 of a double-zero one; the two wagers that belong
to the wheel's replica or to an area of their own (five-adjacent, seven-numbers) come on top.

Needed only when a Layout is made (layout.py): a board forgets it then.
"""

from shared_core import wheel as _wheel

SEVEN_NUMBERS = bytes((10, 11, 12, 13, 14, 15, 33))  # N.J.A.C. 13:47-20.32(e)15

# A box is (left, right, top, bottom) in sixths of the layout's width across and in rows down: a number is two
# sixths wide, the single zero six and each of two zeros three.
_ROWS = 12


def _boxes(double):
    boxes = {}
    if double:
        boxes[0] = (0, 3, 0, 1)
        boxes[_wheel.ZERO_ZERO] = (3, 6, 0, 1)
    else:
        boxes[0] = (0, 6, 0, 1)
    for number in range(1, 37):
        row, column = divmod(number - 1, 3)
        boxes[number] = (2 * column, 2 * column + 2, row + 1, row + 2)
    return boxes


def _share_line(a, b):
    """Whether two boxes share a stretch of line, not only a corner."""
    across = min(a[1], b[1]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[2], b[2])
    return (across == 0 and down > 0) or (down == 0 and across > 0)


def _rank(number):
    """0 before 00 before 1."""
    return 0 if number == 0 else 1 if number == _wheel.ZERO_ZERO else number + 1


def _sorted(numbers):
    return bytes(sorted(numbers, key=_rank))


def _touching(boxes, x, y):
    """The boxes that meet at the point (x, y), in layout order."""
    near = [n for n in (0, _wheel.ZERO_ZERO) if n in boxes] if y == 1 else []
    near.extend(range(max(1, 3 * y - 5), min(36, 3 * y) + 1))  # the rows above and below the point
    return _sorted([n for n in near if boxes[n][0] <= x <= boxes[n][1] and boxes[n][2] <= y <= boxes[n][3]])


def _names(numbers):
    return "-".join(_wheel.name(n) for n in numbers)


def _inside_spots(double):
    """Yields (kind, which of it or "", covered numbers) of the wagers on boxes, their lines and their corners."""
    boxes = _boxes(double)
    numbers = _sorted(boxes)
    for number in numbers:
        yield "straight", _wheel.name(number), bytes((number,))
    for place, low in enumerate(numbers):
        for high in numbers[place + 1 : place + 5]:  # boxes that share a line are no farther apart
            if _share_line(boxes[low], boxes[high]):
                yield "split", _names((low, high)), bytes((low, high))
    for first in range(1, 37, 3):
        yield "street", str(first), bytes(range(first, first + 3))

    points = [_touching(boxes, x, y) for y in range(1, _ROWS + 1) for x in range(1, 6)]
    for group in points:
        if len(group) == 3:
            yield "trio", _names(group), group
    for group in points:
        if len(group) == 4:
            yield "corner", str(group[0]), group
    # The outside corner between the zeros and the first row takes the zeros in; those below it take two rows.
    yield ("first-five", "", numbers[:5]) if double else ("first-four", "", numbers[:4])
    for first in range(1, 34, 3):
        yield "six-line", str(first), bytes(range(first, first + 6))


def _outside_spots():
    """Yields the same for the boxes beside and below the numbers."""
    for column in range(1, 4):
        yield "column", str(column), bytes(range(column, 37, 3))
    for dozen in range(3):
        yield "dozen", str(dozen + 1), bytes(range(12 * dozen + 1, 12 * dozen + 13))
    for colour in ("red", "black"):
        yield colour, "", bytes([n for n in range(1, 37) if _wheel.colour(n) == colour])
    yield "odd", "", bytes(range(1, 37, 2))
    yield "even", "", bytes(range(2, 37, 2))
    yield "low", "", bytes(range(1, 19))
    yield "high", "", bytes(range(19, 37))


def _operators_spots(double):
    """Yields the same for the two wagers that an operator may add."""
    yield "seven-numbers", "", SEVEN_NUMBERS
    wheel = "double-zero" if double else "single-zero"
    for number in _sorted(_wheel.pockets(wheel)):
        yield "five-adjacent", _wheel.name(number), _wheel.neighbours(wheel, number)


def spots(double):
    """Three iterables of (kind, which of it or "", bytes of numbers covered), in the order in which a dealer pays."""
    return _inside_spots(double), _outside_spots(), _operators_spots(double)
