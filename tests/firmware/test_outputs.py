"""Each device by what it does with its wires; the names are those of pictures."""

from firmware.buzzer import BEEP_MS, BEEPS, Buzzer
from firmware.ht16k33 import HT16K33
from firmware.lamp import LIT, Lamp
from firmware.max7219 import MAX7219, reordered
from firmware.pictures import row, segments
from firmware.segment_display import SegmentDisplay
from firmware.ws2812 import WS2812, of_picture
from shared_core.wheel import NUMBERS, colour, name
from tests.all_pictures import worded


class Wire:
    """An output Pin; tells each level that it takes to `heard`."""

    def __init__(self, heard):
        self.level = 0
        self._heard = heard

    def __call__(self, level):
        self.level = level
        self._heard()


class Bus:
    """An I2C bus that keeps what is written."""

    def __init__(self):
        self.written = []

    def writeto(self, address, data):
        self.written.append((address, bytes(data)))


class Driver:
    def __init__(self, digits):
        self.digits = digits
        self.codes = None

    def write(self, codes):
        self.codes = bytes(codes)
        return True


class Spi:
    """An SPI bus that keeps what is written while CS is low."""

    def __init__(self):
        self.words = []
        self.cs = Wire(self._select)
        self._bytes = b""

    def _select(self):
        if self.cs.level and self._bytes:
            assert len(self._bytes) == 2
            self.words.append(self._bytes[0] << 8 | self._bytes[1])
        self._bytes = b""

    def write(self, data):
        assert not self.cs.level
        self._bytes += bytes(data)


def max7219():
    """(driver, words that it latched)."""
    spi = Spi()
    return MAX7219(spi, spi.cs, brightness=9), spi.words


def test_max7219_registers():
    driver, words = max7219()
    assert driver.write(bytes(range(1, 9))) is False, "nobody knows whether it is there"
    registers = {word >> 8: word & 0xFF for word in words}
    assert registers[0x0F] == 0 and registers[0x09] == 0 and registers[0x0B] == 7
    assert registers[0x0A] == 9 and registers[0x0C] == 1 and words[-1] >> 8 == 0x0C
    assert [registers[place] for place in range(8, 0, -1)] == [reordered(code) for code in range(1, 9)]


def test_max7219_segments():
    for bit, wanted in enumerate((0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0x80)):
        assert reordered(1 << bit) == wanted


def test_ht16k33_memory():
    bus = Bus()
    assert HT16K33(bus, 0x72, brightness=3).write(b"\x01\x02\x04\x88")
    assert bus.written == [
        (0x72, b"\x21"),
        (0x72, b"\x00\x01\x00\x02\x00\x00\x00\x04\x00\x88" + bytes(7)),
        (0x72, b"\xe3"),
        (0x72, b"\x81"),
    ]


def test_pictures_on_four_and_on_eight_digits():
    four, eight = Driver(4), Driver(8)
    for driver in (four, eight):
        assert SegmentDisplay(driver).show("place-bets", True, ["00", "5", "17"])
    assert four.codes == segments("bEtS")
    five = bytes((0, segments("5")[3] | 0x80))
    zeros = bytes((segments("0")[3], segments("0")[3] | 0x80))
    assert eight.codes == five + zeros + segments("bEtS"), "the older one first"
    SegmentDisplay(eight).show("17", False, ["0"])
    assert eight.codes == bytes((0, 0, 0, segments("0")[3] | 0x80)) + bytes(4), "what was before does not blink"
    SegmentDisplay(eight).show("self-test", True, [])
    assert eight.codes == b"\xff" * 8
    assert row("self-test", 4) == b"\xff" * 4


def test_ws2812_colours():
    sent = []
    strip = WS2812("pin", lambda *what: sent.append(what), pixels=2, brightness=100)
    assert strip.show("1", True, ()) and strip.show("0", True, ()) and strip.show("2", True, ())
    strip.show("2", False, ())
    assert [data for _, _, _, data in sent] == [
        b"\x00\x64\x00" * 2,
        b"\x64\x00\x00" * 2,
        b"\x64\x64\x64" * 2,
        bytes(6),
    ]
    assert sent[0][:3] == ("pin", 0, (400, 850, 800, 450))
    for number in range(NUMBERS):
        assert (
            of_picture(name(number))
            == {"red": (255, 0, 0), "green": (0, 255, 0), "black": (255, 255, 255)}[colour(number)]
        )
    assert of_picture("fault-pocket") == of_picture("fault-journal-full") != of_picture("no-spin") != (0, 0, 0)
    assert of_picture("by-hand") == of_picture("hand-00") == (0, 0, 255)
    assert of_picture("closed") == of_picture("no-more-bets") == (0, 0, 0)


def test_lamps():
    lamps = {}
    for lamp in LIT:
        pin = Wire(lambda: None)
        lamps[lamp] = (Lamp(pin, lamp), pin)

    def lit(picture, blink=True):
        for lamp in lamps:
            assert lamps[lamp][0].show(picture, blink, ())
        return sorted([lamp for lamp in lamps if lamps[lamp][1].level])

    assert lit("no-more-bets") == ["no_more_bets"] and lit("by-hand") == lit("hand-7") == ["no_more_bets"]
    assert lit("no-spin") == ["no_spin"] and lit("self-test") == ["fault", "no_more_bets", "no_spin"]
    assert lit("fault") == lit("fault-pocket") == lit("settings") == lit("journal-90") == ["fault"]
    assert lit("journal-90", False) == lit("closed") == lit("17") == lit("place-bets") == lit("dark") == []


def test_the_buzzer_beeps_when_a_picture_comes():
    levels = []
    pin = Wire(lambda: levels.append(pin.level))
    buzzer = Buzzer(pin)

    def beeps(picture, start):
        del levels[:]
        assert buzzer.show(picture, True, ()) and buzzer.show(picture, False, ())
        for ms in range(start, start + 2000, 20):
            buzzer.tick(ms % 2**30)
        ons = [level for level, before in zip(levels, [0] + levels) if level and not before]
        return len(ons)

    for picture in worded():
        assert beeps(picture, 0) == (4 if picture[:5] == "fault" else BEEPS.get(picture, 0)), picture
    assert beeps("no-spin", 2**30 - 3 * BEEP_MS) == 3
    assert beeps("no-spin", 5000) == 0 and pin.level == 0
    buzzer.show("fault", True, ())
    buzzer.tick(0)
    assert pin.level == 1
    buzzer.show("closed", True, ())
    assert pin.level == 0
