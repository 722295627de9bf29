"""The board's `machine`: what the virtual table simulates of an RP2040. Pins are in _vb_pins.py."""

# ruff: noqa: F401 - what a program imports from here

import time as _time
from array import array as _array

import _vb_world as _world
import utime as _utime
from _vb_pins import Pin, Signal, gpio_number

PWRON_RESET, WDT_RESET = 1, 3

_board = {"unique_id": b"", "reset_cause": PWRON_RESET, "uarts": ()}
_frequency = 125_000_000


def unique_id():
    return _board["unique_id"]


def reset_cause():
    return _board["reset_cause"]


def reset():
    """The host ends this process and starts the board anew."""
    _world.flush()
    _world.tell(_world.RESET)
    while True:
        _utime.sleep(1)


def soft_reset():
    raise SystemExit


def bootloader(timeout=0):
    raise OSError("the virtual board has no boot loader")


def freq(hz=None):
    global _frequency
    if hz is None:
        return _frequency
    _frequency = hz
    return None


def idle():
    _world.settle()


def lightsleep(ms=None):
    if ms is not None:
        _time.sleep_ms(ms)


def disable_irq():
    return _world.mask()


def enable_irq(state):
    _world.unmask(state)


def time_pulse_us(pin, level, timeout_us=1000000):
    """The length of the next pulse, us; -2 when none began in time, -1 when it did not end in time."""
    for wanted, missed in ((level, -2), (not level, -1)):
        start = _time.ticks_us()
        while pin.value() != bool(wanted):
            if _time.ticks_diff(_time.ticks_us(), start) > timeout_us:
                return missed
    return _time.ticks_diff(_time.ticks_us(), start)


def bitstream(pin, encoding, timing, data):
    """The bits reach the host as they are, with their times: none is too short for its clock."""
    if encoding != 0:
        raise ValueError("the one encoding is 0")
    _world.flush()
    _world.send(_array("l", (_world.BITS, gpio_number(pin), _world.moment()) + tuple(timing) + tuple(data)))


class SoftSPI:
    """By its pins, bit for bit, the highest first; nothing is ever read."""

    def __init__(self, baudrate=500000, *, polarity=0, phase=0, sck, mosi, miso):
        if polarity or phase:
            raise ValueError("the one mode is 0, 0")
        self._sck, self._mosi = sck, mosi
        for pin, mode in ((sck, Pin.OUT), (mosi, Pin.OUT), (miso, Pin.IN)):
            pin.init(mode)

    def write(self, buf):
        sck, mosi = self._sck, self._mosi
        for byte in buf:
            for place in range(7, -1, -1):
                mosi(byte >> place & 1)
                sck(1)
                sck(0)


class SoftI2C:
    """By its pins, bit for bit; who answers is in _vb_i2c.py."""

    def __init__(self, scl, sda, *, freq=400000, timeout=50000):
        self._scl, self._sda = scl, sda
        self._timeout_us = timeout
        for pin in (scl, sda):
            pin.init(Pin.OPEN_DRAIN, value=1)

    def writeto(self, addr, buf, stop=True):
        """The number of bytes that were answered."""
        self._start(addr << 1)
        answered = 0
        for byte in buf:
            if not self._byte(byte):
                break
            answered += 1
        if stop:
            self._stop()
        return answered

    def scan(self):
        return [address for address in range(0x08, 0x78) if self._is_there(address)]

    def _is_there(self, address):
        try:
            self.writeto(address, b"")
        except OSError:
            return False
        return True

    def _start(self, byte):
        self._sda(1)
        self._rise()
        self._sda(0)
        self._scl(0)
        if not self._byte(byte):
            self._stop()
            raise OSError(19)  # ENODEV

    def _stop(self):
        self._sda(0)
        self._rise()
        self._sda(1)

    def _byte(self, byte):
        for place in range(7, -1, -1):
            self._sda(byte >> place & 1)
            self._rise()
            self._scl(0)
        self._sda(1)
        self._rise()
        answered = not self._sda()
        self._scl(0)
        return answered

    def _rise(self):
        self._scl(1)
        limit = _time.ticks_add(_time.ticks_us(), self._timeout_us)
        while not self._scl():
            if _time.ticks_diff(limit, _time.ticks_us()) < 0:
                raise OSError(110)  # ETIMEDOUT


