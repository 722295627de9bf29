"""What the table does to the board's input lines: a plan of edges by table time, and the levels that they lead to.

The plan outlives the board's process: a wheel does not stop because a board restarts.
"""

import heapq
from itertools import count


class Wires:
    """Lines are names (rotor_index ... no_spin) or GPIO numbers; all are low at first."""

    def __init__(self, lines):
        self.levels = dict.fromkeys(lines, 0)
        self._order = count()
        self._unsent = []  # heaps of (t_us, order, line, level)
        self._sent = []  # sent to the board, not due yet

    def plan(self, rows):
        """Add edges, an iterable of (t_us, line, level)."""
        for t, line, level in rows:
            heapq.heappush(self._unsent, (t, next(self._order), line, level))

    def take(self, until, most):
        """The next rows that the board is to know, at most so many; they count as sent unless put_back()."""
        rows = []
        while self._unsent and self._unsent[0][0] <= until and len(rows) < most:
            row = heapq.heappop(self._unsent)
            heapq.heappush(self._sent, row)
            rows.append(row)
        return rows

    def put_back(self, rows):
        self._sent = [row for row in self._sent if row not in rows]
        heapq.heapify(self._sent)
        for row in rows:
            heapq.heappush(self._unsent, row)

    def pass_to(self, now):
        """Time went on: edges that were sent and are due now have happened. True if there were any."""
        return self._apply(self._sent, now)

    def rewind(self, now):
        """A new board has been told nothing: what is over has happened, the rest must be sent again."""
        for row in self._sent:
            heapq.heappush(self._unsent, row)
        self._sent = []
        self._apply(self._unsent, now)

    def in_flight(self):
        """How many edges the board knows that are not due yet."""
        return len(self._sent)

    def next_due(self):
        return self._sent[0][0] if self._sent else None

    def next_unsent(self):
        return self._unsent[0][0] if self._unsent else None

    def _apply(self, heap, now):
        passed = False
        while heap and heap[0][0] <= now:
            _, _, line, level = heapq.heappop(heap)
            self.levels[line] = level
            passed = True
        return passed


def trace_plan(rows, start, lines):
    """The edges of a trace that begins at table time `start`: each of `lines` first goes to where the trace finds it.

    A line's first row is a change, a line without rows is 0 (DESIGN, "The sensors").
    """
    first = {}
    for _, line, level in rows:
        first.setdefault(line, 1 - level)
    plan = [(start, line, first.get(line, 0)) for line in lines if line in first or not _is_button(line)]
    plan.extend((start + t, line, level) for t, line, level in rows)
    return plan


def _is_button(line):
    return line in ("no_more_bets", "no_spin")
