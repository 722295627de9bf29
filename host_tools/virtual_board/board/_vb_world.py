"""The board's end of the virtual table: its clock, the edges that are to come, the messages to the host.

Table time counts the board's microseconds since the virtual board was started, `rate` times as fast as the host's
monotonic clock. Edges and timers are delivered in the order of their times, each with the clock standing still at
exactly that time, so that a stamp does not depend on how late the host runs. Nobody can read a time before
everything that is due by then has been delivered: `settle` is the only way to the clock.

Interpreter threads share no lock here: the tick thread touches nothing but one array cell. What it schedules runs in
the main thread, but between any two steps of the program, as an interrupt does: `_inside` keeps it out of this module.
"""

import _thread
import json
import sys
from array import array

import _vb_ctrl_c as ctrl_c
import micropython
import uos
import uselect
import utime

NEVER = 1 << 61

# Messages are arrays of longs: a tag, then values; see host_tools/virtual_board/messages.py.
TO_BOARD_EDGES, TO_BOARD_START, TO_BOARD_CUT, TO_BOARD_GO, TO_BOARD_INTERRUPT, TO_BOARD_TAKE_BACK = 1, 2, 3, 4, 5, 6
HELLO, PINS, RESET, CLOCK_SET, WATCHDOG, WAKE = 16, 17, 18, 19, 20, 21
READY, MAIN, PROMPT, CUT, FLASH, INTERRUPTED, STRIKE, MISSED, BITS = 22, 23, 24, 25, 26, 27, 28, 29, 30

GPIOS = 30
NOT_WIRED = 2  # level of a pin to which nothing is wired

_host_us = utime.ticks_us

levels = bytearray([NOT_WIRED] * GPIOS)  # what the table drives into each pin
on_edge = [None] * GPIOS  # gpio -> function(level), called inside the interrupt
timers = []  # objects with .due and .fire()

_epoch = 0
_rate = 1
_per = 1
_frozen = -1  # inside an interrupt: the time at which the clock stands
_masked = 0  # depth of machine.disable_irq
_next = NEVER

_SLOTS = 4096
_edge_t = array("l", bytes(8 * _SLOTS))
_edge_pin = bytearray(_SLOTS)  # gpio << 1 | level
_head = 0
_count = 0

_link = None
_wait_poll = None
_in = array("l", bytes(8 * 256))
_IN_BYTES = memoryview(_in)
_PIN_SLOTS = 256
_out = array("l", bytes(8 * (2 + _PIN_SLOTS)))  # PINS, number, changes
_out[0] = PINS
_flush_by = 0
_answered = 0  # the tag of the last message that the host has answered
on_cut = None  # function(operations, how): the flash is to fail
_woken = 0
_scheduled = bytearray(1)
_inside = 0  # depth of code in here that a tick must not come into
_owed = False  # a tick came meanwhile
_in_tick = False


def open_link(fd):
    """Opens the link to the host; the settings that it sends first."""
    global _link, _wait_poll
    _link = open(fd, "r+b")
    _wait_poll = uselect.poll()
    _wait_poll.register(_link, uselect.POLLIN)
    _wait_poll.poll()
    return json.loads(_link.read(4096))


def connect(tick_fd, epoch, rate, per):
    """Starts clock and interrupts; table time is (host's us - epoch) * rate / per."""
    global _epoch, _rate, _per
    _epoch, _rate, _per = epoch, rate, per
    _thread.stack_size(64 * 1024)
    _thread.start_new_thread(_tick_loop, (open(tick_fd, "rb"), bytearray(1)))


def link():
    return _link


# -- interrupts while the board's program is busy -----------------------------------------------------------------


def _tick_loop(ticks, buffer):
    # The host writes a byte when something is due. End of file: the host is gone, so go too.
    while ticks.readinto(buffer):
        scheduled = _scheduled[0]
        while not scheduled:
            try:
                _scheduled[0] = 1
                micropython.schedule(_on_tick, None)
                scheduled = 1
            except RuntimeError:  # the queue is full: try again a little later
                _scheduled[0] = 0
                utime.sleep_us(200)
    uos.system("kill -9 $PPID")


def _on_tick(_):
    global _owed
    _scheduled[0] = 0
    if _inside:
        _owed = True
        return
    try:
        _serve()
        if ctrl_c.pending == ctrl_c.PRESSED:
            ctrl_c.strike()
    except KeyboardInterrupt:  # raised in here it is lost
        tell(MISSED)


def _serve():
    global _in_tick
    _in_tick = True
    try:
        receive()
        settle()
        flush()
    finally:
        _in_tick = False


def hold():
    """Keeps ticks out until release(): what runs now must not be interrupted."""
    global _inside
    _inside += 1


def release():
    global _inside, _owed
    _inside -= 1
    if _owed and not _inside:
        _owed = False
        _serve()


# -- messages -----------------------------------------------------------------------------------------------------


def send(message):
    """Sends an array of longs or bytes, waiting for room."""
    while _link.write(message) is None:
        utime.sleep_us(100)


def tell(tag, value=0):
    send(array("l", (tag, value)))


def receive():
    """Takes what the host has sent, as long as there is room for the edges in it."""
    global _inside
    _inside += 1
    try:
        while _count <= _SLOTS - 256:
            got = _link.readinto(_IN_BYTES)
            if got is None:
                break
            if got == 0:  # the host is gone; the tick thread ends this process
                utime.sleep_ms(50)
                break
            _take(_in[0], 2 + _in[1])
    finally:
        release()


