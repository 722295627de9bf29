"""The layout: every place where a chip may lie, with the numbers that it covers (derived in geometry.py).

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
        from shared_core.geometry import spots as spots_of

        for spots in spots_of(double):
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
