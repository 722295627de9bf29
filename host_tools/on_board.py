"""Runs on the board: its text is sent to the MicroPython prompt with a call of one of its functions.

Each function prints its answer as lines of fields with tabs between, so that the board holds one line at a
time; the last line is `done`. Paths are absolute.
"""

import os
from binascii import hexlify
from hashlib import sha256

FOLDER = 0x4000  # the bit in a file's mode
PIECE = 1024  # bytes read at once


def mode(path):
    """The file's mode, 0 where there is none."""
    try:
        return os.stat(path)[0]
    except OSError:
        return 0


def is_folder(path):
    return bool(mode(path) & FOLDER)


def files_in(path):
    """The paths of all files in a folder and below; of a file itself; none where there is nothing."""
    if is_folder(path):
        for name in sorted(os.listdir(path)):
            yield from files_in(path.rstrip("/") + "/" + name)
    elif mode(path):
        yield path


def hash_of(path):
    digest = sha256()
    buffer = bytearray(PIECE)
    view = memoryview(buffer)
    with open(path, "rb") as file:
        while True:
            count = file.readinto(buffer)
            if not count:
                return hexlify(digest.digest()).decode()
            digest.update(view[:count])


def make_folders(path):
    """Make the folders above `path`."""
    at = path.find("/", 1)
    while at > 0:
        if not is_folder(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)


def remove(path):
    """Remove a file or a folder with all in it, if it is there."""
    if is_folder(path):
        for name in os.listdir(path):
            remove(path.rstrip("/") + "/" + name)
        os.rmdir(path)
    elif mode(path):
        os.remove(path)


def move(path, to):
    try:
        os.rename(path, to)
    except OSError:  # FAT does not rename over a file that is there
        os.remove(to)
        os.rename(path, to)


def show_hashes(paths):
    """For each file in the paths: path, size, SHA-256."""
    for start in paths:
        for path in files_in(start):
            print(path, os.stat(path)[6], hash_of(path), sep="\t")
    print("done")


def show_board():
    """The board's unique id, free bytes of its file system, its MicroPython, what .mpy files it reads, its name."""
    import sys

    import machine

    room = os.statvfs("/")
    free = room[0] * room[3] if 0 <= room[3] <= room[2] else 0  # a full littlefs tells of more than all
    build = sys.implementation
    version = ".".join([str(part) for part in build[1][:3]])
    mpy, name = getattr(build, "_mpy", ""), getattr(build, "_machine", "")
    print(hexlify(machine.unique_id()).decode(), free, version, mpy, name, sep="\t")
    print("done")


def take_back(ready, trial):
    """Undo an update that was decided on and never started: the next one begins at a version that has proved itself."""
    if mode(ready):
        os.rename(ready, trial)
        __import__("loader").settle()


def prepare(staging, paths):
    """Make an empty staging folder and in it the folders that the paths need."""
    # littlefs mends a power cut in a rename at the first write; until then what it tells of folders may be wrong.
    with open(staging + "-touched", "w"):
        pass
    remove(staging + "-touched")
    remove(staging)
    os.mkdir(staging)
    for path in paths:
        make_folders(staging + path)
    print("done")


def exchange(staging, place):
    """Put the folder that waits as `staging` + `place` in the place of the one that is there."""
    old = place + ".old"
    remove(old)
    if mode(place):
        os.rename(place, old)
    os.rename(staging + place, place)
    remove(old)
    remove(staging)
    print("done")


def commit(staging, kept, at_root, marker, known):
    """Put the staged files of the root in their places, one by one, and have the loader do the rest at the next start:
    its list becomes the marker by one rename. What is known of the program that goes is forgotten first."""
    remove(known)
    for path in at_root:
        move(staging + path, path)
    if mode(staging + "/list"):
        remove(kept)
        move(staging + "/list", marker)
    print("done")
