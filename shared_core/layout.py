"""The layout: every place where a chip may lie, derived from the boxes that are drawn on the cloth.

The numbers stand in twelve rows of three; the zero (or 0 beside 00) is a row of its own above them. A chip lies
within a box, on the line between two boxes, on a corner that boxes share, or on the outside line where rows begin.
From that follow the 157 places of a single-zero layout and the 161 of a double-zero one; the two wagers that belong
to the wheel's replica or to an area of their own (five-adjacent, seven-numbers) come on top.

A spot is known by its name outside and by its place in `names`, a small int, inside.
"""

from array import array

from shared_core import wheel as _wheel

# In the order in which a dealer pays (layout order): kinds of spots as DESIGN lists them.
KINDS = (
    "straight", "split", "street", "trio", "corner", "first-four", "first-five", "six-line", "column", "dozen",
    "red", "black", "odd", "even", "low", "high", "seven-numbers", "five-adjacent",
)  # fmt: skip
EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")
OUTSIDE = EVEN_MONEY + ("column", "dozen")

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
    """Yields (kind, name, covered numbers) of the wagers on boxes, their lines and their corners."""
    boxes = _boxes(double)
    numbers = _sorted(boxes)
    for number in numbers:
        yield "straight", "straight-" + _wheel.name(number), bytes((number,))
    for place, low in enumerate(numbers):
        for high in numbers[place + 1 : place + 5]:  # boxes that share a line are no farther apart
            if _share_line(boxes[low], boxes[high]):
                yield "split", "split-" + _names((low, high)), bytes((low, high))
    for first in range(1, 37, 3):
        yield "street", "street-" + str(first), bytes(range(first, first + 3))

    points = [_touching(boxes, x, y) for y in range(1, _ROWS + 1) for x in range(1, 6)]
    for group in points:
        if len(group) == 3:
            yield "trio", "trio-" + _names(group), group
    for group in points:
        if len(group) == 4:
            yield "corner", "corner-" + str(group[0]), group
    # The outside corner between the zeros and the first row takes the zeros in; those below it take two rows.
    kind = "first-five" if double else "first-four"
    yield kind, kind, numbers[: 5 if double else 4]
    for first in range(1, 34, 3):
        yield "six-line", "six-line-" + str(first), bytes(range(first, first + 6))


def _outside_spots():
    """Yields the same for the boxes beside and below the numbers."""
    for column in range(1, 4):
        yield "column", "column-" + str(column), bytes(range(column, 37, 3))
    for dozen in range(3):
        yield "dozen", "dozen-" + str(dozen + 1), bytes(range(12 * dozen + 1, 12 * dozen + 13))
    for colour in ("red", "black"):
        yield colour, colour, bytes([n for n in range(1, 37) if _wheel.colour(n) == colour])
    yield "odd", "odd", bytes(range(1, 37, 2))
    yield "even", "even", bytes(range(2, 37, 2))
    yield "low", "low", bytes(range(1, 19))
    yield "high", "high", bytes(range(19, 37))


def _operators_spots(double):
    """Yields the same for the two wagers that an operator may add."""
    yield "seven-numbers", "seven-numbers", SEVEN_NUMBERS
    wheel = "double-zero" if double else "single-zero"
    for number in _sorted(_wheel.pockets(wheel)):
        yield "five-adjacent", "five-adjacent-" + _wheel.name(number), _wheel.neighbours(wheel, number)


class Names:
    """The spots' names by their ids in one piece: on a board 200 objects of their own take 7 KB more.

    As a list, as far as len(), names[spot] and a loop go.
    """

    def __init__(self):
        self._text = b"\n"  # each name between two LF
        self._ends = array("H", [1])

    def extend(self, names):
        for name in names:
            self._ends.append(self._ends[-1] + len(name) + 1)
        self._text += "".join([name + "\n" for name in names]).encode()

    def __len__(self):
        return len(self._ends) - 1

    def __getitem__(self, spot):
        if spot >= len(self):
            raise IndexError("no such spot")
        return self._text[self._ends[spot] : self._ends[spot + 1] - 1].decode()

    def find(self, name):
        """The id of the spot of that name, or None."""
        at = self._text.find(("\n" + name + "\n").encode())
        return None if at < 0 or "\n" in name else self._text.count(b"\n", 0, at)


class Layout:
    """The places of one layout. Everything is indexed by the spot's id, a small int in layout order.

    names: the spots' names; kinds: bytes, index into KINDS; covered_by[number id]: bytes of the spots that cover the
    number. It is made once and stays: small on a board, where each object of its own costs 16 bytes and more.
    """

    def __init__(self, double):
        self.double = double
        self.names = Names()
        kinds = bytearray()
        covers = bytearray()
        ends = array("H", [0])
        covered_by = [bytearray() for _ in range(_wheel.NUMBERS)]
        for spots in (_inside_spots(double), _outside_spots(), _operators_spots(double)):
            names = []
            for kind, name, covered in spots:
                for number in covered:
                    covered_by[number].append(len(kinds))
                kinds.append(KINDS.index(kind))
                names.append(name)
                covers.extend(covered)
                ends.append(len(covers))
            self.names.extend(names)
        self.kinds = bytes(kinds)
        self._covers = bytes(covers)  # of all spots, one after another
        self._ends = ends  # where those of each spot begin and end
        self.covered_by = [bytes(spots) for spots in covered_by]
        self.fifths = self.names.find("five-adjacent-0")  # from this id on a wager is five straight ones

    def covers(self, spot):
        """The number ids that a spot id covers, as bytes."""
        return self._covers[self._ends[spot] : self._ends[spot + 1]]

    def spot_id(self, name):
        """The id of the spot of that name, or None where this layout has no such place."""
        return self.names.find(name) if isinstance(name, str) else None

    def straight(self, number):
        """The id of the straight spot of a number id."""
        return self.covered_by[number][0]

    def kind(self, spot):
        """The kind of a spot id, one of KINDS."""
        return KINDS[self.kinds[spot]]


_layouts = {}


def layout_of(wheel):
    """The layout that belongs to a wheel, made once."""
    double = _wheel.has_double_zero(wheel)
    if double not in _layouts:
        _layouts[double] = Layout(double)
    return _layouts[double]
