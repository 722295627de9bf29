"""The pit boss's inspection before a table opens, a point at a time (live-dealer 4.2; elsewhere by setting)."""

from shared_core import rulebooks
from shared_core.errors import Refused
from shared_core.wire import shown


class Inspection:
    """table: Table, whose `inspected` says whether every point was found good since it closed. place: of the next
    point."""

    def __init__(self, table):
        self.points = table.rules.inspection or rulebooks.INSPECTION_POINTS
        self.place = 0
        self._table = table

    def begin(self):
        """Starts at the first point; what was inspected before counts no more."""
        self._table.inspected = False
        self.place = 0

    def next(self):
        """Pairs that tell the next point: its name, what is checked and the clause; next is None when all are done."""
        if self._table.inspected:
            return (("next", None),)
        name, what, clause = self.points[self.place]
        return (("next", name), ("check", what), ("clause", clause))

    def names(self):
        return [row[0] for row in self.points]

    def check_all(self, names):
        """Raises Refused unless names holds each point once."""
        wanted = self.names()
        if not isinstance(names, list) or len(names) != len(wanted) or [one for one in wanted if one not in names]:
            raise Refused("not-inspected", "points must hold each of " + ", ".join(wanted) + " and nothing else")

    @property
    def point(self):
        """The name of the next point, or None."""
        return None if self._table.inspected else self.points[self.place][0]

    def check_next(self, name):
        """The clause of the next point; raises Refused unless that is its name."""
        done = self._table.inspected
        if done or name != self.point:
            right = "all points are inspected" if done else "the next point is " + self.points[self.place][0]
            raise Refused("not-now", right + ", not " + shown(name))
        return self.points[self.place][2]

    def good(self):
        """The next point was found good; whether it was the last."""
        self.place += 1
        if self.place == len(self.points):
            self._table.inspected = True
        return self._table.inspected
