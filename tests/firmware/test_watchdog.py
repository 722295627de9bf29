from firmware.watchdog import Watchdog, _control


class Device:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1


def test_fed_when_every_part_has_beaten():
    device = Device()
    watchdog = Watchdog(2, device)
    for _ in range(10):
        watchdog.beat(0)
    assert device.fed == 0
    watchdog.beat(1)
    assert device.fed == 1
    watchdog.beat(1)
    assert device.fed == 1
    watchdog.beat(0)
    assert device.fed == 2


def test_a_board_without_one():
    watchdog = Watchdog(1, None)
    watchdog.beat(0)


def test_only_where_it_can_be_stopped():
    assert _control("Raspberry Pi Pico W with RP2040") == 0x40058000
    assert _control("Raspberry Pi Pico2 with RP2350") == 0x400D8000
    assert _control("Generic ESP32 module with ESP32") is None
