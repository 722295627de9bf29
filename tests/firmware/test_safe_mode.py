import os

from firmware import safe_mode
from shared_core.settings import DEFAULT_PINS

PATH = "safe-mode-test.json"


class Pins:
    """A Pin class that keeps the GPIO it was made for. levels: what is read, one after the other, the last for ever."""

    IN, PULL_DOWN = 0, 2

    def __init__(self, levels):
        self.levels = list(levels)
        self.gpio = None

    def __call__(self, *made_with):
        if made_with:
            self.gpio = made_with[0]
            return self
        return self.levels.pop(0) if len(self.levels) > 1 else self.levels[0]


def wanted(pins, settings=None):
    if settings is not None:
        with open(PATH, "w") as file:
            file.write(settings)
    try:
        return safe_mode.wanted(PATH, pins, lambda ms: None)
    finally:
        if settings is not None:
            os.remove(PATH)


def test_held():
    assert wanted(Pins([1]))


def test_not_held_or_let_go():
    pins = Pins([0, 1])
    assert not wanted(pins)
    assert len(pins.levels) == 1  # it was read once
    assert not wanted(Pins([1] * 12 + [0]))


def test_the_pin_of_the_settings():
    for settings, gpio in (
        (None, DEFAULT_PINS["no_spin"]),
        ('{"pins": {"no_spin": 14}}', 14),
        ('{"pins": {"no_spin": "14"}}', DEFAULT_PINS["no_spin"]),
        ('{"pins": {"no_spin": 99}}', DEFAULT_PINS["no_spin"]),
        ('{"pins": 3}', DEFAULT_PINS["no_spin"]),
        ("[]", DEFAULT_PINS["no_spin"]),
        ("{", DEFAULT_PINS["no_spin"]),
    ):
        pins = Pins([0])
        wanted(pins, settings)
        assert pins.gpio == gpio, settings
