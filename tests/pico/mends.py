"""What rp2040py 0.3.6 does unlike a chip, put right from outside: only attributes of its objects are set.

- USB: it answers the guest's poll for data with an empty packet each 10 us, so that the guest lives in its interrupt.
- UART: it sends in no time and raises the transmit interrupt again at every clear, which hangs MicroPython.
- The clock of the peripherals is 48 MHz on MicroPython 1.24 and later, not 125.
- Flash takes no time to erase and program.
- PIO runs one instruction for each one of the core, and only one while the core sleeps, however long.
- A batch of instructions ends after 5 ms of the PC's time, at any of them, and its clock is moved on early then: alarms
  rang a quarter of a microsecond earlier or later in each run.
"""

import sys

from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.uart import RPUART

PERIPHERAL_CLOCK = 48_000_000
CYCLE_NS = 8.0

# Winbond W25Q16JV data sheet, AC characteristics: a sector erase takes 45 ms (at most 400), a page program 0.4 (3).
ERASE_US = 45_000
PROGRAM_US = 400
SECTOR_ERASE, BLOCK_ERASE, PAGE_PROGRAM = 0x20, 0xD8, 0x02
BLOCK_IN_SECTORS = 3.3  # a block erase takes 150 ms

USB_DELAY_NS = 20_000  # from data at the host to the answer of the guest's poll
PIO_STEP_NS = 200.0
PIO_ATTENTION_NS = 12_000.0  # so long after a change at a pin PIO is stepped finely


class Alarm:
    """Calls a function once, later. waiting: whether it is set."""

    def __init__(self, clock, function):
        self.waiting = False
        self._function = function
        self._alarm = clock.create_alarm(self._ring)

    def set(self, ns):
        """Rings after so many nanoseconds, and not when it was set to ring before."""
        self.waiting = True
        self._alarm.schedule(ns)

    def cancel(self):
        self.waiting = False
        self._alarm.cancel()

    def _ring(self):
        self.waiting = False
        self._function()


class NoTime:
    """Takes the place of the module `time` where the PC's clock must not matter."""

    @staticmethod
    def monotonic():
        return 0.0


def mend(mcu, clock, cdc):
    """The mends that every test needs."""
    sys.modules[execute_batch.__module__].time = NoTime  # pyright: ignore[reportAttributeAccessIssue]
    mcu.clk_peri = PERIPHERAL_CLOCK
    _answer_polls_with_data(clock, cdc)
    for number, address in ((0, 0x40034), (1, 0x40038)):
        old = mcu.uart[number]
        mcu.uart[number] = mcu.peripherals[address] = PacedUart(mcu, old.name, old.irq, old.dreq)


def _answer_polls_with_data(clock, cdc):
    """The guest's poll waits until the host has bytes, as on a bus, where it is answered NAK till then."""
    usb = cdc.usb
    read, push, reset = usb.on_endpoint_read, cdc.send_serial_byte, usb.on_reset
    waiting = []  # (endpoint, size) of the poll

    def answer():
        if waiting and not cdc.tx_fifo.empty:
            read(*waiting.pop())

    alarm = Alarm(clock, answer)

    def on_read(endpoint, size):
        if endpoint == cdc._out_endpoint and cdc.tx_fifo.empty:
            waiting[:] = [(endpoint, size)]
        else:
            read(endpoint, size)

    def on_push(byte):
        push(byte)
        if waiting and not alarm.waiting:
            alarm.set(USB_DELAY_NS)

    def on_reset():
        waiting.clear()
        alarm.cancel()
        reset()

    usb.on_endpoint_read, cdc.send_serial_byte, usb.on_reset = on_read, on_push, on_reset


