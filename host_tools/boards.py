"""Asks the boards that are there who they are: `tablectl list`, and names such as id:e660 and table:7."""

from concurrent.futures import ThreadPoolExecutor

from host_tools import claim, ports
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer, PortError

WAIT = 1.0  # seconds for an answer; a board that plays answers within 0.1, one that erases flash within 0.5
JOURNAL = ("log", "key", "first", "seq", "acked", "fill")
KNOWN = ("board", "table", "firmware", "micropython", "rules", "wheel", "phase")


def boards():
    """The boards that are there, [row], in the order of their ports; they are asked at the same time.

    row: {"port", "usb", "serial_number", "state", "told", "journal"} and the keys of KNOWN, None where it is not known.
    state: "table" (a program answers), "prompt" (MicroPython waits for commands), "silent", "held" (another program has
    the port) or "closed" (it cannot be opened); told: a sentence for all but the first, or why the table stays closed.
    journal: {key of JOURNAL} or None; its fill is a percentage of what may wait for a host.
    """
    listed = ports.candidates()
    with ThreadPoolExecutor(max_workers=max(1, len(listed))) as pool:
        return list(pool.map(look, listed))


def look(port):
    """The row of one Port."""
    row = {"port": port.device, "usb": ports.usb_id(port), "serial_number": port.serial_number}
    row.update(dict.fromkeys(("state", "told", "journal", *KNOWN)))
    try:
        with claim.held(port.device), Link(port.device) as link:
            hello = link.request("hello", timeout=WAIT)
    except NoAnswer as error:
        return {**row, "state": "prompt" if error.at_prompt else "silent", "told": error.message}
    except (PortError, claim.PortHeld) as error:
        state = "held" if isinstance(error, claim.PortHeld) else "closed"
        return {**row, "state": state, "told": error.message}
    except ToolError as error:
        return {**row, "state": "silent", "told": error.message}
    known = {key: hello.get(key) for key in KNOWN}
    journal = {key: hello.get(key) for key in JOURNAL} if hello.get("log") else None
    return {**row, "state": "table", "told": "; ".join(hello.get("settings", ())) or None, "journal": journal, **known}


def device_of(name):
    """The device of the board that a name asks for, id:... or table:... Raises ToolError."""
    kind, _, wanted = name.partition(":")
    found = _by_serial_number(wanted) if kind == "id" else []
    rows = [] if found else boards()
    for row in rows:
        if row["table"] == wanted if kind == "table" else (row["board"] or "").startswith(wanted.lower()):
            found.append(row["port"])
    if len(found) == 1:
        return found[0]
    what = f"a board of table {wanted}" if kind == "table" else f"a board whose id begins with {wanted}"
    if found:
        raise ToolError(f"{what} is on each of {', '.join(found)}: name one with --port", 2)
    there = ", ".join(_name(row) for row in rows) or "none"
    raise ToolError(f"there is no {what.removeprefix('a ')}: boards that are there: {there}", 3)


def _by_serial_number(wanted):
    listed = ports.candidates()
    return [port.device for port in listed if wanted and (port.serial_number or "").lower().startswith(wanted.lower())]


def _name(row):
    known = [f"{key} {row[key]}" for key in ("table", "board") if row[key]]
    return f"{row['port']} ({', '.join(known) or row['state']})"
