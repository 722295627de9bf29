"""The edges of all inputs by PIO and DMA: no interrupt, so nothing that the processor does can lose or shift one.

One state machine samples all lines in one instruction, once a microsecond, and pushes what differs from the last
sample. Two DMA channels, each started by the other, carry it on: one moves the levels into a ring, the other the
microsecond counter into a second one. All of that goes on while flash is erased, when nothing else does.

The same interface as firmware/capture.py, for RP2040 and RP2350: RP2040 data sheet 2.5 (DMA), 3 (PIO) and 4.6 (timer);
RP2350 data sheet 11, 12.6 and 12.8. Needs the lines on consecutive GPIOs, in their order.
"""

import gc
import sys
from array import array

import machine
import micropython
import rp2
import uctypes
from micropython import const

LINES = 8
ROOM = const(1024)  # changes; a second and more of a table in play, and a burst of 1,000 edges during an erase
STAMP = const(4)  # bytes of a time in its ring
MOST_FILLERS = 12  # of what is free when the rings are laid
SAMPLES_HZ = 1_000_000
CYCLES_A_SAMPLE = 5

PIO0 = 0x50200000
PIO_FDEBUG = PIO0 + 0x08  # bit 0: state machine 0 had to wait since its FIFO was full
PIO_RXF0 = PIO0 + 0x20
PIO_RX0_REQUEST = 4  # DREQ_PIO0_RX0
NO_REQUEST = 0x3F  # TREQ_PERMANENT
DMA = 0x50000000
DMA_CHANNEL = 0x40
DMA_WRITE_ADDRESS = 0x04
BYTE, WORD = 0, 2  # sizes of a DMA transfer
TIMER = {"RP2040": 0x40054000, "RP2350": 0x400B0000}
TIMERAWL = 0x28

# What _tell() keeps from call to call.
TAIL = const(0)  # slot of the next change
TOLD = const(1)  # the levels as they were told, a bit a line
STAMP_BEFORE = const(2)  # of the slot before the tail
SMALL = const(0x3FFFFFFF)  # time.ticks_us() has 30 bits


def _memory():
    """The bytearray in which the rings lie. A ring must begin at a multiple of its size: so what is free before such a
    place is filled until the bytearray begins there. Where that does not come about, it lies in twice the size."""
    fillers = []
    try:
        for _ in range(MOST_FILLERS):
            block = bytearray(ROOM * STAMP + ROOM)
            at = uctypes.addressof(block)
            if at % (ROOM * STAMP) == 0:
                return block
            block = None
            gc.collect()
            fillers.append(bytearray(-at % (ROOM * STAMP)))
    except MemoryError:
        pass
    fillers = None
    gc.collect()
    return bytearray(2 * ROOM * STAMP - 16)


# Taken at the import, while the memory is in one piece; there is one capture at a time.
_BLOCK = _memory()
_ZEROS = bytes(16)


def suits(numbers):
    """Whether this capture can watch the GPIOs of these numbers on this board."""
    consecutive = [numbers[0] + place for place in range(LINES)]  # fewer, and it would take their neighbours for lines
    return _chip() is not None and list(numbers) == consecutive


def _chip():
    board = getattr(sys.implementation, "_machine", "")
    for chip in TIMER:
        if chip in board:
            return chip
    return None


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def _watch():
    # ruff: noqa: F821
    # x: the levels that were pushed last. Five cycles a sample as long as nothing changes.
    wrap_target()  # pyright: ignore
    label("sample")  # pyright: ignore
    mov(isr, null)  # pyright: ignore
    in_(pins, 8)  # pyright: ignore
    mov(y, isr)  # pyright: ignore
    jmp(x_not_y, "changed")  # pyright: ignore
    jmp("sample")  # pyright: ignore
    label("changed")  # pyright: ignore
    push(block)  # pyright: ignore
    mov(x, y)  # pyright: ignore
    wrap()  # pyright: ignore


