"""Table time: microseconds since the virtual board was started, `rate` times as fast as the host's clock.

The board works with the same two numbers on the same monotonic clock, so that both sides agree without talking.
"""

import time
from fractions import Fraction


def host_us():
    """The host's monotonic clock in microseconds, as MicroPython's ticks_us reads it."""
    return time.monotonic_ns() // 1000


class TableTime:
    def __init__(self, rate):
        ratio = Fraction(rate).limit_denominator(1000)
        if not 0 < ratio <= 1000:
            raise ValueError(f"rate {rate} must be above 0 and at most 1000")
        self.rate, self.per = ratio.numerator, ratio.denominator
        self.epoch = host_us()

    def now(self):
        return (host_us() - self.epoch) * self.rate // self.per

    def span(self, host_seconds):
        """Table microseconds that pass in so many seconds of the host."""
        return int(host_seconds * 1_000_000) * self.rate // self.per

    def host_seconds(self, span_us):
        """Seconds of the host in which so many table microseconds pass."""
        return span_us * self.per / self.rate / 1_000_000
