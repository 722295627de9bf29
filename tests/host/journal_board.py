"""A stand-in for a board with a journal and no table: the firmware's own journal and link, behind a pseudo-terminal."""

from firmware.journal import Journal
from firmware.pull import Pull
from shared_core.link import Link
from tests.firmware.fakes import MemoryStorage
from tests.host.partner import Partner

BOARD = "e6614c311b7e6f35"
SEGMENT = 4000


class JournalBoard(Partner):
    """storage: what an earlier one left; options: of Journal. journal: its Journal. disturb: function(text) -> text,
    what becomes of each answer, with the window behind it, on its way to the host."""

    def __init__(self, storage=None, board=BOARD, **options):
        self.storage = storage or MemoryStorage()
        self.journal = Journal(self.storage, board, segment=SEGMENT, **options)
        assert self.journal.damage is None, self.journal.damage
        self.disturb = lambda text: text
        self._link = Link(None, (("firmware", "test"), ("board", board)), ["no settings"], None, Pull(self.journal))
        self.boot()
        super().__init__(self._answer)

    def boot(self):
        self.journal.append(self.journal.boot((("cause", "test"),)))
        self.journal.flush()

    def note(self, count=1, size=300):
        """Records appear in the journal."""
        for _ in range(count):
            self.journal.append((("kind", "note"), ("text", "x" * size)))
            self.journal.flush()

    def written(self):
        return [line for number in self.storage.numbers() for line in self.storage.lines(number)]

    def _answer(self, line):
        text = self._link.line(0, line.encode()) + "\n"
        if self._link.window is not None:
            text += bytes(self._link.window).decode()
        for action in self._link.take():
            if action[0] == "record":
                self.journal.append(action[1])
                self.journal.flush()
        return self.disturb(text)
