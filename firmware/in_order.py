"""What happened, handed out in the order in which it did.

A press is told once its contacts are at rest, stamped with their first edge; a line is answered when there is time for
it, stamped when its LF was read. What the wheel did in between must not overtake them.
"""


class InOrder:
    def __init__(self):
        self._waiting = []  # (t, kind, what), earliest first

    def add(self, t, kind, what):
        """Something happened at t, an int. What happened at the same time stays in the order in which it was added."""
        at = len(self._waiting)
        while at and self._waiting[at - 1][0] > t:
            at -= 1
        self._waiting.insert(at, (t, kind, what))

    def take(self, until, before=None):
        """The earliest (t, kind, what), or None when nothing happened up to `until`, or it is of the kind `before`."""
        if not self._waiting or self._waiting[0][0] > until or self._waiting[0][1] == before:
            return None
        return self._waiting.pop(0)

    def first(self):
        """The time of the earliest that waits, or None."""
        return self._waiting[0][0] if self._waiting else None
