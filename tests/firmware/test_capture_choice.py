from firmware.capture import Capture
from firmware.capture_choice import deaf, open_capture
from tests.firmware.fakes import FakePin


class InHardware:
    in_hardware = True


def test_without_pio_it_is_interrupts():
    pins = [FakePin() for _ in range(8)]
    capture = open_capture(pins, list(range(2, 10)), int)
    assert isinstance(capture, Capture) and all([pin.handler for pin in pins])
    capture.close()


def test_what_cannot_hear_while_it_writes_says_so():
    capture = Capture([FakePin()], int)
    assert "FRAM" in deaf(capture, "esp32")
    assert "consecutive" in deaf(capture, "rp2")
    assert deaf(capture, "linux") is None
    assert deaf(InHardware(), "rp2") is None
