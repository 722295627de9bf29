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

Port = namedtuple("Port", ("device", "usb", "serial_number", "description"))


def ports():
    """Every serial port that the system lists, as Port; usb is (vendor, product) or None."""
    from serial.tools.list_ports import comports

    found = []
    for port in sorted(comports()):
        usb = None if port.vid is None else (port.vid, port.pid)
        found.append(Port(port.device, usb, port.serial_number, port.description))
    return found


def find(port=None):
    """The device of the board to talk to: `port`, else TABLECTL_PORT, else the one MicroPython board found.

    Raises ToolError: status 3 where there is none, 2 where there are several.
    """
    named = port or os.environ.get("TABLECTL_PORT")
    if named:
        return _named(named)
    boards = [port for port in ports() if _runs_micropython(port)]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        raise ToolError(f"{len(boards)} boards are there, name one with --port: {_told(boards)}", 2)
    raise ToolError(f"no board is there: plug it in or name its port with --port; ports: {_told(ports())}", 3)


def _named(name):
    if "://" in name or any(port.device == name for port in ports()):
        return name
    # The real path, because mpremote is several times slower over a link to a pseudo-terminal.
    path = Path(name)
    if not path.exists():
        raise ToolError(f"there is no port {name}: plug the board in or name another; ports: {_told(ports())}", 3)
    return str(path.resolve())


def _runs_micropython(port):
    return any(port.usb and port.usb[0] == vendor and product in (None, port.usb[1]) for vendor, product in MICROPYTHON)


def _told(listed):
    """The ports of a message, such as `/dev/ttyACM0 (2e8a:0005 Board in FS mode)`."""
    told = []
    for port in listed:
        usb = f"{port.usb[0]:04x}:{port.usb[1]:04x} " if port.usb else ""
        told.append(f"{port.device} ({usb}{port.description})")
    return ", ".join(told) or "none"
