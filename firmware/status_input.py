"""The line of a wheel that reads itself, from a UART to the StatusReader."""

from shared_core.status_line import END, REQUEST


class StatusInput:
    """uart: set up by hardware.py; its far end sends a line every half second, and may on request."""

    def __init__(self, uart, reader):
        self._uart = uart
        self._reader = reader

    @property
    def pending(self):
        """The time of what may yet turn out to be "no more bets", or None."""
        return self._reader.pending

    def read(self, t):
        """Takes in what has come, without waiting; t: microseconds since the reader's base."""
        waiting = self._uart.any()
        if waiting:
            self._reader.feed(t, self._uart.read(waiting) or b"")
        if self._reader.asks:
            self._reader.asks = False
            self._uart.write(REQUEST + END)
