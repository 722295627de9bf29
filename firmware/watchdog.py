"""The watchdog that only a turn of the whole loop feeds (App.run): when a part stands still, the board is reset.

It is started only where it can be stopped again, since it must not bite while somebody mends the board at its prompt:
MicroPython cannot stop one, RP2040 and RP2350 can (RP2040 data sheet 4.7.6, RP2350 data sheet 12.9.7, CTRL.ENABLE).
"""

import sys

TIMEOUT_MS = 8000  # an RP2040 takes 8,388 at most; the longest the loop stands still is an erase, 400 ms
CONTROL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
CLEAR = 0x3000  # what is written there is cleared in the register
ENABLE = 1 << 30


def start():
    """The board's watchdog, started; None where it could not be stopped again."""
    import machine

    return machine.WDT(timeout=TIMEOUT_MS) if _control() else None


def stop():
    """Stops it, if it runs."""
    import machine

    control = _control()
    if control:
        machine.mem32[control + CLEAR] = ENABLE


def _control(board=None):
    board = board or getattr(sys.implementation, "_machine", "")
    for chip in CONTROL:
        if chip in board:
            return CONTROL[chip]
    return None