class Timer:
    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, **kwargs):
        self.due = _world.NEVER
        self._callback = None
        self._period = 0
        if kwargs:
            self.init(**kwargs)

    def init(self, *, mode=PERIODIC, freq=-1, period=-1, tick_hz=1000, callback=None, hard=False):
        self.deinit()
        us = int(1000000 / freq) if freq > 0 else period * 1000000 // tick_hz
        self._callback = callback
        self._period = us if mode == Timer.PERIODIC else 0
        self.due = _world.settle() + max(us, 1)
        _world.timers.append(self)
        _world.plan()

    def deinit(self):
        if self in _world.timers:
            _world.timers.remove(self)
            _world.plan()

    def fire(self):
        if self._period:
            self.due += self._period
        else:
            _world.timers.remove(self)
        if self._callback:
            try:
                self._callback(self)
            except Exception as error:
                self._callback = None
                _world.show_error(error, "a timer")


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._timeout_us = timeout * 1000
        self._told = -_world.NEVER
        self.feed()

    def feed(self):
        # Telling the host costs a system call: at most one for a hundredth of the timeout, which is added to it.
        now = _world.moment()
        if now - self._told >= self._timeout_us // 100:
            self._told = now
            _world.tell(_world.WATCHDOG, now + self._timeout_us + self._timeout_us // 100)


class RTC:
    def datetime(self, when=None):
        if when is None:
            year, month, day, hour, minute, second, weekday, _ = _time.gmtime()
            return (year, month, day, weekday, hour, minute, second, 0)
        year, month, day, _, hour, minute, second = when[:7]
        _time.set_wall_clock(_time.mktime((year, month, day, hour, minute, second, 0, 0)))
        return None


class UART:
    """A serial line whose far end is a pseudo terminal on the host. The baud rate is kept, not simulated."""

    INV_TX, INV_RX, RTS, CTS = 1, 2, 2, 1

    def __init__(self, id, baudrate=115200, **kwargs):
        if not 0 <= id < len(_board["uarts"]):
            raise ValueError("UART(%d) doesn't exist" % id)
        self._id = id
        self._stream = _open_uart(id)
        self._waiting = b""
        self.init(baudrate, **kwargs)

    def init(self, baudrate=115200, bits=8, parity=None, stop=1, **kwargs):
        self._settings = (baudrate, bits, parity, stop)
        self._timeout_ms = kwargs.get("timeout", 0)

    def deinit(self):
        pass

    def any(self):
        self._waiting += self._stream.read(256) or b""
        return len(self._waiting)

    def read(self, nbytes=256):
        if not self._waiting:
            limit = _time.ticks_add(_time.ticks_ms(), self._timeout_ms)
            while not self.any() and _time.ticks_diff(limit, _time.ticks_ms()) > 0:
                _time.sleep_ms(1)
        got, self._waiting = self._waiting[:nbytes], self._waiting[nbytes:]
        return got or None

    def readinto(self, buf, nbytes=None):
        got = self.read(len(buf) if nbytes is None else nbytes)
        if got is None:
            return None
        buf[: len(got)] = got
        return len(got)

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            byte = self.read(1)
            if byte is None:
                break
            line += byte
        return line or None

    def write(self, buf):
        # What nobody takes is lost, as on a wire.
        self._stream.write(buf)
        return len(buf)

    def flush(self):
        pass

    def txdone(self):
        return True

    def sendbreak(self):
        pass

    def __repr__(self):
        return "UART(%d, baudrate=%d, bits=%d, parity=%s, stop=%d)" % ((self._id,) + self._settings)


_uart_streams = {}


def _open_uart(id):
    if id not in _uart_streams:
        _uart_streams[id] = open(_board["uarts"][id], "r+b")
    return _uart_streams[id]
