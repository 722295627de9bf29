"""Waits for a version that was just put on a board to prove itself, or to be taken back."""

import time
from hashlib import sha256

from host_tools.errors import ToolError
from host_tools.link import Link, wait_for_table
from host_tools.recent import last_boot

PROVE = 60.0  # seconds that a board gives a version on trial (PROVE_MS of firmware/root/main.py)
RESTART = 30.0  # seconds for bringing a version in, or back, and starting it
LOOK = 0.5  # seconds between two looks


def wait_for_trial(port, files, progress=lambda text: None, patience=PROVE + 2 * RESTART):
    """Wait until the table on `port` says that its new version stays; its answer to hello.

    files: {path: (size, sha256)} of the new version, its settings too. The board's boot record tells which version
    runs. Raises ToolError: status 1 where the board has gone back to the version before, 3 where it does not come up.
    """
    deadline = time.monotonic() + patience
    while True:
        hello = wait_for_table(port, max(1.0, deadline - time.monotonic()), patient=True)
        if not hello.get("trial"):
            break
        if time.monotonic() > deadline:
            raise ToolError(f"the new version on {port} does not say that it is healthy: reset the board", 3)
        progress("waiting for the new version to prove itself")
        time.sleep(LOOK)
    with Link(port) as link:
        boot = last_boot(link, link.request("hello"))
    if boot is None or _runs(boot, files):
        return hello
    told = f"the new version did not come up healthy, and the board on {port} went back to the one before"
    raise ToolError(f"{told}: `tablectl doctor` says how it is; mend the version and flash again", 1)


def program_sha256(files):
    """What firmware/firmware_hash.py computes of these files, {path: (size, sha256)}; the settings are none of them."""
    lines = "".join(f"{files[path][1]}  {path}\n" for path in sorted(files) if path != "/table.json")
    return sha256(lines.encode()).hexdigest()


def _runs(boot, files):
    settings = files.get("/table.json", (0, None))[1]
    return boot.get("firmware_sha256") == program_sha256(files) and boot.get("settings") == settings
