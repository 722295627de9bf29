"""The edges of all inputs by hard Pin interrupts, stamped in the handler, in a ring allocated beforehand.

This is the capture for any board. It needs its interrupts served, so a board with it loses edges while it
erases or programs its own flash. One by PIO and DMA offers the same: Capture(pins), drain(sink), lost and
close().

Handlers of different pins must not interrupt each other; on RP2040 all pins share one interrupt.
"""

from array import array

ROOM = 512  # edges; all lines of a table make about 250 a second


class Capture:
    """Watches `pins`, a sequence of input Pins; a line is the place of its pin in it.

    A line that is high at the start is told as an edge at that time. Levels of a line always alternate.

    lost: how often an edge found the ring full and was left out. The line's next edges are told from the level
    that was told last, so that a pulse may be missing but never half of one. A spin during which `lost` changed
    is not to be trusted.

    ticks: what stamps an edge, time.ticks_us unless given. room: edges, a power of two.
    """

    in_hardware = False

    def __init__(self, pins, ticks=None, room=ROOM):
        if ticks is None:
            from time import ticks_us as ticks
        if room & (room - 1):
            raise ValueError("the room of a ring is a power of two")
        self.lost = 0
        self._times = array("L", [0] * room)  # as wide as the board's own int
        self._codes = bytearray(room)  # line * 2 + level
        self._mask = room - 1
        self._head = 0  # written by the handlers only
        self._tail = 0  # written by drain() only
        self._lines = [_Line(self, line, pin, ticks) for line, pin in enumerate(pins)]

    def drain(self, sink):
        """Calls sink(ticks, line, level) for each edge up to now, oldest first, as stamped by ticks."""
        head = self._head
        while self._tail != head:
            at = self._tail
            ticks = self._times[at]
            code = self._codes[at]
            self._tail = (at + 1) & self._mask
            sink(ticks, code >> 1, code & 1)

    def close(self):
        """Ends the interrupts."""
        for line in self._lines:
            line.pin.irq(handler=None)

    def put(self, ticks, code):
        """From a handler: an edge into the ring; whether there was room for it. Allocates nothing."""
        head = self._head
        after = (head + 1) & self._mask
        if after == self._tail:
            self.lost += 1
            return False
        self._times[head] = ticks
        self._codes[head] = code
        self._head = after
        return True


class _Line:
    """One input and its interrupt handler."""

    def __init__(self, capture, line, pin, ticks):
        self.pin = pin
        self._capture = capture
        self._code = line << 1
        self._ticks = ticks
        self._rising = pin.IRQ_RISING
        self._falling = pin.IRQ_FALLING
        self._level = 0  # as told last
        self._flags = _unknown
        if pin():
            self._tell(ticks(), 1)
        irq = pin.irq(handler=self._edge, trigger=pin.IRQ_RISING | pin.IRQ_FALLING, hard=True)
        self._flags = getattr(irq, "flags", _unknown)

    def _edge(self, pin):
        """The hard interrupt: nothing in here may allocate or raise.

        Edges of one pin that come while interrupts wait are merged into one call, and the pin may change
        again before it is read. Where the port says which edges the call stands for, one edge is taken at its
        word. Both, or a port that does not say: the level that is read counts, and if it is the one told last
        there was a pulse shorter than the wait, of which both edges are told with the same stamp.
        """
        ticks = self._ticks()
        flags = self._flags()
        level = pin()
        if flags == self._rising or flags == self._falling:
            level = 1 if flags == self._rising else 0
            if level == self._level:  # seen already by the read of the call before
                return
        elif level == self._level:
            self._tell(ticks, 1 - level)
        if level != self._level:
            self._tell(ticks, level)

    def _tell(self, ticks, level):
        if self._capture.put(ticks, self._code | level):
            self._level = level


def _unknown():
    return 0
