"""The messages between the host and the board's process: a tag and values, each a long of the machine.

Those to the board begin with tag and number of values and are all of one size, because MicroPython reads on until its
buffer is full. The board's side is board/_vb_world.py; tags and size must be the same there.
"""

from array import array

EDGES, START, CUT, GO, INTERRUPT, TAKE_BACK = range(1, 7)  # to the board
HELLO, PINS, RESET, CLOCK_SET, WATCHDOG, WAKE = range(16, 22)  # from the board
READY, MAIN, PROMPT, CUT_DONE, FLASH, INTERRUPTED, STRIKE, MISSED, BITS = range(22, 31)

LONGS = 256  # of a message to the board
MOST_EDGES = (LONGS - 2) // 2  # in one message
_LONG = array("l").itemsize


def pack(tag, *values):
    """The bytes of a message to the board."""
    return array("l", (tag, len(values), *values) + (0,) * (LONGS - 2 - len(values))).tobytes()


def unpack(message):
    """(tag, values) of a message from the board; the values of HELLO are JSON text as bytes."""
    tag = int.from_bytes(message[:_LONG], "little")
    if tag == HELLO:
        return tag, message[_LONG:]
    values = array("l")
    values.frombytes(message[_LONG:])
    return tag, values
