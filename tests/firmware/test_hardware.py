from firmware import hardware
from shared_core.settings import BUTTONS, DEFAULT_DISPLAY, DEFAULT_PINS, LINES, check, sentence
from tests.firmware.fakes import BoardPin

ALL = {
    "table": "7",
    "rules": "new-zealand",
    "displays": [
        {"type": "tm1637"},
        {"type": "max7219", "din": 12, "clk": 13, "cs": 14},
        {"type": "ht16k33", "scl": 15, "sda": 16, "address": 0x71},
        {"type": "ws2812", "data": 17, "pixels": 2},
    ],
    "lamps": {"no_more_bets": 18, "no_spin": 19, "fault": 22},
    "buzzer": 26,
    "status_line": {"flags": {"sensor-fault": 4}},
}


class Machine:
    """A module like machine, and what was made with it."""

    def __init__(self, no_uart=False):
        self.made = made = []
        self.buses = []
        self.uarts = []
        self.no_uart = no_uart

        class Pin(BoardPin):
            def __init__(self, number, mode=None, pull=None):
                super().__init__(number, mode, pull)
                made.append((number, mode, pull))

        self.Pin = Pin

    def SoftI2C(self, scl, sda, freq, timeout):
        self.buses.append((scl.number, sda.number))
        return self

    def SoftSPI(self, baudrate, polarity, phase, sck, mosi, miso):
        self.buses.append((sck.number, mosi.number))
        return self

    def bitstream(self, *_):
        pass

    def UART(self, number, baud, **how):
        if self.no_uart:
            raise ValueError("bad TX pin")
        self.uarts.append((number, baud, how["bits"], how["parity"], how["stop"], how["tx"].number, how["rx"].number))
        return self


def refusal(function, *wanted):
    """The HardwareError that a function raises for what it is given."""
    try:
        function(*wanted)
    except hardware.HardwareError as error:
        return error
    raise AssertionError("it was taken")


def test_default_inputs():
    machine = Machine()
    assert len(hardware.inputs(DEFAULT_PINS, machine=machine)) == 8
    assert machine.made == [(number, BoardPin.IN, BoardPin.PULL_DOWN) for number in range(2, 10)]


def test_inputs_are_in_the_order_of_the_lines():
    machine = Machine()
    pins = {line: 20 - place for place, line in enumerate(LINES)}
    hardware.inputs(pins, machine=machine)
    hardware.inputs(pins, BUTTONS, machine)
    assert [number for number, _, _ in machine.made] == [20, 19, 18, 17, 16, 15, 14, 13, 14, 13]


def test_default_display():
    machine = Machine()
    assert hasattr(hardware.display(DEFAULT_DISPLAY, machine=machine), "show")
    assert machine.made == [(number, BoardPin.OPEN_DRAIN, BoardPin.PULL_UP) for number in (10, 11)]


def test_all_outputs_of_a_table():
    settings, errors = check(ALL)
    assert errors == []
    machine = Machine()
    outputs = hardware.outputs(settings, errors, machine)
    assert errors == [] and len(outputs) == 8
    out = [number for number, mode, _ in machine.made if mode == BoardPin.OUT]
    assert out == [12, 13, 14, 14, 17, 18, 19, 22, 26], "CS is an output again once the bus is made"
    assert [number for number, mode, _ in machine.made if mode == BoardPin.OPEN_DRAIN] == [10, 11, 15, 16]
    assert machine.buses == [(13, 12), (15, 16)]
    hardware.uart(settings.status_line, "status_line", machine)
    assert machine.uarts == [(0, 9600, 8, None, 1, 0, 1)]


def test_a_pin_that_the_board_does_not_have():
    pins = dict(DEFAULT_PINS)
    pins["pocket"] = 40
    error = refusal(hardware.inputs, pins, LINES, Machine())
    assert str(error) == sentence(error.error) == "pins.pocket is 40: this board has no such GPIO"
    wiring = dict(DEFAULT_DISPLAY)
    wiring["dio"] = 30
    assert refusal(hardware.display, wiring, "display", Machine()).error[0] == "display.dio"


def test_what_the_board_cannot_have_is_left_out_and_named():
    stated = dict(ALL)
    stated["board"] = "other"
    stated["displays"] = [{"type": "tm1637"}, {"type": "ht16k33", "scl": 15, "sda": 40}]
    stated["lamps"] = {"fault": 33}
    settings, _ = check(stated)
    errors = []
    assert len(hardware.outputs(settings, errors, Machine())) == 2
    assert [error[0] for error in errors] == ["displays[1].sda", "lamps.fault"]
    error = refusal(hardware.uart, settings.status_line, "status_line", Machine(no_uart=True))
    assert "UART 0" in str(error) and "bad TX pin" in str(error)


def test_the_supervisors_key():
    assert hardware.key(None, Machine()) is None
    assert hardware.key(22, Machine()).number == 22
    assert refusal(hardware.key, 40, Machine()).error[0] == "supervisor_key"
