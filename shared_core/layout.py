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


_A = 65  # the letter of the first kind
_WHICH = "-0123456789"  # what a name ends in that says which of its kind it is


def _short(kind, which):
    """A name as bytes: a letter for its kind, what tells it from others of its kind, LF. B14-17 is split-14-17.

    No chr(): a board keeps for ever what that makes."""
    return bytes((_A + KINDS.index(kind),)) + which.encode() + b"\n"


class Names:
    """The spots' names by their ids, short and in one piece: on a board 200 objects of their own take 8 KB more.

    As a list, as far as len(), names[spot] and a loop go.
    """

    def __init__(self):
        self._text = b""  # each short name ended by LF
        self._ends = array("H", [0])

    def extend(self, kinds):
        """kinds: list of (kind, which of it or "")."""
        added = [_short(kind, which) for kind, which in kinds]
        for name in added:
            self._ends.append(self._ends[-1] + len(name))
        self._text += b"".join(added)

    def __len__(self):
        return len(self._ends) - 1

    def __getitem__(self, spot):
        at, end = self._ends[spot], self._ends[spot + 1] - 1
        kind = KINDS[self._text[at] - _A]
        return kind + "-" + self._text[at + 1 : end].decode() if end > at + 1 else kind

    def kind(self, spot):
        """The kind of a spot, one of KINDS."""
        return KINDS[self._text[self._ends[spot]] - _A]

    def find(self, name):
        """The id of the spot of that name, or None."""
        kind = name.rstrip(_WHICH)
        at = self._text.find(_short(kind, name[len(kind) + 1 :])) if kind in KINDS else -1
        if at < 0:
            return None
        spot = self._text.count(b"\n", 0, at)
        return spot if self[spot] == name else None  # red- and straight17 are no names


class Layout:
    """The places of one layout. Everything is indexed by the spot's id, a small int in layout order.

    names: the spots' names. It is made once and stays: small on a board, where each object of its own costs 16 bytes
    and more.
    """

    def __init__(self, double):
        self.double = double
        self.names = Names()
        covered = bytearray()
        by = bytearray()
        from shared_core.geometry import spots as spots_of

        spot = 0
        for spots in spots_of(double):
            names = []
            for kind, which, numbers in spots:
                covered.extend(numbers)
                by.extend(bytes((spot,)) * len(numbers))
                names.append((kind, which))
                spot += 1
            self.names.extend(names)
        self._covered = bytes(covered)  # the numbers of all spots, one after another
        self._by = bytes(by)  # the spot of each of them
        self.fifths = self.names.find("five-adjacent-0")  # from this id on a wager is five straight ones

    def covers(self, spot):
        """The number ids that a spot id covers, as bytes."""
        one = bytes((spot,))
        return self._covered[self._by.find(one) : self._by.rfind(one) + 1]

    def covered_by(self, number):
        """The spot ids that cover a number id, as bytes."""
        spots = bytearray()
        one = bytes((number,))
        at = self._covered.find(one)
        while at >= 0:
            spots.append(self._by[at])
            at = self._covered.find(one, at + 1)
        return bytes(spots)

    def spot_id(self, name):
        """The id of the spot of that name, or None where this layout has no such place."""
        return self.names.find(name) if isinstance(name, str) else None

    def straight(self, number):
        """The id of the straight spot of a number id."""
        return self._by[self._covered.find(bytes((number,)))]  # the straight ones come first

    def kind(self, spot):
        """The kind of a spot id, one of KINDS."""
        return self.names.kind(spot)


_layouts = {}


def layout_of(wheel):
    """The layout that belongs to a wheel, made once."""
    double = _wheel.has_double_zero(wheel)
    if double not in _layouts:
        _layouts[double] = Layout(double)
    return _layouts[double]
