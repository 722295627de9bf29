"""The far ends of the board's UARTs: a raw pseudo terminal each. What nobody takes is lost once 4 KB wait."""

import os
import tty

UARTS = 2  # of an RP2040


class Uarts:
    """fds: the board's ends, by number of the UART; paths: the far ends."""

    def __init__(self):
        self.fds, self._far, self.paths = [], [], []
        for _ in range(UARTS):
            board_end, far_end = os.openpty()
            os.set_blocking(board_end, False)
            tty.setraw(far_end)
            self.fds.append(board_end)
            self._far.append(far_end)
            self.paths.append(os.ttyname(far_end))

    def close(self):
        for fd in self.fds + self._far:
            os.close(fd)
