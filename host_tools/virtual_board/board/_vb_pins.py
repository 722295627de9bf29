"""The board's pins: numbers, modes and interrupts as on an RP2040."""

import _vb_i2c
import _vb_tm1637
import _vb_world as world
import micropython

_LED = 25
_RELEASED, _LOW, _HIGH = 2, 0, 1

_mode = bytearray(world.GPIOS)  # Pin.IN, Pin.OUT, Pin.OPEN_DRAIN
_pull = bytearray(world.GPIOS)
_latch = bytearray(world.GPIOS)
_told = bytearray(world.GPIOS)  # the level of the board's side as last reported
_external_pull_up = bytearray(world.GPIOS)
_device = [None] * world.GPIOS  # function(level) of a device that listens to the pin: true when a message is over
_held_low = [None] * world.GPIOS  # a device with .low, which may pull the pin down


def attach_display(wiring):
    """Wires a display to its pins; the modules of those with an answer have pull-ups on both wires."""
    kind = wiring["type"]
    if kind == "tm1637":
        _attach_answering(wiring["clk"], wiring["dio"], _vb_tm1637.Acknowledge())
    elif kind == "ht16k33":
        scl, sda = wiring["scl"], wiring["sda"]
        if not isinstance(_held_low[sda], _vb_i2c.Acknowledge):
            _attach_answering(scl, sda, _vb_i2c.Acknowledge())
        _held_low[sda].addresses.append(wiring["address"])
    elif kind == "max7219":
        _device[wiring["din"]] = _device[wiring["clk"]] = _more_to_come
        _device[wiring["cs"]] = _latches


def _attach_answering(clock, data, chip):
    _device[clock] = chip.clock
    _device[data] = chip.data
    _held_low[data] = chip
    for gpio in (clock, data):
        _external_pull_up[gpio] = _told[gpio] = 1


def _more_to_come(level):
    return False


def _latches(level):
    return level


def _driven(gpio):
    """What the board's side does to the wire: _LOW, _HIGH or _RELEASED."""
    mode = _mode[gpio]
    if mode == Pin.OUT or (mode == Pin.OPEN_DRAIN and not _latch[gpio]):
        return _latch[gpio]
    return _RELEASED


def _rest(gpio):
    """The level of a wire that nobody drives."""
    return 1 if _external_pull_up[gpio] or _pull[gpio] == Pin.PULL_UP else 0


def _update(gpio):
    driven = _driven(gpio)
    level = _rest(gpio) if driven == _RELEASED else driven
    if level != _told[gpio]:
        _told[gpio] = level
        world.report_pin(gpio, level)
        if _device[gpio] is None or _device[gpio](level):
            world.flush()


def _level(gpio):
    driven = _driven(gpio)
    if driven != _RELEASED:
        return driven
    if _held_low[gpio] and _held_low[gpio].low:
        return 0
    level = world.levels[gpio]
    return _rest(gpio) if level == world.NOT_WIRED else level


class _Interrupt:
    def __init__(self, pin):
        self._pin = pin
        self._handler = None
        self._trigger = 0
        self._hard = False
        self._flags = 0

    def configure(self, handler, trigger, hard):
        self._handler = handler
        self._trigger = trigger
        self._hard = hard

    def edge(self, level):
        flag = Pin.IRQ_RISING if level else Pin.IRQ_FALLING
        if self._handler is None or not self._trigger & flag:
            return
        self._flags = flag
        if self._hard:
            micropython.heap_lock()  # as on the chip: a hard interrupt cannot allocate
        failed = None
        try:
            self._handler(self._pin)
        except Exception as error:
            failed = error
        finally:
            if self._hard:
                micropython.heap_unlock()
        if failed is not None:
            self._handler = None
            world.show_error(failed, self._pin)

    def __call__(self):
        self.edge(self._pin.value())

    def flags(self):
        return self._flags

    def trigger(self, trigger=None):
        old = self._trigger
        if trigger is not None:
            self._trigger = trigger
        return old


_interrupts = [None] * world.GPIOS


class Pin:
    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self._gpio = gpio_number(id)
        if mode != -1 or pull != -1 or value is not None:
            self.init(mode, pull, value=value, alt=alt)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        gpio = self._gpio
        if mode not in (-1, Pin.IN, Pin.OUT, Pin.OPEN_DRAIN, Pin.ALT):
            raise ValueError("bad pin mode")
        if value is not None:
            _latch[gpio] = 1 if value else 0
        elif mode == Pin.OPEN_DRAIN:
            _latch[gpio] = 1  # let go, as rp2 does
        if mode != -1:
            _mode[gpio] = mode
        if pull is None or pull >= 0:
            _pull[gpio] = pull or 0
        _update(gpio)

    def value(self, x=None):
        if x is None:
            world.settle()
            return _level(self._gpio)
        gpio = self._gpio
        _latch[gpio] = 1 if x else 0
        if _mode[gpio]:
            _update(gpio)
        return None

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(not _latch[self._gpio])

    def mode(self):
        return _mode[self._gpio]

    def pull(self):
        return _pull[self._gpio]

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, hard=False):
        gpio = self._gpio
        interrupt = _interrupts[gpio]
        if interrupt is None:
            interrupt = _interrupts[gpio] = _Interrupt(self)
            world.on_edge[gpio] = interrupt.edge
        interrupt.configure(handler, trigger, hard)
        return interrupt

    def __repr__(self):
        names = ("IN", "OUT", "OPEN_DRAIN", "ALT")
        return "Pin(GPIO%d, mode=%s)" % (self._gpio, names[_mode[self._gpio]])


def gpio_number(id):
    """The GPIO of a pin's number, name ("GP2", "LED") or object."""
    if isinstance(id, Pin):
        return id._gpio
    if isinstance(id, str):
        id = _LED if id == "LED" else int(id[2:] if id[:2] == "GP" else id[4:] if id[:4] == "GPIO" else -1)
    if not 0 <= id < world.GPIOS:
        raise ValueError("invalid pin")
    return id


class Signal:
    def __init__(self, pin, *args, invert=False, **kwargs):
        self._pin = pin if isinstance(pin, Pin) else Pin(pin, *args, **kwargs)
        self._invert = invert

    def value(self, x=None):
        if x is None:
            return self._pin.value() ^ self._invert
        return self._pin.value(bool(x) ^ self._invert)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)
