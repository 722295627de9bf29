"""Does what the core has decided, in its order: nothing is shown or told before the records ahead of it are durable.

Records that stand next to each other become durable together, by one write to the flash. When that fails, all that
comes after waits, and is tried again every second: what the table has decided is never lost to a full or failing flash,
nor told before it is safe. A flash that fails closes the table, so little comes after; what does not end (stray spins,
warnings) is counted in place of being kept once MOST_WAITING lists wait.

On a board whose capture is deaf while the flash is written, nothing is written while a ball is live: a record, and all
that comes after it, then waits until the ball has come to rest (see `hold`).
"""

from firmware.storage import in_words
from shared_core.wire import dump

RETRY_US = 1000000
MOST_WAITING = 32


class Actions:
    """journal, writer, display: where to. failed: None, or why what waits cannot be done now. hold: whether nothing may
    be written now; what was taken in before is written all the same."""

    def __init__(self, journal, writer, display):
        self.failed = None
        self.hold = False
        self._failed_at = 0
        self._journal = journal
        self._writer = writer
        self._display = display
        self._waiting = []  # iterators of actions, oldest first
        self._undone = None  # the action that failed
        self._dropped = 0  # lists of actions that came when too many waited

    def perform(self, t, actions):
        """Does the actions of table.py at time t, an iterable, and ("answer", bytes); whether nothing has failed."""
        if actions and self.failed is not None and len(self._waiting) >= MOST_WAITING:
            self._dropped += 1
        elif actions:
            self._waiting.append(iter(actions))
        if self.failed is None and not self._waiting:
            return True
        if self.failed is not None and t - self._failed_at < RETRY_US:
            return False
        try:
            self._do_all()
            self.failed = None
        except OSError as error:
            self.failed = in_words(error)
            self._failed_at = t
        return self.failed is None

    def show_early(self, picture, blink):
        """Shows what blinks until its records are durable, if nothing waits that comes before it; whether it did."""
        if self.failed is not None or self._waiting:
            return False
        self._display.show(picture, blink)
        return True

    def tell(self, pairs):
        """Sends an event: ("event", name) first in pairs; the number goes in behind it. Raises OSError."""
        number = self._journal.event_number()
        self._writer.event(dump(pairs[:1] + (("n", number),) + pairs[1:]).encode())

    @property
    def waiting(self):
        """Whether something waits to be done."""
        return bool(self._waiting)

    @property
    def crowded(self):
        """Whether so much waits that no more lines should be read, though nothing has failed."""
        return self.failed is None and len(self._waiting) >= MOST_WAITING

    def _do_all(self):
        while self._waiting:
            if self._undone is None:
                self._undone = self._next()
            if self._undone is None:
                continue
            if self.hold and self._undone[0] == "record":
                break
            self._do(self._undone)
            self._undone = None
        if self._dropped:
            self._journal.append((("kind", "not-recorded"), ("count", self._dropped)))
            self._dropped = 0
        self._journal.flush()

    def _next(self):
        """The next action that waits; None where the first of the iterators has no more, and is dropped."""
        for action in self._waiting[0]:
            return action
        self._waiting.pop(0)
        return None

    def _do(self, action):
        kind = action[0]
        if kind == "record":
            if not self._journal.damage:  # then there is no table, and nothing to record but its restart
                self._journal.append(action[1])
            return
        self._journal.flush()
        if kind == "event":
            self.tell(action[1])
        elif kind == "show":
            self._display.show(action[1], action[2])
        elif kind == "answer":
            self._writer.answer(action[1])