class Capture:
    """Watches `pins`, input Pins on consecutive GPIOs in the order of their lines, eight of them.

    A line that is high at the start is told as an edge at that time. Levels of a line always alternate.

    lost: how many changes at least found no room. A spin during which `lost` changed is not to be trusted.
    """

    in_hardware = True

    def __init__(self, pins):
        self.lost = 0
        for at in range(0, len(_BLOCK), 16):
            _BLOCK[at : at + 16] = _ZEROS
        start = uctypes.addressof(_BLOCK)
        times = (start + ROOM * STAMP - 1) & ~(ROOM * STAMP - 1)
        # The ring of levels fits before the times or behind them: a ring must begin at a multiple of its size.
        levels = times - ROOM if times - start >= ROOM else times + ROOM * STAMP
        self._state = array("I", [0, 0, 0])
        self._machine = rp2.StateMachine(0, _watch, freq=SAMPLES_HZ * CYCLES_A_SAMPLE, in_base=pins[0])
        self._levels_dma = rp2.DMA()
        self._times_dma = rp2.DMA()
        self._places = array("I", [levels, times, DMA + DMA_CHANNEL * self._times_dma.channel + DMA_WRITE_ADDRESS])
        self._start(levels, times)

    def _start(self, levels, times):
        take, stamp = self._levels_dma, self._times_dma
        self._machine.exec("set(x, 0)")
        for dma, size, ring, request, other in (
            (take, BYTE, ROOM, PIO_RX0_REQUEST, stamp),
            (stamp, WORD, ROOM * STAMP, NO_REQUEST, take),
        ):
            dma.active(0)
            control = dma.pack_ctrl(
                size=size, inc_read=False, inc_write=True, ring_size=_power(ring), ring_sel=True, treq_sel=request,
                chain_to=other.channel, irq_quiet=True,
            )  # fmt: skip
            dma.config(count=1, ctrl=control)
        take.config(read=PIO_RXF0, write=levels)
        stamp.config(read=TIMER[_chip()] + TIMERAWL, write=times)
        take.active(1)
        machine.mem32[PIO_FDEBUG] = 1
        self._machine.active(1)

    def drain(self, sink):
        """Calls sink(ticks, line, level) for each edge up to now, oldest first, as stamped by time.ticks_us()."""
        if machine.mem32[PIO_FDEBUG] & 1:
            machine.mem32[PIO_FDEBUG] = 1
            self.lost += 1
        if not _tell(self._state, self._places, sink):  # pyright: ignore
            self.lost += ROOM
            _tell(self._state, self._places, sink)  # pyright: ignore

    def close(self):
        """Stops the hardware, which would go on writing into memory that is no longer its own."""
        self._machine.active(0)
        for dma in (self._levels_dma, self._times_dma):
            dma.ctrl = 0  # stopped first, so that ending one does not start the other (RP2040-E13, RP2350-E5)
        for dma in (self._levels_dma, self._times_dma):
            dma.active(0)
            dma.close()
        rp2.PIO(0).remove_program(_watch)


def _power(size):
    power = 0
    while 1 << power < size:
        power += 1
    return power


@micropython.viper
def _tell(state: ptr32, places: ptr32, sink) -> bool:
    """Tells every change up to now. False when the DMA has come round and written over what was not told: the next
    call goes on with the newest change.

    A slot was not written over as long as the one before it still has its stamp, since that is written over first.
    """
    levels = ptr8(places[0])
    times = ptr32(places[1])
    written = ptr32(places[2])
    tail = state[TAIL]
    head = (written[0] - int(places[1])) >> 2
    while tail != head:
        now = levels[tail]
        stamp = times[tail]
        if times[(tail - 1) & (ROOM - 1)] != state[STAMP_BEFORE]:
            newest = (((written[0] - int(places[1])) >> 2) - 1) & (ROOM - 1)
            state[TAIL] = newest
            state[STAMP_BEFORE] = times[(newest - 1) & (ROOM - 1)]
            return False
        told = state[TOLD]
        changed = now ^ told
        line = 0
        while changed:
            if changed & 1:
                told ^= 1 << line
                state[TOLD] = told
                if changed == 1:
                    break
                sink(stamp & SMALL, line, (told >> line) & 1)
            changed >>= 1
            line += 1
        tail = (tail + 1) & (ROOM - 1)
        state[TAIL] = tail
        state[STAMP_BEFORE] = stamp
        if changed:
            sink(stamp & SMALL, line, (told >> line) & 1)
    return True
