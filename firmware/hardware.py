"""From the settings to the board's pins: the one place that knows how each is set up.

A driver is in memory only where the settings name its device.
"""

from firmware.segment_display import SegmentDisplay
from firmware.tm1637 import TM1637
from shared_core.table_setup import LAMPS, LINES

DISPLAYS = {"tm1637": TM1637}  # drivers on wires of their own, which a test may replace
SPI_HZ = 1000000
I2C_HZ = 400000
I2C_TIMEOUT_US = 1000  # of a bus that something holds low
BAUD = 9600  # 8N1, the trade's line
UART_ROOM = 1024  # bytes that wait while the flash is erased


class HardwareError(ValueError):
    """Settings that this board cannot follow. error: one like those of shared_core.settings.check()."""

    def __init__(self, key, value, right):
        super().__init__(key + " is " + value + ": " + right)
        self.error = (key, value, right)


def sentence(error):
    """An error as settings.sentence() tells it."""
    key, value, right = error
    return key + " is " + value + ": " + right


def inputs(pins, lines=LINES, machine=None):
    """The input Pins of the lines, in their order. pins: {line: GPIO}. Raises HardwareError.

    A pull-down keeps the line of a sensor or button that is not connected at 0.
    """
    pin_class = (machine or _machine()).Pin
    mode, pull = pin_class.IN, pin_class.PULL_DOWN
    return tuple([_pin(pin_class, "pins." + line, pins[line], mode, pull) for line in lines])


def key(number, machine=None):
    """The supervisor's key on a GPIO, high when it is on; None where number is None. Raises HardwareError."""
    if number is None:
        return None
    pin_class = (machine or _machine()).Pin
    return _pin(pin_class, "supervisor_key", number, pin_class.IN, pin_class.PULL_DOWN)


def outputs(settings, errors, machine=None):
    """The outputs of a Display, as many as this board can have; for each other an error as in HardwareError is added.

    settings: Settings.
    """
    machine = machine or _machine()
    made = []

    def attempt(make, wiring, key):
        try:
            made.append(make(wiring, key, machine))
        except HardwareError as error:
            errors.append(error.error)

    for wiring, key in zip(settings.displays, settings.display_keys):
        attempt(display, wiring, key)
    for name in LAMPS:
        if name in settings.lamps:
            attempt(_lamp, settings.lamps[name], name)
    if settings.buzzer is not None:
        attempt(_buzzer, settings.buzzer, "buzzer")
    return made


def display(wiring, key="display", machine=None):
    """The output of {"type", wires, values}, see output_settings.py. Raises HardwareError, which names the key."""
    machine = machine or _machine()
    pin_class = machine.Pin
    kind, brightness = wiring["type"], wiring["brightness"]

    def wire(name, *how):
        return _pin(pin_class, key + "." + name, wiring[name], *how)

    if kind == "ws2812":
        from firmware.ws2812 import WS2812

        return WS2812(wire("data", pin_class.OUT), machine.bitstream, wiring["pixels"], brightness)
    if kind == "max7219":
        from firmware.max7219 import MAX7219

        din, clk, cs = [wire(name, pin_class.OUT) for name in ("din", "clk", "cs")]
        # A SoftSPI wants a pin to read from; the chip has none, and CS, an output again afterwards, does no harm.
        bus = machine.SoftSPI(SPI_HZ, polarity=0, phase=0, sck=clk, mosi=din, miso=cs)
        return SegmentDisplay(MAX7219(bus, wire("cs", pin_class.OUT), brightness))
    open_drain = pin_class.OPEN_DRAIN, pin_class.PULL_UP
    if kind == "ht16k33":
        from firmware.ht16k33 import HT16K33

        scl, sda = wire("scl", *open_drain), wire("sda", *open_drain)
        bus = machine.SoftI2C(scl=scl, sda=sda, freq=I2C_HZ, timeout=I2C_TIMEOUT_US)
        return SegmentDisplay(HT16K33(bus, wiring["address"], brightness))
    clk, dio = wire("clk", *open_drain), wire("dio", *open_drain)
    return SegmentDisplay(DISPLAYS[kind](clk, dio, brightness=brightness))


def uart(wiring, key, machine=None):
    """The UART of {"uart", "tx", "rx"}, at 9600 baud, 8N1, that waits for nothing. Raises HardwareError."""
    machine = machine or _machine()
    tx, rx = [_pin(machine.Pin, key + "." + name, wiring[name]) for name in ("tx", "rx")]
    try:
        return machine.UART(
            wiring["uart"], BAUD, bits=8, parity=None, stop=1, tx=tx, rx=rx, rxbuf=UART_ROOM, txbuf=UART_ROOM, timeout=0
        )
    except ValueError as error:
        raise HardwareError(
            key, "UART " + str(wiring["uart"]), "this board has none on these pins, " + str(error)
        ) from None


def _lamp(number, name, machine):
    from firmware.lamp import Lamp

    return Lamp(_pin(machine.Pin, "lamps." + name, number, machine.Pin.OUT), name)


def _buzzer(number, key, machine):
    from firmware.buzzer import Buzzer

    return Buzzer(_pin(machine.Pin, key, number, machine.Pin.OUT))


def _pin(pin_class, key, number, *how):
    try:
        return pin_class(number, *how)
    except ValueError:
        raise HardwareError(key, str(number), "this board has no such GPIO") from None


def _machine():
    import machine  # pyright: ignore[reportMissingImports]

    return machine
