from firmware.tm1637 import TM1637
from tests.firmware.fakes import Wires

PICTURE = b"\x00\x3f\x06\xdb"


def transfers(changes):
    """What a logic analyser reads of the wires: a list of transfers, each a list of (byte, acknowledged)."""
    found, bits, open_transfer = [], [], None
    for place in range(1, len(changes)):
        before, now = changes[place - 1], changes[place]
        if before[0] and now[0]:
            if before[1] and not now[1]:
                assert open_transfer is None, "a start within a transfer"
                open_transfer, bits = [], []
            else:
                assert bits == [0], "a stop within a byte"  # the clock pulse of the stop itself
                found.append(open_transfer)
                open_transfer = None
        elif not before[0] and now[0] and open_transfer is not None:
            bits.append(now[1])
            if len(bits) == 9:
                open_transfer.append((sum([bit << place for place, bit in enumerate(bits[:8])]), bits[8] == 0))
                bits = []
    assert open_transfer is None, "no stop"
    return found


def sent(wires):
    """The bytes of each transfer, all of them acknowledged; then forgets them."""
    result = []
    for transfer in transfers(wires.changes):
        assert all([acknowledged for _, acknowledged in transfer])
        result.append(bytes([byte for byte, _ in transfer]))
    del wires.changes[:-1]
    return result


def fails(function, *arguments):
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def test_write_sends_data_address_and_control():
    wires = Wires()
    display = TM1637(wires.clk, wires.dio, brightness=4)
    assert display.write(PICTURE)
    assert display.present
    assert sent(wires) == [b"\x40", b"\xc0" + PICTURE, b"\x8c"]


def test_every_code_arrives():
    wires = Wires()
    display = TM1637(wires.clk, wires.dio)
    for code in range(256):
        picture = bytes((code, 255 - code, code ^ 0x55, code))
        assert display.write(picture)
        assert sent(wires)[1] == b"\xc0" + picture


def test_only_changes_are_sent():
    wires = Wires()
    display = TM1637(wires.clk, wires.dio)
    display.write(PICTURE)
    sent(wires)
    assert display.write(bytearray(PICTURE))
    assert sent(wires) == []
    display.write(b"\x00\x00\x00\x00")
    assert len(sent(wires)) == 3


def test_brightness_goes_out_with_the_next_write():
    wires = Wires()
    display = TM1637(wires.clk, wires.dio, brightness=0)
    display.write(PICTURE)
    assert sent(wires)[2] == b"\x88"
    display.brightness(7)
    assert sent(wires) == []
    display.write(PICTURE)
    assert sent(wires)[2] == b"\x8f"
    assert fails(display.brightness, 8)
    assert fails(display.brightness, -1)


def test_six_digits_are_right_aligned():
    wires = Wires()
    display = TM1637(wires.clk, wires.dio, digits=6)
    display.write(PICTURE)
    assert sent(wires)[1] == b"\xc0\x00\x00" + PICTURE
    display.write(b"\x01\x02\x03\x04\x05\x06")
    assert sent(wires)[1] == b"\xc0\x01\x02\x03\x04\x05\x06"
    assert fails(display.write, b"1234567")
    assert fails(TM1637, wires.clk, wires.dio, 7)
    assert fails(TM1637, wires.clk, wires.dio, 0)


def test_a_missing_display_is_reported_and_tried_again():
    wires = Wires(chip=False)
    display = TM1637(wires.clk, wires.dio)
    assert not display.write(PICTURE)
    assert not display.present
    read = transfers(wires.changes)
    assert [bytes([byte for byte, _ in transfer]) for transfer in read] == [b"\x40", b"\xc0" + PICTURE, b"\x8c"]
    assert not any([acknowledged for transfer in read for _, acknowledged in transfer])
    del wires.changes[:-1]
    wires.chip = True
    assert display.write(PICTURE)
    assert display.present
    assert len(sent(wires)) == 3


def test_a_shorted_wire_is_reported():
    for wire in ("clk", "dio"):
        wires = Wires()
        shorted = getattr(wires, wire)
        shorted.shorted = True
        wires.settle()
        display = TM1637(wires.clk, wires.dio)
        assert not display.write(PICTURE)
        assert wires.clk.let_go or wire == "dio"
        shorted.shorted = False
        wires.settle()
        del wires.changes[:-1]
        wires.clk(1)
        assert display.write(PICTURE), wire


def test_slow_wires_are_waited_for():
    wires = Wires()
    wires.clk.slow = wires.dio.slow = 20
    display = TM1637(wires.clk, wires.dio)
    assert display.write(PICTURE)
    assert sent(wires)[1] == b"\xc0" + PICTURE


def test_a_reset_in_the_middle_of_a_byte_does_not_lock_the_wires():
    # The board stops after any change of a wire, its pins let go, and the driver starts anew.
    whole = Wires()
    TM1637(whole.clk, whole.dio).write(PICTURE)
    for steps in range(1, 80):
        wires = Wires()
        display = TM1637(CutPin(wires.clk, wires, steps), CutPin(wires.dio, wires, steps))
        try:
            display.write(PICTURE)
        except Cut:
            pass
        wires.clk(1)
        wires.dio(1)
        del wires.changes[:-1]
        again = TM1637(wires.clk, wires.dio)
        again.write(b"\x01\x02\x03\x04")
        assert again.present, steps


class Cut(Exception):
    pass


class CutPin:
    """A pin that stops the board once the wires have changed `steps` times."""

    def __init__(self, pin, wires, steps):
        self._pin = pin
        self._wires = wires
        self._steps = steps

    def __call__(self, level=None):
        if len(self._wires.changes) > self._steps:
            raise Cut()
        return self._pin() if level is None else self._pin(level)
