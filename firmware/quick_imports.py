"""While the table starts, imports find the program's files in a list, and not in the flash.

MicroPython looks for a module as a folder, a .py file and a .mpy file, then opens it; in a folder of fifty files each
look takes a Pico 8 ms, since littlefs reads all that it knows of the folder. So each folder is listed once, and put in
its own place as a file system that knows this list. (docs.micropython.org, "Working with filesystems": block devices
and file systems of one's own.)
"""

import os
import sys

NOT_THERE = 2  # ENOENT
# package: where it is found meanwhile; short, since a board keeps the path of each module
PLACES = (("firmware", "/f"), ("shared_core", "/s"))


class Listed:
    """A folder as a file system to import from: what is in it does not change."""

    def __init__(self, folder):
        self._folder = folder
        self._modes = {}
        for entry in os.ilistdir(folder):  # pyright: ignore[reportAttributeAccessIssue]
            self._modes["/" + entry[0]] = entry[1]

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        if path.rfind("/") > 0:
            return os.stat(self._folder + path)
        if path not in self._modes:
            raise OSError(NOT_THERE)
        return (self._modes[path], 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        return open(self._folder + path, mode)


_used = []  # the packages that are found so now, and where they were before


def begin():
    """From now on modules are found by the list; one that is elsewhere, as before."""
    import vfs

    for package, place in PLACES:
        __import__(package)
        try:
            vfs.mount(Listed("/" + package), place)
        except OSError:
            continue
        _used.append((package, place, sys.modules[package].__path__))
        sys.modules[package].__path__ = place


def end():
    """From now on they are found in the flash."""
    import vfs

    for package, _, before in _used:
        sys.modules[package].__path__ = before
    while _used:
        vfs.umount(_used.pop()[1])
