from firmware import hardware
from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS, LINES, sentence
from tests.firmware.fakes import BoardPin


def recorder():
    """A pin class, and the list of the pins that are made of it: (number, mode, pull)."""
    made = []

    class Pin(BoardPin):
        def __init__(self, number, mode, pull):
            super().__init__(number, mode, pull)
            made.append((number, mode, pull))

    return Pin, made


def refusal(function, wanted):
    """The HardwareError that a function raises for what it is given."""
    try:
        function(wanted, BoardPin)
    except hardware.HardwareError as error:
        return error
    raise AssertionError("it was taken")


def test_default_inputs():
    pin_class, made = recorder()
    assert len(hardware.inputs(DEFAULT_PINS, pin_class)) == 8
    assert made == [(number, BoardPin.IN, BoardPin.PULL_DOWN) for number in range(2, 10)]


def test_inputs_are_in_the_order_of_the_lines():
    pin_class, made = recorder()
    hardware.inputs({line: 20 - place for place, line in enumerate(LINES)}, pin_class)
    assert [number for number, _, _ in made] == [20, 19, 18, 17, 16, 15, 14, 13]


def test_default_display():
    pin_class, made = recorder()
    device = hardware.display(DEFAULT_DISPLAY, pin_class)
    assert hasattr(device, "write")
    assert made == [(number, BoardPin.OPEN_DRAIN, BoardPin.PULL_UP) for number in (10, 11)]


def test_a_pin_that_the_board_does_not_have():
    pins = dict(DEFAULT_PINS)
    pins["pocket"] = 40
    error = refusal(hardware.inputs, pins)
    assert str(error) == sentence(error.error) == "pins.pocket is 40: this board has no such GPIO"
    wiring = dict(DEFAULT_DISPLAY)
    wiring["dio"] = 30
    assert refusal(hardware.display, wiring).error[0] == "display.dio"
