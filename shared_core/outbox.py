"""What the table has decided and the board is to do, in order (the actions of table.py)."""


class Outbox:
    """round: that of the game, which each record and event carries. early: function(picture, blink) that shows a
    picture before the rest is worked out, where it may, and returns whether it did; or None."""

    def __init__(self, round_number):
        self.round = round_number
        self.early = None
        self._actions = []

    def record(self, kind, t, pairs=()):
        """A record for the journal; t: us since boot."""
        self._actions.append(("record", (("kind", kind), ("t", t), ("round", self.round)) + tuple(pairs)))

    def records(self, several):
        """Records of records.py, an iterable of pairs, made only when they are written."""
        self._actions.append(("records", several))

    def event(self, name, pairs=()):
        """An event for the host."""
        self._actions.append(("event", (("event", name), ("round", self.round)) + tuple(pairs)))

    def show(self, picture, blink=False):
        """A picture for the display."""
        self._actions.append(("show", picture, blink))

    def show_early(self, picture, blink):
        """The same, at once if nothing has to be done before it."""
        if self._actions or self.early is None or not self.early(picture, blink):
            self.show(picture, blink)

    def take(self):
        """The actions since the last call, oldest first, as an iterator, or () for none: the records of 400 wagers are
        made one by one, since a board has no room for all of them at once."""
        if not self._actions:
            return ()
        actions = self._actions
        self._actions = []
        return _one_by_one(actions)


def _one_by_one(actions):
    for action in actions:
        if action[0] == "records":
            for pairs in action[1]:
                yield ("record", pairs)
        else:
            yield action
