"""The board's `os`: what a Pico has, none of the host's files, environment or commands."""

# ruff: noqa: F401 - what a program imports from here

import sys as _sys
from collections import namedtuple as _namedtuple

from uos import (
    chdir,
    getcwd,
    ilistdir,
    listdir,
    mkdir,
    mount,
    remove,
    rename,
    rmdir,
    stat,
    statvfs,
    umount,
    unlink,
    urandom,
)
from vfs import VfsFat, VfsLfs1, VfsLfs2

sep = "/"
_Uname = _namedtuple("uname", ("sysname", "nodename", "release", "version", "machine"))


def uname():
    release = "%d.%d.%d" % _sys.implementation.version[:3]
    version = _sys.version.split("; ")[-1]
    return _Uname("virtual", "virtual", release, version, "Virtual roulette table board")


def sync():
    pass  # every page is written at once


def dupterm(stream, index=0):
    return None
