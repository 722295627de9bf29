"""One image for a first flash by drag and drop: official MicroPython with the file system built in.

    python -m host_tools.first_image BASE.uf2 OUT.uf2 [--settings table.json] [--source]

Dropped on the drive that a Pico shows while BOOTSEL is held, it puts MicroPython, the program and the settings on the
board in one go. For the first flash only: the file system is written whole, and a journal in it is gone. Afterwards
`tablectl flash` changes what differs and leaves the journal alone.
"""

import argparse
import sys

from host_tools import board_files, littlefs_image, mpy, uf2
from host_tools.errors import ToolError
from host_tools.flash import files_for

OLDEST = (1, 24)
PROCESSORS = {uf2.RP2040: "armv6m", uf2.RP2350: "armv7emsp"}
ERASES = (
    "This image writes the board's whole file system: on a board that has a journal, the journal is lost."
    " It is for a first flash; later use tablectl flash, which leaves the journal alone."
)


def build(base, output, settings=None, source=False):
    """Writes the image; returns {"board", "micropython", "files": [{"path", "size"}], "room"}.

    base: an official MicroPython image; settings: a table.json to put in; source: leave the program uncompiled.
    room: bytes of the file system. Raises ToolError.
    """
    image = uf2.read(base)
    version = image.told(uf2.PROGRAM_VERSION) or ""
    if image.told(uf2.PROGRAM_NAME) != "MicroPython" or _numbers(version) < OLDEST:
        raise ToolError(f"{base} is not MicroPython {OLDEST[0]}.{OLDEST[1]} or newer", 2)
    address, size = image.file_system()
    files = files_for(settings)
    if not source:
        files = mpy.compiled(files, PROCESSORS[image.family])
    # Every block, also those without a file: what an older file system left there must not be taken for a newer one.
    image.put(address, littlefs_image.pack({file.path: file.data for file in files}, size))
    uf2.write(image, output)
    told = [{"path": file.path, "size": file.size} for file in files]
    return {"board": image.told(uf2.BOARD), "micropython": version, "files": told, "room": size}


def _numbers(version):
    """(1, 24) of "v1.24.1"; () of what is no version."""
    parts = version.removeprefix("v").split(".")[:2]
    return tuple(int(part) for part in parts) if all(part.isdigit() for part in parts) else ()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=ERASES)
    parser.add_argument("base", metavar="BASE.uf2", help="the official MicroPython image")
    parser.add_argument("output", metavar="OUT.uf2")
    parser.add_argument("--settings", metavar="table.json")
    parser.add_argument("--source", action="store_true", help="put the Python sources in, not compiled files")
    called = parser.parse_args()
    try:
        made = build(called.base, called.output, called.settings, called.source)
    except ToolError as error:
        sys.exit(f"{parser.prog}: {error.message}")
    count, size = len(made["files"]), sum(file["size"] for file in made["files"])
    has = any(file["path"] == board_files.SETTINGS for file in made["files"])
    print(f"{called.output}: MicroPython {made['micropython']} for {made['board']}, {count} files, {size // 1024} KB,")
    print(f"{'with' if has else 'without'} settings.\n{ERASES}")


if __name__ == "__main__":
    main()
