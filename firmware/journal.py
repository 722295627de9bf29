"""The board's end of the journal: chains records onto the storage, and numbers events on over boots."""

from shared_core.history import EVENTS_AHEAD, History
from shared_core.journal import Chain, JournalError, parse


class Journal:
    """storage: Storage or the like.

    history: what the log tells of before this boot. damage: None, or a sentence that says why the log cannot be
    continued; append() then raises OSError.
    """

    def __init__(self, storage):
        self._storage = storage
        self.history = History()
        self.damage = None
        try:
            for line in storage.lines():
                self.history.feed(parse(line)[3])
            self._chain = Chain(storage.last_line())
        except JournalError as error:
            self.damage = "the journal is damaged: " + error.message
        self._next_event = self._set_aside = self.history.events

    def boot(self, pairs):
        """Writes the boot record, which sets the first event numbers aside. pairs: what it says of the boot."""
        self._set_aside += EVENTS_AHEAD
        self.append((("kind", "boot"), ("boot", self.history.boots + 1)) + pairs + (("events", self._set_aside),))

    def append(self, pairs):
        """Writes one record; when it returns, the record is durable. Raises OSError."""
        if self.damage:
            raise OSError(self.damage)
        line = self._chain.append(pairs)
        try:
            self._storage.append(line)
        except OSError:
            self._chain = Chain(self._storage.last_line())  # what is not there must not be chained to
            raise

    def event_number(self):
        """The number of the next event."""
        if self._next_event >= self._set_aside and not self.damage:
            self._set_aside += EVENTS_AHEAD
            self.append((("kind", "events"), ("events", self._set_aside)))
        self._next_event += 1
        return self._next_event - 1