def _take(tag, end):
    global _answered, _next
    if tag == TO_BOARD_EDGES:
        for i in range(2, end, 2):
            _insert(_in[i], _in[i + 1])
    elif tag == TO_BOARD_START:
        for i in range(2, end):
            levels[_in[i] >> 1] = _in[i] & 1
        _answered = HELLO
    elif tag == TO_BOARD_CUT:
        on_cut(_in[2], _in[3])
    elif tag == TO_BOARD_GO:
        _answered = _in[2]
    elif tag == TO_BOARD_INTERRUPT:
        ctrl_c.ask(_in[2])
        _next = -1  # have the clock look
    elif tag == TO_BOARD_TAKE_BACK:
        ctrl_c.take_back()


def ask(tag, text=b""):
    """Sends a message and waits until the host has answered it."""
    send(bytes(array("l", (tag,))) + text)
    while _answered != tag:
        _wait_poll.poll(1000)
        receive()


def _insert(t, pin):
    # Sorted by time; those of the same time stay in the order in which they came.
    global _count, _next
    at = _count
    while at and _edge_t[(_head + at - 1) % _SLOTS] > t:
        below, here = (_head + at - 1) % _SLOTS, (_head + at) % _SLOTS
        _edge_t[here] = _edge_t[below]
        _edge_pin[here] = _edge_pin[below]
        at -= 1
    here = (_head + at) % _SLOTS
    _edge_t[here] = t
    _edge_pin[here] = pin
    _count += 1
    if t < _next:
        _next = t


# -- the clock ----------------------------------------------------------------------------------------------------


def settle():
    """Delivers everything that is due and returns the table time, us."""
    if _frozen >= 0:
        return _frozen
    t = (_host_us() - _epoch) * _rate // _per
    if t >= _next and not _masked and not _inside:
        return _deliver(t)
    return t


def moment():
    """The table time without delivering: for stamps of what the board itself does."""
    if _frozen >= 0:
        return _frozen
    return (_host_us() - _epoch) * _rate // _per


def in_interrupt():
    return _frozen >= 0


def mask():
    global _masked
    _masked += 1
    return _masked - 1


def unmask(depth):
    global _masked
    _masked = depth
    settle()


def plan():
    """After a change of `timers`."""
    global _inside
    _inside += 1
    try:
        _plan()
    finally:
        release()


def _plan():
    """Works out anew when something is due next; the host wakes a busy program by then."""
    global _next, _woken
    due = _edge_t[_head] if _count else NEVER
    for timer in timers:
        if timer.due < due:
            due = timer.due
    if timers and due != _woken:
        _woken = due
        tell(WAKE, due)
    _next = -1 if ctrl_c.pending else due
    return due


def _deliver(t):
    global _frozen, _head, _count, _inside
    if ctrl_c.pending and not _in_tick:
        ctrl_c.check()
    _inside += 1
    try:
        while t >= _plan():
            timer = _due_timer(t)
            if timer:
                _frozen = timer.due
                timer.fire()
            else:
                _frozen = _edge_t[_head]
                pin = _edge_pin[_head]
                _head = (_head + 1) % _SLOTS
                _count -= 1
                _edge(pin >> 1, pin & 1)
            t = (_host_us() - _epoch) * _rate // _per
    finally:
        _frozen = -1
        release()
    return t


def _due_timer(t):
    """The timer that is due before the next edge, or None."""
    first = None
    limit = _edge_t[_head] if _count else NEVER
    for timer in timers:
        if timer.due <= t and timer.due < limit:
            first = timer
            limit = timer.due
    return first


def _edge(gpio, level):
    if levels[gpio] == level:
        return
    levels[gpio] = level
    if on_edge[gpio]:
        on_edge[gpio](level)


def wait(limit, poller, found):
    """Waits until table time `limit`, or until `poller` reports something but the host's messages, which is added
    to `found` as (object, event)."""
    t = settle()
    while True:
        wake = limit if limit < _next else _next
        host_us = (wake - t) * _per // _rate
        if host_us >= 200 or t > _flush_by:
            flush()
        for thing, event in poller.poll(_ms(host_us)):
            if thing is _link:
                receive()
            else:
                found.append((thing, event))
        t = settle()
        if found or t >= limit:
            return
        host_us = ((limit if limit < _next else _next) - t) * _per // _rate
        if 100 < host_us < 1000:
            utime.sleep_us(host_us - 60)
            t = settle()
            if t >= limit:
                return


def _ms(host_us):
    return 0 if host_us < 0 else 60000 if host_us > 60000000 else host_us // 1000


def sleep_until(limit):
    global _frozen
    if _frozen >= 0:  # a busy wait inside an interrupt
        _frozen = limit
    elif (limit - moment()) * _per // _rate < 150:
        while settle() < limit:
            pass
    else:
        wait(limit, _wait_poll, [])


# -- what the board drives ----------------------------------------------------------------------------------------


def report_pin(gpio, level):
    """The board's side of a pin changed. This and flush() allocate nothing, for handlers call them."""
    global _inside
    _inside += 1
    try:
        count = _out[1] + 1
        _out[1 + count] = moment() << 8 | gpio << 1 | level
        _out[1] = count
        if count == _PIN_SLOTS:
            _flush()
    finally:
        release()


def flush():
    """Sends the pin changes that were gathered."""
    global _inside, _flush_by
    _inside += 1
    try:
        _flush()
        _flush_by = moment() + 2000 * _rate // _per
    finally:
        release()


def _flush():
    if _out[1]:
        send(_out)
        _out[1] = 0


def show_error(error, where):
    print("Uncaught exception in", where)
    sys.print_exception(error)
