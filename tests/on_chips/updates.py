"""Cuts the power of an update at every operation of the flash, starts the loader on what is left, and judges it.

    micropython tests/on_chips/updates.py FIRST LAST STEP SECOND

An update is staged, decided on, brought in, and then stays (it said that it is healthy) or is taken back. Cuts are made
at operations FIRST, FIRST + STEP, .. before LAST of both, in three variants each (flash.py). SECOND: 0, or N to cut
again at every Nth operation of the start that follows. Prints one JSON object: operations, cuts, second, bricks.
"""

import json
import os
import sys

import vfs

sys.path.insert(0, "")

from firmware.root import loader
from host_tools import on_board
from tests.on_chips import flash

BLOCKS = 48
CUTS = (flash.HALF, flash.GARBAGE, flash.DONE)
AT_ROOT = ("/loader.py", "/boot.py", "/main.py")
LONG = b"# a line of a program\n" * 300
OLD = {
    "/loader.py": b"loader 1",
    "/boot.py": b"boot 1",
    "/main.py": b"main",
    "/firmware/app.py": b"app 1\n" + LONG,
    "/firmware/same.py": b"same",
    "/firmware/gone/old.py": b"old\n" + LONG,
    "/shared_core/table.py": b"table 1\n" + LONG,
    "/table.json": b'{"table": "1"}',
}
NEW = {
    "/loader.py": b"loader 2",
    "/boot.py": b"boot 2",
    "/main.py": b"main",
    "/firmware/app.py": b"app 2\n" + LONG,
    "/firmware/same.py": b"same",
    "/firmware/new/thing.py": b"thing\n" + LONG,
    "/shared_core/table.py": b"table 2",
    "/table.json": b'{"table": "2"}',
}


def program(files):
    """Files without those of the root, which are replaced one by one and fit both versions."""
    return {path: files[path] for path in files if path not in AT_ROOT}


def write(path, data):
    on_board.make_folders(path)
    with open(path, "wb") as file:
        file.write(data)


def staged():
    """The files of the update with its list, as flash.py makes them."""
    lines = []
    for path in sorted(NEW):
        if path not in AT_ROOT and NEW[path] != OLD.get(path):
            lines.append(("= " if path in OLD else "+ ") + path + "\n")
    lines += ["- " + path + "\n" for path in OLD if path not in NEW]
    files = {path: NEW[path] for path in NEW if NEW[path] != OLD.get(path)}
    files["/list"] = "".join(lines).encode()
    return files


def mounted(chip):
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(chip, progsize=flash.PAGE), "/")


def quietly(call, *arguments):
    """on_board's functions print `done`."""
    on_board.print = lambda *told: None
    call(*arguments)


class Story:
    """One update on a chip: blank, the operations, and how many of them there were when each part was done."""

    def __init__(self, stays):
        self.stays = stays
        chip = flash.Nor(bytearray(b"\xff" * (BLOCKS * flash.BLOCK)))
        vfs.VfsLfs2.mkfs(chip, progsize=flash.PAGE)
        mounted(chip)
        for path in OLD:
            write(path, OLD[path])
        self.blank = bytes(chip.data)
        chip.done = []
        files = staged()
        quietly(on_board.prepare, loader.STAGED, sorted(files))
        for path in sorted(files):
            write(loader.STAGED + path, files[path])
        self.sent = len(chip.done)
        at_root = [path for path in AT_ROOT if path in files]
        quietly(on_board.commit, loader.STAGED, loader.KEPT, at_root, loader.SWITCH, "/firmware-hash")
        self.decided = len(chip.done)
        loader.settle()
        os.rename(loader.READY, loader.TRIAL)
        self.brought = len(chip.done)
        if stays:
            os.remove(loader.TRIAL)
        self.said = len(chip.done)
        loader.settle()
        self.operations = chip.done

    def chip(self, cut, variant):
        """The chip as a cut at an operation left it."""
        chip = flash.Nor(bytearray(self.blank))
        for operation in self.operations[:cut]:
            chip.apply(operation)
        chip.apply(self.operations[cut], variant)
        chip.done = []
        return chip

    def versions(self, cut):
        """The versions that may start after a cut at this operation."""
        if cut < self.sent:
            return (OLD,)
        if cut < self.decided:
            return (OLD, NEW)
        if cut < self.brought:
            return (NEW, OLD)  # the last operations make it a version on trial, which the next start takes back
        if not self.stays:
            return (OLD,)
        return (NEW, OLD) if cut < self.said else (NEW,)


def judge(allowed):
    """What is wrong with the files of the mounted chip, or None."""
    found = {}
    for path in on_board.files_in("/"):
        with open(path, "rb") as file:
            found[path] = file.read()
    for path in AT_ROOT:
        if found.get(path) not in (OLD[path], NEW[path]):
            return path + " is not whole"
    there = {path: found[path] for path in found if path.startswith(("/firmware/", "/shared_core/", "/table"))}
    if there not in [program(version) for version in allowed]:
        return "no whole version: " + ", ".join(sorted(there))
    return None


def start(chip):
    mounted(chip)
    loader.settle()


def starts(story, cut, variant, second, counts):
    """Starts the board after a cut, once whole and then cut again; counts what is wrong."""
    chip = story.chip(cut, variant)
    before = bytes(chip.data)
    start(chip)
    _count(counts, "cuts", story, cut, judge(story.versions(cut)))
    operations = chip.done
    if judge(story.versions(cut)) is None and on_board.mode(loader.READY):
        os.rename(loader.READY, loader.TRIAL)
        start(chip)  # it never said that it is healthy
        _count(counts, "taken_back", story, cut, judge((OLD,)))
    for again in range(0, len(operations), second) if second else ():
        chip = flash.Nor(bytearray(before))
        for operation in operations[:again]:
            chip.apply(operation)
        chip.apply(operations[again], CUTS[(cut + again) % len(CUTS)])
        start(chip)
        _count(counts, "second", story, cut, judge((OLD, NEW)))


def _count(counts, what, story, cut, wrong):
    counts[what] += 1
    if wrong:
        counts["bricks"] += 1
        if len(counts["problems"]) < 20:
            counts["problems"].append([what, story.stays, cut, wrong])


def main(first, last, step, second):
    counts = {"operations": 0, "cuts": 0, "second": 0, "taken_back": 0, "bricks": 0, "problems": []}
    for stays in (True, False):
        story = Story(stays)
        counts["operations"] += len(story.operations)
        for cut in range(first, min(last, len(story.operations)), step):
            for variant in CUTS:
                starts(story, cut, variant, second, counts)
    print(json.dumps(counts))


main(*[int(word) for word in sys.argv[1:5]])
