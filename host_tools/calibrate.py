"""Calibrates a wheel by hand: `tablectl calibrate`."""

import time

from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link


def calibrate(port, rotor, ball, timeout=120.0, progress=lambda text: None):
    """Find the sensors' places on the board on `port`, whose table is closed.

    rotor, ball: "clockwise" or "counterclockwise", as they are turned and rolled by hand. Returns {"offsets": {line:
    thousandths, for table.json}, "errors": [sentence], "turns", "passes"}. Raises ToolError: status 1 when the board
    refuses, 3 when it stops answering.
    """
    with claimed(port) as device, Link(device) as link:
        _ask(link, rotor=rotor, ball=ball)
        deadline = time.monotonic() + timeout
        while True:
            found = _ask(link)
            if found["done"] or time.monotonic() > deadline:
                break
            left = f"{found['turns']} turns of the rotor, {found['passes']} passes of the ball so far"
            progress(f"ball in pocket 0: turn the rotor {rotor}; then take it out and roll it {ball}: {left}")
            time.sleep(0.3)
    return {key: found[key] for key in ("offsets", "errors", "turns", "passes")}


def _ask(link, **fields):
    answer = link.request("calibrate", **fields)
    if "error" in answer:
        raise ToolError(f"the board does not calibrate: {answer['message']}", 1)
    return answer
