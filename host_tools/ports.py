"""Finds the port of a board."""

import os
from collections import namedtuple
from pathlib import Path

from host_tools.errors import ToolError

# USB vendor and product id (None: any) of boards that run MicroPython, from mpconfigport.h of its ports. A
# board behind a USB-UART bridge has the bridge's ids and must be named.
MICROPYTHON = (
    (0x2E8A, 0x0005),  # rp2: Pico, Pico W, Pico 2
    (0xF055, None),  # stm32, mimxrt, samd, nrf
    (0x303A, 0x4001),  # esp32 with native USB
)
ASKED = ("id:", "table:")  # what a name begins with that only the boards themselves can answer

Port = namedtuple("Port", ("device", "usb", "serial_number", "description"))


def ports():
    """Every serial port that the system lists, as Port; usb is (vendor, product) or None."""
    from serial.tools.list_ports import comports

    found = []
    for port in sorted(comports()):
        usb = None if port.vid is None else (port.vid, port.pid)
        found.append(Port(port.device, usb, port.serial_number, port.description))
    return found


def candidates():
    """The Ports where a board is to be looked for: those that TABLECTL_PORT names, with commas between several, else
    all with the USB id of a MicroPython board."""
    named = _names()
    if not named:
        return [port for port in ports() if _runs_micropython(port)]
    listed = {port.device: port for port in ports()}
    devices = [_named(name) for name in named]
    return [listed.get(device, Port(device, None, None, "named by TABLECTL_PORT")) for device in devices]


def find(port=None):
    """The device of the board to talk to: `port`, else TABLECTL_PORT, else the one MicroPython board found.

    port: a device, or id:ID for the board with this id or USB serial number (or its beginning), or table:ID for the
    board of this table. Raises ToolError: status 3 where there is none, 2 where there are several.
    """
    if port and port.startswith(ASKED):
        from host_tools.boards import device_of

        return device_of(port)
    if port:
        return _named(port)
    boards = candidates()
    if len(boards) == 1:
        return boards[0].device
    if boards:
        raise ToolError(f"{len(boards)} boards are there, name one with --port or --table: {told(boards)}", 2)
    raise ToolError(f"no board is there: plug it in or name its port with --port; ports: {told(ports())}", 3)


def is_stated(port):
    """Whether a board is named, by `port` or by TABLECTL_PORT, so that none has to be looked for."""
    return bool(port or _names())


def is_there(device):
    """Whether the system has this port now; of an address such as socket://host it is not known."""
    return "://" in device or Path(device).exists() or any(port.device == device for port in ports())


def _names():
    return [name for name in os.environ.get("TABLECTL_PORT", "").split(",") if name]


def _named(name):
    if "://" in name or any(port.device == name for port in ports()):
        return name
    # The real path, because mpremote is several times slower over a link to a pseudo-terminal.
    path = Path(name)
    if not path.exists():
        raise ToolError(f"there is no port {name}: plug the board in or name another; ports: {told(ports())}", 3)
    return str(path.resolve())


def _runs_micropython(port):
    return any(port.usb and port.usb[0] == vendor and product in (None, port.usb[1]) for vendor, product in MICROPYTHON)


def told(listed):
    """The ports of a message, such as `/dev/ttyACM0 (2e8a:0005 Board in FS mode)`."""
    texts = []
    for port in listed:
        usb = f"{usb_id(port)} " if port.usb else ""
        texts.append(f"{port.device} ({usb}{port.description})")
    return ", ".join(texts) or "none"


def usb_id(port):
    """The USB id of a Port as text, such as 2e8a:0005, or None."""
    return f"{port.usb[0]:04x}:{port.usb[1]:04x}" if port.usb else None