class PacedUart(RPUART):
    """A UART with a transmit FIFO of 32 bytes that takes its time (RP2040 data sheet 4.2)."""

    FIFO = 32
    FULL, EMPTY, BUSY = 0x20, 0x80, 0x08
    RX_FULL, RX_EMPTY = 0x40, 0x10
    TRANSMIT = 0x20  # the interrupt
    DATA = 0

    def __init__(self, *args):
        super().__init__(*args)
        self._queue = []
        self._sending = Alarm(self.rp2040.clock, self._sent)

    def reset(self):
        self._queue = []
        self._sending.cancel()
        super().reset()

    @property
    def flags(self):
        queued = len(self._queue)
        return (
            (self.RX_FULL if self.rx_fifo.full else 0)
            | (self.RX_EMPTY if self.rx_fifo.empty else 0)
            | (self.EMPTY if queued <= 1 else 0)
            | (self.FULL if queued > self.FIFO else 0)
            | (self.BUSY if queued else 0)
        )

    def check_interrupts(self):
        self.rp2040.set_interrupt(self.irq, bool(self._interrupt_status & self._interrupt_mask))

    def byte_ns(self):
        bits = 2 + self.word_length + (1 if self._line_ctrl_register & 2 else 0)
        return bits * 1e9 / self.baud_rate

    def _sent(self):
        byte = self._queue.pop(0)
        if self.on_byte:
            self.on_byte(byte)
        if self._queue:
            self._sending.set(self.byte_ns())
        if len(self._queue) in (0, self.FIFO // 2):
            self._interrupt_status |= self.TRANSMIT
            self.check_interrupts()

    def write_uint32(self, offset, value):
        if offset != self.DATA:
            super().write_uint32(offset, value)
        elif len(self._queue) <= self.FIFO:
            self._queue.append(value & 0xFF)
            if len(self._queue) == 1:
                self._sending.set(self.byte_ns())


class PioTime:
    """Lets PIO go on while the core sleeps: for some microseconds after each change at a pin, when it has something
    to do. Between changes a program that watches pins does the same again and again."""

    def __init__(self, mcu, clock):
        self._mcu = mcu
        self._clock = clock
        self._until = 0.0
        self._alarm = Alarm(clock, self._beat)

    def attend(self):
        """A pin changed."""
        self._until = self._clock.nanos + PIO_ATTENTION_NS
        if not self._alarm.waiting:
            self._alarm.set(PIO_STEP_NS)

    def _beat(self):
        if self._clock.nanos < self._until:
            self._alarm.set(PIO_STEP_NS)

    def pass_without_core(self, ns):
        """The core stands still for that long; all else goes on."""
        clock = self._clock
        running = [pio for pio in self._mcu.pio if not pio.stopped]
        end = clock.nanos + ns
        while clock.nanos < end - 0.5:
            step = min(PIO_STEP_NS, end - clock.nanos)
            if clock.nanos >= self._until or not running:
                step = min(clock.nanos_to_next_alarm if clock.has_scheduled_alarm else ns, end - clock.nanos)
            clock.tick(step)
            cycles = max(1, round(step / CYCLE_NS))
            for pio in running:
                pio.advance(cycles)


class FlashTime:
    """Stops the core while the flash erases and programs. stalls: list of (start us, "erase" or "program", us)."""

    def __init__(self, ssi, clock, pio_time, erase_us=ERASE_US, program_us=PROGRAM_US):
        self.stalls = []
        self._times = {SECTOR_ERASE: erase_us, BLOCK_ERASE: erase_us * BLOCK_IN_SECTORS, PAGE_PROGRAM: program_us}
        self._ssi = ssi
        self._clock = clock
        self._pio_time = pio_time
        self._apply = ssi._apply_command
        ssi._apply_command = self._command

    def _command(self):
        command = self._ssi._tx_buffer[0] if self._ssi._tx_buffer else None
        us = self._times.get(command or 0, 0) if self._ssi._write_enabled else 0
        self._apply()
        if us:
            self.stalls.append((self._clock.micros, "program" if command == PAGE_PROGRAM else "erase", us))
            self._pio_time.pass_without_core(us * 1000.0)
