from firmware.display import BLINK_MS, RETRY_MS, Display
from firmware.pictures import DARK, picture

WRAP = 2**30


class Device:
    def __init__(self, answers=True):
        self.answers = answers
        self.written = []

    def write(self, segments):
        self.written.append(segments)
        return self.answers

    def take(self):
        written = self.written
        self.written = []
        return written


def test_steady_is_written_once():
    device = Device()
    display = Display(device)
    display.show("17")
    assert device.take() == [picture("17")]
    assert display.present
    for now in range(0, 5000, 10):
        display.tick(now)
    display.show("17")
    assert device.take() == []


def test_blinking():
    for start in (0, WRAP - 600):  # the second one goes over the wrap of ticks_ms
        device = Device()
        display = Display(device)
        display.show("00", True)
        assert device.take() == [picture("00")]
        changes = []
        for ms in range(0, 4 * BLINK_MS + 1, 10):
            display.tick((start + ms) % WRAP)
            for written in device.take():
                changes.append((ms, written))
        on, dark = picture("00"), DARK
        assert changes == [(BLINK_MS, dark), (2 * BLINK_MS, on), (3 * BLINK_MS, dark), (4 * BLINK_MS, on)], start


def test_blinking_becomes_steady():
    device = Device()
    display = Display(device)
    display.show("5", True)
    display.tick(1000)
    display.tick(1000 + BLINK_MS)
    assert device.take() == [picture("5"), DARK]
    display.show("5")
    assert device.take() == [picture("5")]
    for now in range(1000 + BLINK_MS, 5000, 10):
        display.tick(now)
    assert device.take() == []


def test_showing_the_same_does_not_disturb_the_blinking():
    device = Device()
    display = Display(device)
    display.show("5", True)
    display.tick(0)
    for now in range(10, 10 * BLINK_MS, 10):
        display.show("5", True)
        display.tick(now)
    assert len(device.take()) == 10


def test_a_new_picture_starts_lit():
    device = Device()
    display = Display(device)
    display.show("5", True)
    display.tick(0)
    display.tick(BLINK_MS)
    display.show("no-spin", True)
    assert device.take()[-1] == picture("no-spin")
    display.tick(BLINK_MS + 10)
    assert device.take() == []


def test_a_display_that_does_not_answer_is_tried_again():
    device = Device(answers=False)
    display = Display(device)
    display.show("closed")
    assert not display.present
    device.take()
    for now in range(0, 2 * RETRY_MS + 1, 10):
        display.tick(now)
    assert device.take() == [picture("closed")] * 2
    device.answers = True
    display.tick(3 * RETRY_MS)
    assert display.present
    device.take()
    for now in range(3 * RETRY_MS, 9 * RETRY_MS, 10):
        display.tick(now)
    assert device.take() == []


def test_an_unknown_picture_changes_nothing():
    device = Device()
    display = Display(device)
    display.show("5")
    try:
        display.show("38")
    except ValueError:
        pass
    else:
        raise AssertionError("38 was shown")
    assert device.take() == [picture("5")]
