"""Runs on the board: takes files from the host, faster than they come as text at the prompt. Its text is sent there.

The host sends frames: a letter, the length as two bytes, high first, and so many bytes. O: a path; the file is opened.
D: bytes of it. Z: the same, deflated (raw, a window of 4 KB). C: the file is at its end. E: all is done. Each frame is
answered by one byte, so that the host never has more than its window on the way; what goes wrong is a traceback. Ctrl-C
is a byte like others meanwhile. A host that says nothing for WAIT_MS is gone.
"""

import io
import select
import sys

import micropython

WAIT_MS = 5000
QUIET_MS = 300
LARGEST = 4096


def receive(inflate):
    """inflate: deflate.DeflateIO, None on a board without it, which gets no Z."""
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    view = memoryview(bytearray(LARGEST))
    file = None
    micropython.kbd_intr(-1)
    print("receiver", inflate is not None)  # only from here on may bytes come that would be a Ctrl-C
    try:
        while True:
            read(poller, view, 3)
            kind, count = chr(view[0]), view[1] << 8 | view[2]
            read(poller, view, count)
            if kind == "O":
                file = open(str(view[:count], "utf-8"), "wb")  # noqa: SIM115
            elif kind == "D":
                file.write(view[:count])
            elif kind == "Z":
                clear = inflate(io.BytesIO(view[:count]), 1, 12)
                while part := clear.read(LARGEST):
                    file.write(part)
            elif kind == "C":
                file.close()
            sys.stdout.buffer.write(b"+")
            if kind == "E":
                return
    except Exception:
        while poller.poll(QUIET_MS):  # what is still on the way must not reach the prompt
            sys.stdin.buffer.readinto(view[:1])
        raise
    finally:
        micropython.kbd_intr(3)


def read(poller, view, count):
    got = 0
    while got < count:
        if not poller.poll(WAIT_MS):
            raise OSError("the host went away")
        got += sys.stdin.buffer.readinto(view[got:count]) or 0
