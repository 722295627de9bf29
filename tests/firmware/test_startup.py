import sys

from tests.firmware.fakes import empty_folder


class Chip:
    """The modules machine and time of a board that started for a cause, some ms ago."""

    PWRON_RESET = 1
    WDT_RESET = 3

    def __init__(self, cause=1, ms=900):
        self.cause = cause
        self.ms = ms

    def reset_cause(self):
        return self.cause

    def ticks_ms(self):
        return self.ms


class Past:
    """What a journal tells of the time before this boot."""

    def __init__(self, firmware=None, planned=False):
        self.firmware = firmware
        self.planned = planned


had = sys.modules.get("machine")
sys.modules["machine"] = Chip()  # type: ignore
from firmware import startup  # noqa: E402

if had is None:
    del sys.modules["machine"]
else:
    sys.modules["machine"] = had


def cause(chip, past):
    startup.machine = startup.time = chip  # type: ignore
    return startup.boot_cause(past, "new")


def test_the_cause_of_a_boot():
    assert cause(Chip(), Past()) == "power-on"
    assert cause(Chip(), Past("new", planned=True)) == "power-on"
    assert cause(Chip(cause=3), Past("new")) == "watchdog"
    assert cause(Chip(cause=3), Past("new", planned=True)) == "reset"
    assert cause(Chip(cause=3), Past("old", planned=True)) == "update"
    assert cause(Chip(ms=3600000), Past("new")) == "soft-reset"
    assert cause(Chip(cause=9), Past()) == "unknown"


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def test_a_key_is_hex():
    folder = empty_folder("startup")
    assert startup.read_key(folder + "/key") is None
    for text, key in ((b"00" * 31 + b"ff\n", bytes(31) + b"\xff"), (b"hello", b""), (b"", b""), (b"0a1", b"")):
        put(folder + "/key", text)
        assert startup.read_key(folder + "/key") == key, text


def test_settings_are_told_as_sentences():
    settings, errors = startup.read_settings(None)
    assert settings is None and "missing" in errors[0]
    settings, errors = startup.read_settings(b'{"table": "7", "rules": "new-zealand", "journal": {"segments": 99}}')
    assert settings is None and "journal.segments is 99" in errors[0] and "from 4 to 40" in errors[0]
    settings, errors = startup.read_settings(b'{"table": "7", "rules": "new-zealand", "journal": {"overwrite": true}}')
    assert errors == [] and settings.journal == {"segments": 24, "overwrite": True}
