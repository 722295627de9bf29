"""What the board finds out about itself when it starts."""

import sys
import time
from binascii import hexlify, unhexlify
from hashlib import sha256

import machine

SOFT_MS = 60000  # a soft reset leaves the ticks going; a board that was switched on starts its table sooner than this


def read(path):
    """The bytes of a file, None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def read_key(path):
    """The journal's key from a file of hex digits; None where there is none, b"" for what is no hex."""
    text = read(path)
    if text is None:
        return None
    try:
        return unhexlify(text.strip())
    except ValueError:
        return b""


def read_settings(text):
    """(Settings or None, errors as sentences) from the bytes of table.json, None where there is none."""
    from shared_core import settings as table_settings

    if text is None:
        settings, errors = None, [("table.json", "missing", "a file that tablectl flash --settings has sent")]
    else:
        settings, errors = table_settings.read(text)
    return settings, [table_settings.sentence(error) for error in errors]


def hex_sha256(data):
    """SHA-256 in hex, None of None."""
    return None if data is None else hexlify(sha256(data).digest()).decode()


def micropython():
    """The version of the interpreter, such as 1.29.0."""
    return ".".join([str(part) for part in sys.implementation[1][:3]])  # pyright: ignore[reportIndexIssue]


def boot_cause(history, firmware):
    """Why the board starts: update, soft-reset, power-on, watchdog, reset or unknown.

    A chip tells a watchdog's reset from none that a program asked for; the journal does: it was announced there.
    """
    if history.firmware not in (None, firmware):
        return "update"
    if time.ticks_ms() > SOFT_MS:
        return "soft-reset"
    cause = machine.reset_cause()
    for name, text in (
        ("PWRON_RESET", "power-on"),
        ("WDT_RESET", "reset" if history.planned else "watchdog"),
        ("HARD_RESET", "reset"),
        ("SOFT_RESET", "soft-reset"),
    ):
        if cause == getattr(machine, name, None):
            return text
    return "unknown"
