"""The last answers of a link, so that a repeated id gets its first one again.

They lie in one piece of memory. As strings of their own they would stay here and there among what is thrown away, and
leave a board's heap no room in one piece.
"""

from shared_core.wire import dump

ROOM = 1536  # bytes: some twenty answers
PIECE = 128  # bytes that are moved at a time


class Answers:
    def __init__(self):
        self._lines = bytearray(ROOM)
        self._used = 0

    def find(self, request_id):
        """The answer that was given to this id, a str, or None when it was not or is forgotten."""
        start = self._lines.find(('{"id": ' + dump(request_id) + ",").encode(), 0, self._used)
        if start < 0:
            return None
        return bytes(self._lines[start : self._lines.find(b"\n", start)]).decode()

    def add(self, answer):
        """Remembers an answer, a JSON object with the id first; the oldest are forgotten for it."""
        line = answer.encode() + b"\n"
        if self._used + len(line) > ROOM:
            self._forget(self._lines.find(b"\n", ROOM // 2) + 1)
        self._lines[self._used : self._used + len(line)] = line
        self._used += len(line)

    def _forget(self, end):
        for at in range(end, self._used, PIECE):
            piece = bytes(self._lines[at : min(at + PIECE, self._used)])
            self._lines[at - end : at - end + len(piece)] = piece
        self._used -= end
