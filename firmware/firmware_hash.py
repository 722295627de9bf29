"""The hash of the program: read at a start, or taken over from the reading before and checked when there is time.

To read all files takes a Pico nearly a second. So the last whole reading is kept, with the digest of a listing that is
made without opening a file. A start that finds the same listing takes the hash over, and Check reads the files once
more while the table rests: a file may have been changed with its size left as it was.
"""

import os
from binascii import hexlify
from hashlib import sha256

FIRMWARE = ("/boot.py", "/firmware", "/loader.py", "/main.py", "/shared_core")  # sorted
KEPT = "/firmware-hash"  # the digest of the listing and that of the program, 32 bytes each
LENGTH = 64
CHUNK = 1024
PIECE = 512  # bytes of one step of a check
FOLDER = 0x4000
CHANGED = (
    "a file of the program was changed, not by tablectl flash: the record 'firmware' tells the hash that it has now"
)
UNREAD = "the program cannot be read to check its hash: "


def at_start(on_trial, paths=FIRMWARE, kept=KEPT):
    """(SHA-256 of the program in hex, a Check of it or None where it has just been read).

    A version on trial may be taken back, and the one before may look the same: its hash is not kept.
    """
    if on_trial:
        _remove(kept)
        return firmware_sha256(paths), None
    listing = _listing(paths)
    found = _read(kept)
    if len(found) == LENGTH and found[:32] == listing:
        told = found[32:]
        return _hex(told), Check(told, paths, kept)
    program = _last(reading(paths, CHUNK))
    _keep(kept, listing + program)
    return _hex(program), None


def firmware_sha256(paths=FIRMWARE):
    """SHA-256 in hex over the lines `<SHA-256 in hex>  <path>` LF of all files of the firmware, sorted by path: what
    sha256sum prints of them."""
    return _hex(_last(reading(paths, CHUNK)))


class Check:
    """Reads the program anew, a piece at each step, to check the hash that was told. told: its 32 bytes."""

    def __init__(self, told, paths, kept):
        self._told = told
        self._paths = paths
        self._kept = kept
        self._reading = reading(paths, PIECE)

    def step(self, t):
        """None as long as there is more to read; then the actions that tell what came out at t, none where all is as it
        was told."""
        try:
            found = next(self._reading)
            if found is None:
                return None
            if found == self._told:
                return []
        except OSError as error:
            _remove(self._kept)
            return [_warning(UNREAD + str(error))]
        try:
            _keep(self._kept, _listing(self._paths) + found)
        except OSError:
            _remove(self._kept)
        return [("record", (("kind", "firmware"), ("t", t), ("firmware_sha256", _hex(found)))), _warning(CHANGED)]


def reading(paths, size):
    """Yields None after each small piece of work, of so many bytes read at most, then once the digest."""
    program = sha256()
    chunk = memoryview(bytearray(size))
    for path in _files(paths):
        yield None
        if path is None:
            continue
        digest = sha256()
        with open(path, "rb") as file:
            while True:
                count = file.readinto(chunk)
                if not count:
                    break
                digest.update(chunk[:count])
                yield None
        program.update(hexlify(digest.digest()) + b"  " + path.encode() + b"\n")
    yield program.digest()


def _last(values):
    last = None
    for value in values:
        last = value
    return last


def _files(paths):
    """The files of these sorted paths, sorted, and None after each look at an entry of a folder."""
    for path in paths:
        mode = _stat(path)[0]
        if mode & FOLDER:
            yield from _files_in(path + "/")
        elif mode:
            yield path


def _files_in(folder):
    names = []
    for entry in _entries(folder[:-1]):
        names.append(entry[0] + ("/" if entry[1] & FOLDER else ""))
        yield None
    for name in sorted(names):
        if name.endswith("/"):
            yield from _files_in(folder + name)
        else:
            yield folder + name


def _listing(paths):
    """The digest of what the folders tell, in the order in which they do. A Pico takes ten times as long for a look at
    each file."""
    digest = sha256()
    for path in paths:
        found = _stat(path)
        if found[0] & FOLDER:
            _list(path, digest)
        elif found[0]:
            digest.update(_row(path, found[6]))
    return digest.digest()


def _list(folder, digest):
    for entry in _entries(folder):
        path = folder + "/" + entry[0]
        if entry[1] & FOLDER:
            _list(path, digest)
        else:
            digest.update(_row(path, entry[3] if len(entry) > 3 else os.stat(path)[6]))


def _row(path, length):
    return (path + " " + str(length) + "\n").encode()


def _entries(folder):
    return os.ilistdir(folder)  # pyright: ignore[reportAttributeAccessIssue]


def _stat(path):
    try:
        return os.stat(path)
    except OSError:
        return (0,) * 7


def _hex(digest):
    return hexlify(digest).decode()


def _warning(message):
    return ("event", (("event", "warning"), ("warning", "firmware"), ("message", message)))


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _keep(path, data):
    """Without it the next start takes longer, and no more: so a full flash is no fault."""
    _remove(path)
    try:
        with open(path + ".new", "wb") as file:
            file.write(data)
        os.rename(path + ".new", path)
    except OSError:
        _remove(path + ".new")


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
