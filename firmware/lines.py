"""Lines in from a stream and out to one (sys.stdin.buffer, sys.stdout.buffer, a UART) without ever waiting.

One byte is read or written a poll, because that is all that a poll promises: a read of more waits for the
rest, and a write of more waits up to half a second on a USB port that nobody reads.

A window of the journal is too long for that. It goes in pieces of CHUNK, since its host has just asked for it and so
reads: a piece then waits for less than a millisecond of USB. A host that stops reading in the middle costs one such
wait; the rest of its window is dropped at once, and it asks again.
"""

import select
import time

LIMIT = 1024  # bytes of a line, without its LF
BYTES_A_CALL = 64  # to write: 6 to 7 ms of a Pico
FEW_BYTES = 16  # of a call while a number is awaited: the display has to have it within 20 ms
BYTES_A_READ = 256  # what a Pico's port holds: what came together is stamped together
EVENTS_ROOM = 4096  # bytes of events that wait to be sent
MOST_ANSWERS = 8
CHUNK = 256  # bytes of a window in one write: as much as a Pico's USB takes before it has to be read
WINDOW_MS = 3  # of a call for a window: a Pico's USB takes about 1 KB in it
STALLED_MS = 250  # a chunk that took so long, or
GONE_MS = 2000  # a window that got nowhere for so long, has no reader any more
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board

LF = 10
CR = 13
CTRL_C = 3

EVENT, ANSWER, WINDOW, ENDING = range(4)  # what waits to be sent


class LineReader:
    """poller: an object that polls `stream` for input, else one is made.

    more: whether more may be there at once than the last lines() read. interrupted: set when a Ctrl-C was read; nothing
    behind it is read in the same call.
    """

    def __init__(self, stream, poller=None):
        self.more = False
        self._stream = stream
        self._poll = _poll_of(poller or _poller(stream, select.POLLIN))
        self._byte = bytearray(1)
        self._line = bytearray(LIMIT)
        self._view = memoryview(self._line)
        self._length = 0
        self._too_long = False
        self.interrupted = False

    def lines(self, most=BYTES_A_READ):
        """Reads up to `most` bytes that are there; yields each line as soon as its LF is read.

        A line is bytes without LF and without a CR before it; None stands for a line that was too long and is
        gone.
        """
        self.more = False
        if not _is_ready(self._poll, select.POLLIN):
            return ()  # most often, and then without a new object
        return self._lines(most)

    def _lines(self, most):
        poll, readinto, byte, line = self._poll, self._stream.readinto, self._byte, self._line  # twice as fast
        for _ in range(most):
            if not _is_ready(poll, select.POLLIN) or readinto(byte) != 1:
                return
            char = byte[0]
            if char == CTRL_C:
                self.interrupted = True
                return
            if char == LF:
                yield self._take()
            elif self._length < LIMIT:
                line[self._length] = char
                self._length += 1
            else:
                self._too_long = True
        self.more = True

    def _take(self):
        length = self._length
        if length and self._line[length - 1] == CR:
            length -= 1
        line = None if self._too_long else bytes(self._view[:length])
        self._length = 0
        self._too_long = False
        return line


class LineWriter:
    """Sends whole lines in the order in which they were given. poller: as above, for output; ms: like ticks_ms().

    Events wait in a bounded room: where it is full the oldest is dropped, and counted in `dropped`; a host
    sees the gap in their numbers. Answers are never dropped; while `full`, take no more requests.
    """

    def __init__(self, stream, poller=None, room=EVENTS_ROOM, ms=None):
        self.dropped = 0
        self._stream = stream
        self._poll = _poll_of(poller or _poller(stream, select.POLLOUT))
        self._ms = ms or getattr(time, "ticks_ms", None)  # CPython has none
        self._room = room
        self._queue = []  # (bytes with LF, one of the kinds below)
        self._sent = 0  # bytes of the first line
        self._byte = bytearray(1)
        self._events = 0  # bytes of events in the queue
        self._answers = 0
        self._window_done = None  # function to be called when the window in the queue is through
        self._moved = 0  # ms at which it last got on

    @property
    def full(self):
        """Whether as many answers wait as may."""
        return self._answers >= MOST_ANSWERS

    def answer(self, line):
        """Queues the answer to a request: bytes without LF."""
        self._queue.append((line + b"\n", ANSWER))
        self._answers += 1

    def window(self, line, data, done):
        """Queues an answer and the bytes of its window, one at a time. done(): called when data is needed no more."""
        self._queue.append((line + b"\n", WINDOW))
        if len(data):  # else a host has all with the answer, and may ask on before the next turn
            self._queue.append((data, WINDOW))
        self._window_done = done
        self._moved = self._ms()

    def event(self, line):
        """Queues an event: bytes without LF. Older ones make room for it."""
        line = line + b"\n"
        while self._events + len(line) > self._room:
            if not self._drop_oldest():
                self.dropped += 1
                return
        self._queue.append((line, EVENT))
        self._events += len(line)

    def pump(self, most=BYTES_A_CALL):
        """Writes up to `most` bytes as far as they are taken at once; whether nothing is left to write."""
        began = None
        while self._queue and most > 0:
            data, kind = self._queue[0]
            if kind == WINDOW:
                began = self._ms() if began is None else began
                if self._since(began) > WINDOW_MS or not self._write_piece(data):
                    return False
            else:
                taken = self._write_line(data, most)
                if not taken:
                    return False
                most -= taken
            if self._sent == len(data):
                self._sent = 0
                self._remove(0)
        return not self._queue

    def _write_line(self, data, most):
        """Writes up to `most` bytes of a line, one a poll; how many were taken."""
        poll, write, byte = self._poll, self._stream.write, self._byte  # a slice would be a new object for each byte
        at = self._sent
        end = min(len(data), at + most)
        while at < end and _is_ready(poll, select.POLLOUT):
            byte[0] = data[at]
            if not write(byte):
                break
            at += 1
        taken = at - self._sent
        self._sent = at
        return taken

    def _write_piece(self, data):
        """Sends a piece of a window; whether there is someone who takes it."""
        began = self._ms()
        taken = self._sent == len(data)
        if not taken and _is_ready(self._poll, select.POLLOUT):
            taken = self._stream.write(data[self._sent : self._sent + CHUNK])
            self._sent += taken or 0
        if self._since(began) > STALLED_MS or (not taken and self._since(self._moved) > GONE_MS):
            self._drop_window()
            return False
        if taken:
            self._moved = began
        return taken

    def _since(self, ms):
        return (self._ms() - ms) & TICKS_MASK

    def _drop_window(self):
        """Nobody reads it: the rest is dropped, and the line after it begins a line."""
        self._sent = 0
        while self._queue and self._queue[0][1] == WINDOW:
            self._remove(0)
        self._queue.insert(0, (b"\n", ENDING))

    def _drop_oldest(self):
        """Drops the oldest event of which nothing has been sent yet; whether there was one."""
        for at in range(1 if self._sent else 0, len(self._queue)):
            if self._queue[at][1] == EVENT:
                self._remove(at)
                self.dropped += 1
                return True
        return False

    def _remove(self, at):
        data, kind = self._queue.pop(at)
        if kind == EVENT:
            self._events -= len(data)
        elif kind == ANSWER:
            self._answers -= 1
        elif kind == WINDOW and (not self._queue or self._queue[0][1] != WINDOW):
            self._window_done()


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
