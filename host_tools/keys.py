"""The logs that were provisioned on this host, each a file that only its owner can read, with the log's key if any.

A file is `<log id>.json` in the folder that TABLECTL_KEYS names, else `keys` in the user's settings for tablectl:

    {"log": "0123456789abcdef", "board": "e66038b713596c2f", "key": "64 hex digits, or null"}
"""

import json
import os
import secrets
from collections import namedtuple
from pathlib import Path

import click

from host_tools.errors import ToolError
from host_tools.receipt import sync_folder
from shared_core.keyed import key_id

OTHERS = 0o077  # the bits of a file's mode that let anyone but its owner in

# log, board: ids; secret: bytes or None; key: the id of the secret or None
Provisioned = namedtuple("Provisioned", ("log", "board", "secret", "key"))


def folder():
    """Where the files are."""
    named = os.environ.get("TABLECTL_KEYS")
    return Path(named) if named else Path(click.get_app_dir("tablectl")) / "keys"


def make(board, with_key):
    """Make an id for a new log of this board, and a key for it if wanted; on disk when this returns a Provisioned."""
    place = folder()
    log = secrets.token_hex(8)
    secret = secrets.token_bytes(32) if with_key else None
    text = json.dumps({"log": log, "board": board, "key": secret and secret.hex()}) + "\n"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_private(place)
        handle = os.open(place / f"{log}.json", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(place)
    except OSError as error:
        told = f"{place} cannot hold a log's key ({error.strerror})"
        raise ToolError(f"{told}: make it a folder of yours or name another with TABLECTL_KEYS", 2) from None
    return Provisioned(log, board, secret, key_id(secret))


def of_log(log):
    """What is known here of a log by its id, a Provisioned, or None. Raises ToolError (status 2) for a bad file."""
    return next((entry for entry in _all() if entry.log == log), None)


def of_key(key):
    """What is known here of the log with this key id, a Provisioned, or None. Raises ToolError (status 2)."""
    return next((entry for entry in _all() if entry.key == key), None)


def _all():
    place = folder()
    if place.is_dir():
        for path in sorted(place.glob("*.json")):
            yield _read(path)


def _read(path):
    _check_private(path)
    try:
        told = json.loads(path.read_text())
        secret = bytes.fromhex(told["key"]) if told["key"] is not None else None
        return Provisioned(told["log"], told["board"], secret, key_id(secret))
    except OSError as error:
        raise ToolError(f"{path} cannot be read ({error.strerror}): it must be a file of yours", 2) from None
    except (ValueError, KeyError, TypeError):
        raise ToolError(
            f"{path} is no file of tablectl provision: restore it from a backup, or move it away", 2
        ) from None


def _check_private(path):
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        mode = "700" if path.is_dir() else "600"
        raise ToolError(
            f"{path} is open to other users: chmod {mode} {path}, and make a new key if they may have it", 2
        )
