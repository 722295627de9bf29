"""Journals that are wrong on purpose, to show that the power cuts find them. Runs on MicroPython."""

from firmware.actions import Actions
from firmware.journal_start import Replay
from shared_core import recovery
from shared_core.link import Link

_begin, _replay, _last_head = Actions.__init__, Replay._replay, Replay._last_head
_line = Link.line


class Careless:
    """A journal that says its records are durable as soon as they are in memory."""

    def __init__(self, journal):
        self._journal = journal

    def flush(self):
        pass

    def __getattr__(self, name):
        return getattr(self._journal, name)


def act_before_it_flushes(self, journal, writer, display):
    """Tells and shows what the journal may still lose."""
    _begin(self, Careless(journal), writer, display)


def keep_torn_end(self, number, is_last):
    """Writes on behind whatever is at the end of the log."""
    self._storage.cut = lambda number, size: None
    _replay(self, number, is_last)
    self.size = self._storage.size(number)


def keep_unbegun(self, numbers):
    """Takes a segment whose first record was never written for the beginning of the log."""
    if numbers and not self._storage.size(numbers[-1]):
        return None
    return _last_head(self, numbers)


def answer_again(self, t, data):
    """Gives a request that is sent again its answer though that still waits for its record."""
    self.unsaid = []
    return _line(self, t, data)


def settle_again():
    """Settles a round after the power went, whether it was settled or not."""
    recovery.MISSING[recovery.SETTLED] = recovery.MISSING[recovery.NUMBER]


def put(owner, method, wrong):
    return lambda: setattr(owner, method, wrong)


BROKEN = {
    "acknowledges-before-it-flushes": put(Actions, "__init__", act_before_it_flushes),
    "no-torn-tail-check": put(Replay, "_replay", keep_torn_end),
    "no-check-for-a-segment-not-begun": put(Replay, "_last_head", keep_unbegun),
    "settles-again": settle_again,
    "answers-again-before-it-flushes": put(Link, "line", answer_again),
}


def break_with(name):
    """Puts one of BROKEN in place; None for none."""
    if name:
        BROKEN[name]()
