"""Which capture a board gets: PIO and DMA where its chip has them and the lines lie side by side, else interrupts."""

import sys

try:
    from firmware import capture_pio
except ImportError:  # no PIO on this port
    capture_pio = None

# Ports whose interrupts wait while flash is erased or programmed.
DEAF_PORTS = ("rp2", "esp32")


def open_capture(pins, numbers, ticks=None):
    """The Capture for input Pins on the GPIOs of these numbers, both in the order of their lines.

    ticks: what an interrupt handler takes its stamps from, time.ticks_us unless given.
    """
    if capture_pio is not None and capture_pio.suits(numbers):
        return capture_pio.Capture(pins)
    from firmware.capture import Capture

    return Capture(pins, ticks)


def deaf(capture, port=sys.platform):
    """None, or a sentence: why nothing may be written to the flash while edges count."""
    if capture.in_hardware or port not in DEAF_PORTS:
        return None
    right = "the eight inputs on consecutive GPIOs, in order" if port == "rp2" else "its journal in an FRAM"
    return (
        "edges are lost while the flash is written, so nothing is written while a ball is live: give this board "
        + right
    )
