"""Other names for what the files of a program know of each other, in a program that is compiled for a board.

A board keeps each name of a program in its RAM, some twenty bytes of it, but for those that its MicroPython has in its
flash anyway. So the program's own names become such ones. names_in_flash.txt lists them: those of 2 characters and more
that MicroPython 1.24.1 and 1.28 for RP2040 both have.
"""

import ast
from importlib.resources import files
from zlib import crc32

from host_tools import short_names

IN_FLASH = tuple(files("host_tools").joinpath("names_in_flash.txt").read_text().split())
# Not given to anything: what MicroPython itself asks a stream, a file system or a generator for, and names of errors.
ASKED_FOR = (
    "args", "chdir", "close", "errno", "flush", "getcwd", "ilistdir", "ioctl", "mkdir", "mount", "open", "pend_throw",
    "read", "readblocks", "readinto", "readline", "remove", "rename", "rmdir", "seek", "send", "stat", "statvfs",
    "tell", "throw", "umount", "value", "write", "writeblocks",
)  # fmt: skip
OF_ERRORS = ("Error", "Exception", "Exit", "Interrupt", "Iteration")
GIVEN = tuple(name for name in IN_FLASH if name not in ASKED_FOR and not name.endswith(OF_ERRORS))


def rename(trees, kept):
    """Renames in the syntax trees of all files of a program. kept: names that must stay. Returns the names in flash
    that are left to be given.

    A name that is in flash stays: it costs nothing, and MicroPython's own objects may be asked for it.
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    taken = {name for node in nodes for name in short_names.names(node)}.union(kept)
    own = {name for tree in trees for name in _known_to_others(tree)}
    new = _chosen(sorted(own.difference(kept, IN_FLASH, _errors(nodes))), taken)
    for node in nodes:
        short_names.rename(node, lambda name: new.get(name, name))
    taken.update(new.values())
    return [name for name in GIVEN if name not in taken]


def _known_to_others(tree):
    """What a file defines, or gives an object as an attribute, but for what it keeps for itself (PEP 8)."""
    for name in _defined(tree):
        if not name.startswith("_"):
            yield name


def _defined(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.alias) and node.asname is not None:
            yield node.asname
        if isinstance(node, (ast.Module, ast.ClassDef)):
            stored = [inner for part in node.body if isinstance(part, ast.Assign) for inner in ast.walk(part)]
            yield from (
                inner.id for inner in stored if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
            )


def _errors(nodes):
    """The classes of exceptions: a record of a crash tells their names."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    return {node.name for node in classes if any(ast.unparse(base).endswith(OF_ERRORS) for base in node.bases)}


def _chosen(names, taken):
    """{name: one in flash}. Where it begins to look depends on the name alone: else one more name in the program would
    change them all, and with them most of its files."""
    new = {}
    free = [name not in taken for name in GIVEN]
    for name in names:
        if any(free):
            place = crc32(name.encode()) % len(GIVEN)
            while not free[place]:
                place = (place + 1) % len(GIVEN)
            free[place] = False
            new[name] = GIVEN[place]
    return new
