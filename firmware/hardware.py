"""From the settings to the board's pins: the one place that knows how each is set up."""

from firmware.tm1637 import TM1637
from shared_core.settings import LINES

DISPLAYS = {"tm1637": TM1637}


class HardwareError(ValueError):
    """Settings that this board cannot follow. error: one like those of shared_core.settings.check()."""

    def __init__(self, key, value, right):
        super().__init__(key + " is " + value + ": " + right)
        self.error = (key, value, right)


def inputs(pins, pin_class=None):
    """The eight input Pins in the order of LINES. pins: {line: GPIO}. Raises HardwareError.

    A pull-down keeps the line of a sensor or button that is not connected at 0.
    """
    pin_class = pin_class or _machine_pin()
    mode, pull = pin_class.IN, pin_class.PULL_DOWN
    return tuple([_pin(pin_class, "pins." + line, pins[line], mode, pull) for line in LINES])


def display(wiring, pin_class=None):
    """The display device of {"type", "clk", "dio", "brightness"}. Raises HardwareError."""
    pin_class = pin_class or _machine_pin()
    mode, pull = pin_class.OPEN_DRAIN, pin_class.PULL_UP
    clk, dio = [_pin(pin_class, "display." + wire, wiring[wire], mode, pull) for wire in ("clk", "dio")]
    return DISPLAYS[wiring["type"]](clk, dio, brightness=wiring["brightness"])


def _pin(pin_class, key, number, mode, pull):
    try:
        return pin_class(number, mode, pull)
    except ValueError:
        raise HardwareError(key, str(number), "this board has no such GPIO") from None


def _machine_pin():
    from machine import Pin  # pyright: ignore[reportMissingImports]

    return Pin
