"""Lines in from a stream and out to one (sys.stdin.buffer, sys.stdout.buffer, a UART) without ever waiting.

One byte is read or written a poll, because that is all that a poll promises: a read of more waits for the
rest, and a write of more waits up to half a second on a USB port that nobody reads.
"""

import select

LIMIT = 1024  # bytes of a line, without its LF
BYTES_A_CALL = 64  # 6 to 7 ms of a Pico
EVENTS_ROOM = 4096  # bytes of events that wait to be sent
MOST_ANSWERS = 8

LF = 10
CR = 13


class LineReader:
    """poller: an object that polls `stream` for input, else one is made."""

    def __init__(self, stream, poller=None):
        self._stream = stream
        self._poll = _poll_of(poller or _poller(stream, select.POLLIN))
        self._byte = bytearray(1)
        self._line = bytearray(LIMIT)
        self._view = memoryview(self._line)
        self._length = 0
        self._too_long = False

    def lines(self, most=BYTES_A_CALL):
        """Reads up to `most` bytes that are there; yields each line as soon as its LF is read.

        A line is bytes without LF and without a CR before it; None stands for a line that was too long and is
        gone.
        """
        for _ in range(most):
            if not _is_ready(self._poll, select.POLLIN) or self._stream.readinto(self._byte) != 1:
                return
            if self._byte[0] == LF:
                yield self._take()
            elif self._length < LIMIT:
                self._line[self._length] = self._byte[0]
                self._length += 1
            else:
                self._too_long = True

    def _take(self):
        length = self._length
        if length and self._line[length - 1] == CR:
            length -= 1
        line = None if self._too_long else bytes(self._view[:length])
        self._length = 0
        self._too_long = False
        return line


class LineWriter:
    """Sends whole lines in the order in which they were given. poller: as above, for output.

    Events wait in a bounded room: where it is full the oldest is dropped, and counted in `dropped`; a host
    sees the gap in their numbers. Answers are never dropped; while `full`, take no more requests.
    """

    def __init__(self, stream, poller=None, room=EVENTS_ROOM):
        self.dropped = 0
        self._stream = stream
        self._poll = _poll_of(poller or _poller(stream, select.POLLOUT))
        self._room = room
        self._queue = []  # (line with LF, whether it is an event)
        self._sent = 0  # bytes of the first line
        self._events = 0  # bytes of events in the queue
        self._answers = 0

    @property
    def full(self):
        """Whether as many answers wait as may."""
        return self._answers >= MOST_ANSWERS

    def answer(self, line):
        """Queues the answer to a request: bytes without LF."""
        self._queue.append((line + b"\n", False))
        self._answers += 1

    def event(self, line):
        """Queues an event: bytes without LF. Older ones make room for it."""
        line = line + b"\n"
        while self._events + len(line) > self._room:
            if not self._drop_oldest():
                self.dropped += 1
                return
        self._queue.append((line, True))
        self._events += len(line)

    def pump(self, most=BYTES_A_CALL):
        """Writes up to `most` bytes as far as they are taken at once; whether nothing is left to write."""
        for _ in range(most):
            if not self._queue:
                return True
            line = self._queue[0][0]
            if not _is_ready(self._poll, select.POLLOUT):
                return False
            if not self._stream.write(line[self._sent : self._sent + 1]):
                return False
            self._sent += 1
            if self._sent == len(line):
                self._sent = 0
                self._remove(0)
        return not self._queue

    def _drop_oldest(self):
        """Drops the oldest event of which nothing has been sent yet; whether there was one."""
        for at in range(1 if self._sent else 0, len(self._queue)):
            if self._queue[at][1]:
                self._remove(at)
                self.dropped += 1
                return True
        return False

    def _remove(self, at):
        line, is_event = self._queue.pop(at)
        if is_event:
            self._events -= len(line)
        else:
            self._answers -= 1


def _poller(stream, event):
    poller = select.poll()
    poller.register(stream, event)
    return poller


def _poll_of(poller):
    return getattr(poller, "ipoll", poller.poll)  # ipoll() makes no list; CPython has none


def _is_ready(poll, wanted):
    ready = 0
    for _, event in poll(0):
        ready |= event & wanted
    return ready
