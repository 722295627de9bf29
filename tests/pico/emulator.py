"""An emulated Pico that runs an official MicroPython image, in simulated time that repeats to the bit.

    pico = Pico(image, files={"/main.py": b"..."})
    pico.run(1000)                          # microseconds of its time
    pico.wait(lambda: b">>>" in pico.output, 1_000_000)
    print(pico.execute("print(1)"))         # over the raw REPL

Nothing here looks at the clock of the PC: the emulator is stopped from within, at the instruction at which something
happened. So a run is the same each time, unless another program talks to the board (port.py).
"""

import heapq

from rp2040py.boards import resolve_board_spec
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.utils.firmware_retrieve import MICROPYTHON

from host_tools import littlefs_image, uf2
from tests.pico.mends import Alarm, FlashTime, PioTime, mend

BOOT_US = 3_000_000
PUMP_NS = 1_000_000.0
STEP = 16  # instructions between two looks at the clock, at most a quarter of a microsecond; half as slow as 1
CTRL_A, CTRL_B, CTRL_C, CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
PROMPT = b">>> "
RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class Pico:
    """A board. image: path of a UF2; files: {path: bytes} of its file system; flash: all bytes of another's flash
    instead; stall: whether flash takes its time.

    output: all that came over USB. now: microseconds since it was made.
    """

    def __init__(self, image, files=None, flash=None, stall=True):
        self.output = bytearray()
        self._device = MicroPythonDevice(board=resolve_board_spec("pico", MICROPYTHON, str(image)))
        self.mcu = self._device.mcu
        self.clock = self._device.simulator.clock
        self.simulator = self._device.simulator
        self.cdc = self._device.cdc
        self._fs_address, self._fs_size = uf2.read(image).file_system()
        mend(self.mcu, self.clock, self.cdc)
        self._pio_time = PioTime(self.mcu, self.clock)
        self.flash_time = FlashTime(self.mcu.ssi, self.clock, self._pio_time) if stall else None
        self._plan = []  # heap of (ns, order, function)
        self._order = 0
        self._alarm = Alarm(self.clock, self._due)
        self._to_send = bytearray()
        self._pump = Alarm(self.clock, self._send_on)
        self._stop = Alarm(self.clock, self.happened)
        if flash is not None:
            self.mcu.flash[: len(flash)] = flash
        elif files is not None:
            self._file_system()[:] = littlefs_image.pack(files, self._fs_size)
        self.cdc.on_serial_data = self._received
        self.mcu.core.pc = FLASH_START_ADDRESS

    # Time

    @property
    def now(self):
        return self.clock.nanos / 1000

    def run(self, us):
        """Lets so many microseconds of its time pass."""
        end = self.clock.nanos + us * 1000.0
        while self.clock.nanos < end - 0.5:
            self._run_to(end)

    def wait(self, condition, within_us):
        """Runs until the condition, which is asked each time that something came out of the board. Returns the time;
        AssertionError when it did not come true within so many microseconds."""
        end = self.clock.nanos + within_us * 1000.0
        while not condition():
            if self.clock.nanos >= end - 0.5:
                raise AssertionError(f"it did not happen within {within_us / 1e6:g} s; the board said {self.tail()}")
            self._run_to(end)
        return self.now

    def at(self, t_us, function):
        """Calls a function at an absolute time."""
        self._order += 1
        heapq.heappush(self._plan, (t_us * 1000.0, self._order, function))
        self._arm()

    def tail(self):
        return bytes(self.output[-2000:]).decode(errors="replace")

    def _run_to(self, end_ns):
        self._stop.set(end_ns - self.clock.nanos)
        self.simulator.stopped = False
        while not self.simulator.stopped:
            execute_batch(self.simulator, STEP)
        self._stop.cancel()

    def happened(self):
        """Something came out of the board: wait() looks at its condition at this very instruction."""
        self.simulator.stopped = True

    def _arm(self):
        self._alarm.set(max(0.0, self._plan[0][0] - self.clock.nanos))

    def _due(self):
        while self._plan and self._plan[0][0] <= self.clock.nanos + 0.5:
            heapq.heappop(self._plan)[2]()
        if self._plan:
            self._arm()

    # Power and flash

    def reset(self, power_on=False):
        """The reset button, or the power that went and came."""
        self._device.hard_reset(cause=ResetCause.POWER_ON if power_on else ResetCause.RUN_PIN)

    @property
    def flash(self):
        return bytes(self.mcu.flash)

    def files(self):
        """{path: bytes} of what lies in its flash."""
        return littlefs_image.unpack(bytes(self._file_system()))

    def _file_system(self):
        start = self._fs_address - FLASH_START_ADDRESS
        return memoryview(self.mcu.flash)[start : start + self._fs_size]

    # USB

    def send(self, data):
        """Sends bytes as the host does."""
        self._to_send += data
        self._send_on()

    def execute(self, code, within_us=60_000_000):
        """Runs code over the raw REPL and leaves it again; returns what it printed.

        AssertionError with its traceback when it raised.
        """
        start = len(self.output)
        self.send(CTRL_C + CTRL_C + CTRL_A)
        self.wait(lambda: RAW_PROMPT in self.output[start:], BOOT_US)
        start = len(self.output)
        self.send(code.encode() + CTRL_D)
        self.wait(lambda: self.output[start:].count(CTRL_D) >= 2, within_us)
        printed, error = bytes(self.output[start:]).split(CTRL_D)[:2]
        start = len(self.output)
        self.send(CTRL_B)
        self.wait(lambda: PROMPT in self.output[start:], BOOT_US)
        assert printed[:2] == b"OK" and not error, error.decode()
        return printed[2:].decode().replace("\r\n", "\n")

    def _received(self, data):
        self.output += data
        self.happened()

    def _send_on(self):
        fifo = self.cdc.tx_fifo
        while self._to_send and not fifo.full:
            self.cdc.send_serial_byte(self._to_send.pop(0))
        if self._to_send:
            self._pump.set(PUMP_NS)

    # Pins

    def set(self, pin, level):
        """Drives a pin from outside, at once."""
        self.mcu.gpio[pin].set_input_value(bool(level))
        self._pio_time.attend()

    def release(self, pin):
        """Lets a pin go: its pull decides."""
        self.mcu.gpio[pin].release_input()
        self._pio_time.attend()

    def drive(self, edges):
        """Plans (absolute us, pin, level) rows."""
        for t, pin, level in edges:
            self.at(t, lambda pin=pin, level=level: self.set(pin, level))

    def watch(self, pin, changed):
        """Calls changed(us, level) at each change of what the board does with a pin; a pin let go counts as high."""

        def listener(value, _):
            changed(self.now, 0 if value == GPIOPinState.LOW else 1)
            self.happened()

        self.mcu.gpio[pin].add_listener(listener)

    # UART

    def watch_uart(self, number, received):
        """Calls received(us, byte) for each byte that a UART has sent."""

        def on_byte(byte):
            received(self.now, byte)
            self.happened()

        self.mcu.uart[number].on_byte = on_byte

    def send_uart(self, number, data, baud, start_us=None):
        """Sends bytes to a UART at their pace."""
        start = self.now if start_us is None else start_us
        for place, byte in enumerate(data):
            self.at(start + (place + 1) * 10e6 / baud, lambda byte=byte: self.mcu.uart[number].feed_byte(byte))
