"""The board's time of day: a record that ties the time since its start to it."""

import time

from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link
from host_tools.recent import recent

LOOK_BACK = 400  # records in which the start of the board and the last setting of its clock are looked for


def set_clock(port=None):
    """Set the clock of a board to this host's; {"port", "utc": seconds, "before": what it said, or None}."""
    with claimed(port) as device, Link(device) as link:
        before = told_by(link, link.request("hello"))
        return {"port": device, "utc": set_by(link), "before": before}


def set_by(link):
    """Set the clock over a Link to this host's time; that time, in whole seconds since 1970."""
    utc = int(time.time())
    answer = link.request("set-clock", utc=utc)
    if "error" in answer:
        raise ToolError(f"the board's clock was not set: {answer['message']}", 1)
    return utc


def told_by(link, hello):
    """The board's time of day in seconds since 1970, by its journal; None where it was not set since its start."""
    told = None
    for record in recent(link, hello, LOOK_BACK):
        if record.get("kind") == "boot":
            told = None
        elif record.get("kind") == "clock":
            told = record["utc"] + (hello["t"] - record["t"]) / 1e6
    return told
