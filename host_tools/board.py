"""What the tools do to a board's files, through whichever backend."""

from importlib.resources import files

from host_tools.errors import ToolError

# Names of firmware/root/loader.py: new files wait in STAGING until all of them have arrived, what they replace in KEPT.
STAGING, KEPT = "/update", "/previous"
SWITCH, READY, TRIAL = "/update-switch", "/update-ready", "/update-trial"
KNOWN = "/firmware-hash"  # KEPT of firmware/firmware_hash.py
LIST = "/list"  # in STAGING: what the loader is to do


def describe(backend):
    """The board as {"unique_id", "free", "micropython", "mpy", "machine"}.

    free: bytes of its file system. mpy: its sys.implementation._mpy, which says what .mpy files it reads, or None.
    """
    unique_id, free, version, mpy, machine = _ask(backend, "show_board()", fields=5)[0]
    return {
        "unique_id": unique_id,
        "free": int(free),
        "micropython": version,
        "mpy": int(mpy) if mpy else None,
        "machine": machine,
    }


def hashes(backend, paths, before=""):
    """The board's files in these paths, as {path: (size, sha256)}; a path may lack. before: a call to do first."""
    lines = _ask(backend, f"{before}\nshow_hashes({tuple(paths)!r})", fields=3)
    return {path: (int(size), digest) for path, size, digest in lines}


def proven(backend, paths):
    """hashes() of a version that has proved itself: an update that was never started is taken back first."""
    return hashes(backend, paths, f"take_back({READY!r}, {TRIAL!r})")


def stage(backend, new, progress):
    """Copy files, a list of (path here, BoardFile), into the staging folder and prove that they arrived."""
    _ask(backend, f"prepare({STAGING!r}, {tuple(file.path for _, file in new)!r})")
    backend.put([(here, STAGING + file.path) for here, file in new], progress)
    arrived = hashes(backend, [STAGING])
    for _, file in new:
        check(arrived, STAGING + file.path, file)


def commit(backend, at_root):
    """Put the staged files of the root in their places and decide on the staged update: from here on the board's loader
    brings it in at the next start, whatever happens."""
    _ask(backend, f"commit({STAGING!r}, {KEPT!r}, {tuple(at_root)!r}, {SWITCH!r}, {KNOWN!r})")


def exchange(backend, place):
    """Put the staged folder in the place of the one that is there."""
    _ask(backend, f"exchange({STAGING!r}, {place!r})")


def check(found, path, file):
    """Raise ToolError unless the board's files, as hashes() gave them, hold `file` at `path`."""
    if found.get(path) != (file.size, file.sha256):
        raise ToolError(f"{path} did not arrive whole on the board: try again", 3)


def _ask(backend, call, fields=0):
    """Run one function of on_board.py on the board; its answer as lists of so many fields."""
    code = files("host_tools").joinpath("on_board.py").read_text()
    printed = backend.run(f"{code}\n\n{call}\n")
    lines = [line.rstrip("\r").split("\t") for line in printed.split("\n") if line.strip()]
    if not lines or lines[-1] != ["done"] or any(len(line) != fields for line in lines[:-1]):
        raise ToolError(f"the board on {backend.port} broke off while it answered: try again", 3)
    return lines[:-1]
