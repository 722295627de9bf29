"""The ids of a round's wagers, so that one that is sent again is not taken again.

Six bytes of each id's SHA-256, in one piece of memory: as texts of up to 40 characters 400 ids took more than half of
what a Pico's heap has left.
"""

from hashlib import sha256

from shared_core.wire import dump

MOST = 600  # wagers of one round, those that were withdrawn included
BYTES = 6


class WagerIds:
    def __init__(self):
        self._marks = bytearray(MOST * BYTES)
        self._count = 0
        self._round = None

    def full(self, round_number):
        """Whether the round has taken as many wagers as are told apart."""
        return self._round == round_number and self._count == MOST

    def has(self, round_number, request_id):
        """Whether the round has a wager of this id."""
        if self._round != round_number:
            return False
        mark = _mark(request_id)
        end = self._count * BYTES
        at = self._marks.find(mark, 0, end)
        while at >= 0 and at % BYTES:
            at = self._marks.find(mark, at + 1, end)
        return at >= 0

    def add(self, round_number, request_id):
        """The round took a wager of this id; the ids of the round before are forgotten."""
        if self._round != round_number:
            self._round = round_number
            self._count = 0
        at = self._count * BYTES
        self._marks[at : at + BYTES] = _mark(request_id)
        self._count += 1


def _mark(request_id):
    return sha256(dump(request_id).encode()).digest()[:BYTES]
