"""The board's `time`: as on a Pico, but by the clock of the virtual table.

Ticks count from the board's power-on (or from the place where the host had them begin) and wrap at 2**30.
"""

import _vb_world as _world
from utime import gmtime as _gmtime
from utime import mktime  # noqa: F401 - for programs

_PERIOD = 1 << 30
_MASK = _PERIOD - 1
_HALF = _PERIOD // 2

_settle = _world.settle
_ticks_zero = 0  # table time at which ticks_us was 0
_wall_zero = 0  # Unix time, us, at table time 0


def set_zero(ticks_zero, wall_zero):
    global _ticks_zero, _wall_zero
    _ticks_zero = ticks_zero
    _wall_zero = wall_zero


def ticks_us():
    return (_settle() - _ticks_zero) & _MASK


def ticks_ms():
    return (_settle() - _ticks_zero) // 1000 & _MASK


def ticks_cpu():
    return (_settle() - _ticks_zero) & _MASK


def ticks_diff(end, start):
    return (end - start + _HALF & _MASK) - _HALF


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & _MASK


def sleep_us(us):
    if us > 0:
        _world.sleep_until(_settle() + us)


def sleep_ms(ms):
    if ms > 0:
        _world.sleep_until(_settle() + ms * 1000)


def sleep(seconds):
    sleep_us(int(seconds * 1000000))


def time():
    return (_settle() + _wall_zero) // 1000000


def time_ns():
    return (_settle() + _wall_zero) * 1000


def set_wall_clock(seconds):
    """machine.RTC: from now on time() is `seconds`; kept by the host over resets, lost with the power."""
    global _wall_zero
    _wall_zero = seconds * 1000000 - _settle()
    _world.tell(_world.CLOCK_SET, _wall_zero)


def gmtime(seconds=None):
    return _gmtime(time() if seconds is None else seconds)[:8]


localtime = gmtime  # a Pico knows no time zone
