from firmware.watchdog import _control


def test_only_where_it_can_be_stopped():
    assert _control("Raspberry Pi Pico W with RP2040") == 0x40058000
    assert _control("Raspberry Pi Pico2 with RP2350") == 0x400D8000
    assert _control("Generic ESP32 module with ESP32") is None
