"""Makes, explains and compares a table's settings: `tablectl settings`."""

import json
import tempfile
from pathlib import Path

from firmware.pull import WINDOW
from host_tools import board, settings_file
from host_tools.aside import board_aside, table_again
from host_tools.board_files import SETTINGS
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer
from host_tools.settings_schema import TABLE, flat
from shared_core import settings as table_settings

SETTINGS_PLACE = 0  # where firmware/pull.py has the settings among the records


def make(stated):
    """A table.json of what is stated, a dict; what is None, false or empty is left out. Raises ToolError."""
    made = _without_empty({**stated, "options": _without_empty(stated.get("options", {}))})
    _, errors = table_settings.check(made)
    if errors:
        told = "".join("\n  " + error for error in settings_file.sentences(errors))
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

    Returns {"port", "path", "same", "differs": [{"key", "file", "board"}]}. The table goes on: it tells its file over
    the link. Only where no table runs, or the file is longer than a window, is it fetched from the prompt.
    """
    stated, errors = _read(path)
    if errors:
        raise ToolError(f"{path} is not right:" + "".join("\n  " + error for error in errors), 2)
    with claimed(port) as device:
        progress("reading the board's table.json")
        text = _told(device)
        there = _parsed(_fetched(device) if text is None else text or b"{}", device)
    ours, theirs = flat(stated), flat(there)
    keys = [key for key in sorted({*ours, *theirs}) if ours.get(key) != theirs.get(key)]
    differs = [{"key": key, "file": ours.get(key), "board": theirs.get(key)} for key in keys]
    return {"port": device, "path": path, "same": not differs, "differs": differs}


def _told(device):
    """The bytes of the table.json that a running table tells, b"" where it has none; None where it does not tell."""
    try:
        with Link(device) as link:
            answer, data = link.window(SETTINGS_PLACE)
    except NoAnswer:
        return None
    return None if "error" in answer or len(data) == WINDOW else data


def _fetched(device):
    """The bytes of the board's table.json, b"{}" where it has none; its table steps aside."""
    with board_aside(device) as reached, tempfile.TemporaryDirectory(prefix="tablectl-") as folder:
        found = board.hashes(reached, [SETTINGS, "/main.py"])
        here = Path(folder, "table.json")
        if SETTINGS in found:
            reached.get(SETTINGS, here)
        text = here.read_bytes() if here.exists() else b"{}"
    table_again(device, found)
    return text


def _parsed(text, device):
    try:
        stated = json.loads(text)
    except ValueError:
        stated = None
    if not isinstance(stated, dict):
        raise ToolError(f"the table.json of the board on {device} is no JSON object: flash another", 1)
    return stated


def _read(path):
    """(a table.json as a dict, the sentences that say what is wrong with it)."""
    text, _, errors = settings_file.read(path)
    try:
        stated = json.loads(text)
    except ValueError:
        stated = {}
    return stated if isinstance(stated, dict) else {}, errors


def _without_empty(stated):
    return {key: value for key, value in stated.items() if value or type(value) is int}
