"""Looks at a board and says what is wrong with it, each with the next step: `tablectl doctor`."""

import errno
import time

from firmware import VERSION
from host_tools import clock, ports
from host_tools.claim import claimed
from host_tools.doctor_lines import judge, watch
from host_tools.findings import fault, note
from host_tools.link import Link, NoAnswer, PortError

OLDEST_MICROPYTHON = (1, 24)
HALF_FULL, ALMOST_FULL = 50, 90  # percent of the journal; at the second the table warns
FULL = "journal-full"  # a fault that clears itself
FREE = "delete files that are not the table's (mpremote fs ls, fs rm), then reset the board"
DRIFT = 60  # seconds between the board's clock and this one's that are worth a word
UDEV = "/etc/udev/rules.d/70-tablectl.rules"
FLASH = "flash the firmware (tablectl flash), or reset the board if it has it"


def doctor(port=None, seconds=5.0, progress=lambda text: None):
    """What is right and wrong with a board, port: as for ports.find().

    Returns {"port", "reached": whether something answered there, "board": the answer to hello, "phase", "lines": [{a
    field of doctor_lines.FIELDS}], "findings": [{"level": "fault" or "note", "what", "next"}]}. While the table is
    closed the lines are watched for some seconds: turn the wheel then. Raises ToolError without a port to look at.
    """
    with claimed(port) as device:
        found = {"port": device, "reached": False, "board": None, "phase": None, "lines": [], "findings": []}
        try:
            with Link(device) as link:
                _examine(link, found, seconds, progress)
        except NoAnswer as error:
            found["reached"] = error.at_prompt
            found["findings"].append(fault(error.message, FLASH))
        except PortError as error:
            if error.errno != errno.EACCES:
                raise
            found["findings"].append(fault(f"you may not open {device}", _permission(device)))
        return found


def _examine(link, found, seconds, progress):
    hello = found["board"] = link.request("hello")
    found["reached"] = True
    status = link.request("status")
    found["phase"] = status["phase"]
    for look in (_settings, _versions, _faults, _journal):
        found["findings"] += look(hello, status)
    found["findings"] += _clock(link, hello)
    if status.get("under") == "closed":
        progress("watching the lines: turn the wheel")
        found["lines"] = watch(link, seconds)
        found["findings"] += judge(found["lines"])
    elif "under" in status:
        found["findings"].append(note("the table is open", "close it to have its lines watched"))


def _settings(hello, _):
    return [fault(text, "mend table.json (tablectl settings) and flash it") for text in hello.get("settings", ())]


def _versions(hello, _):
    findings = []
    if hello.get("firmware") != VERSION:
        told = f"the board has firmware {hello.get('firmware')}, and this tablectl belongs to {VERSION}"
        findings.append(note(told, "bring both to one version: tablectl flash"))
    version = hello.get("micropython", "")
    if version and tuple(int(part) for part in version.split(".")[:2]) < OLDEST_MICROPYTHON:
        findings.append(fault(f"the board runs MicroPython {version}", "put 1.24 or newer on it, then flash"))
    return findings


def _faults(_, status):
    return [
        fault(f"the table has latched a fault: {name}", "mend its cause, then clear it (clear)")
        for name in status.get("faults", ())
        if name != FULL
    ]


def _journal(hello, status):
    if not hello.get("log"):
        return []
    findings = []
    fill = hello.get("fill", 0)
    full = FULL in status.get("faults", ())
    if fill >= HALF_FULL:
        found = fault if fill >= ALMOST_FULL else note
        told = f"the journal is {fill} % full of records that no host has stored"
        findings.append(found(told, "pull it: tablectl pull --to DIR"))
    elif full:
        findings.append(fault("other files leave the journal too little of the flash for a round", FREE))
    if hello.get("stuck"):
        findings.append(fault(f"the journal cannot be written: {hello['stuck']}", FREE))
    return findings


def _clock(link, hello):
    told = clock.told_by(link, hello)
    step = "set it: tablectl clock"
    if told is None:
        return [note("the board's clock was not set since it started", step)]
    drift = told - time.time()
    if abs(drift) < DRIFT:
        return []
    return [note(f"the board's clock is {abs(drift):.0f} s {'ahead' if drift > 0 else 'behind'}", step)]


def _permission(device):
    """The next step where the system does not let this user open a port: on Linux a udev rule."""
    vendor = next((port.usb[0] for port in ports.ports() if port.device == device and port.usb), 0x2E8A)
    rule = (
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", MODE="0660", GROUP="dialout", TAG+="uaccess", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"'
    )
    reload = "sudo udevadm control --reload && sudo udevadm trigger"
    return f"put this line into {UDEV}, then `{reload}` and plug the board in again:\n  {rule}"
