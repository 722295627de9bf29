"""Makes, explains and compares a table's settings: `tablectl settings`."""

import json
import tempfile
from hashlib import sha256
from pathlib import Path

from host_tools import board
from host_tools.aside import board_aside
from host_tools.board_files import SETTINGS
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer, wait_for_table
from host_tools.recent import last_boot
from host_tools.settings_schema import TABLE, flat
from shared_core import settings as table_settings


def make(stated):
    """A table.json of what is stated, a dict; what is None, false or empty is left out. Raises ToolError."""
    made = _without_empty({**stated, "options": _without_empty(stated.get("options", {}))})
    _, errors = table_settings.check(made)
    if errors:
        told = "".join("\n  " + table_settings.sentence(error) for error in errors)
        raise ToolError(f"these settings cannot be used:{told}", 2)
    return made


def explain(path=None):
    """Every key there is: {"path", "keys": [{"key", "told", "default", "value": the file's}], "errors": [sentence]}."""
    stated, errors = ({}, []) if path is None else _read(path)
    known = flat(stated)
    rows = [
        {"key": key, "told": told, "default": default, "value": known.get(key) if path else None}
        for key, (told, _, default) in TABLE.items()
    ]
    return {"path": path, "keys": rows, "errors": errors}


def compare(path, port=None, progress=lambda text: None):
    """What differs between a table.json and the settings of the board on a port.

    Returns {"port", "path", "same", "differs": [{"key", "file", "board"}]}. The board's boot record tells whether its
    file is the same to the byte; only where it is not does the table step aside, for the file to be fetched.
    """
    stated, errors = _read(path)
    if errors:
        raise ToolError(f"{path} is not right:" + "".join("\n  " + error for error in errors), 2)
    with claimed(port) as device:
        if _told_hash(device) == sha256(Path(path).read_bytes()).hexdigest():
            there = stated
        else:
            progress("reading the board's table.json")
            there = _fetch(device)
    ours, theirs = flat(stated), flat(there)
    keys = [key for key in sorted({*ours, *theirs}) if ours.get(key) != theirs.get(key)]
    differs = [{"key": key, "file": ours.get(key), "board": theirs.get(key)} for key in keys]
    return {"port": device, "path": path, "same": not differs, "differs": differs}


def _told_hash(device):
    """The SHA-256 of the settings that the board started with, or None where it does not tell."""
    try:
        with Link(device) as link:
            boot = last_boot(link, link.request("hello"))
    except NoAnswer:
        return None
    return boot and boot.get("settings")


def _fetch(device):
    """The board's table.json as a dict, {} where it has none."""
    with board_aside(device) as reached, tempfile.TemporaryDirectory(prefix="tablectl-") as folder:
        found = board.hashes(reached, [SETTINGS, "/main.py"])
        here = Path(folder, "table.json")
        if SETTINGS in found:
            reached.get(SETTINGS, here)
        text = here.read_bytes() if here.exists() else b"{}"
    if "/main.py" in found:
        wait_for_table(device)
    try:
        stated = json.loads(text)
    except ValueError:
        stated = None
    if not isinstance(stated, dict):
        raise ToolError(f"the table.json of the board on {device} is no JSON object: flash another", 1)
    return stated


def _read(path):
    """(a table.json as a dict, the sentences that say what is wrong with it)."""
    try:
        text = Path(path).read_bytes()
        stated = json.loads(text)
    except OSError as error:
        raise ToolError(f"{path} cannot be read ({error.strerror}): name a table.json", 2) from None
    except ValueError:
        stated = {}
    _, errors = table_settings.read(text)
    return stated if isinstance(stated, dict) else {}, [table_settings.sentence(error) for error in errors]


def _without_empty(stated):
    return {key: value for key, value in stated.items() if value or type(value) is int}
