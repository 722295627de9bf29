"""Puts the firmware and the settings on a board, and proves that they are there."""

import tempfile

from host_tools import board, board_files, clock, interrupt, mpy, ports, sentences, settings_file
from host_tools.aside import board_aside, table_again
from host_tools.board_files import SETTINGS, BoardFile, is_at_root
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link, wait_for_table
from host_tools.trial import wait_for_trial

ROOM = 16384  # bytes to leave free: littlefs needs some to write at all
BLOCK = 4096  # bytes of a file system block: a file takes whole ones
# How a Ctrl-C leaves the board, before and after the new version is decided on.
UNTOUCHED = "the board keeps the version it had, whole; `tablectl flash` again finishes it"
DECIDED = (
    "the board has one whole version, the new one or, where that has not proved itself, the one before; "
    "`tablectl flash` again finishes it"
)


def plan(settings=None, port=None, backend="mpremote"):
    """What a flash would do, and nothing done.

    settings: path of a table.json to send along. port: a board to compare with, else that of TABLECTL_PORT; where
    neither names one none is asked, and the files are the Python sources. A table on the board must step aside for
    that, and starts again.
    Returns {"files": [{"path", "size", "sha256", "send"}], "remove": [path], "port"}; send and remove are
    None without a board.
    """
    wanted = files_for(settings)
    if not ports.is_stated(port):
        return _planned(wanted, None, None, None)
    with claimed(port) as device:
        with board_aside(device, backend) as reached:
            wanted = _for_board(wanted, reached)
            found = board.proven(reached, _places())
        table_again(device, found)
    return _planned(wanted, _differing(wanted, found), _stale(wanted, found), device)


def flash(port=None, settings=None, backend="mpremote", progress=lambda text: None):
    """Put the program, and the settings where given, on the board on `port`; wait until its table says hello.

    The modules are sent compiled where the board says that it reads such files, see mpy.py. Only files that differ are
    sent. They wait in a folder of their own until all have arrived and their SHA-256 is right on the board; then one
    rename decides, and the board's loader brings them in at its start. Wherever it breaks off, a whole version starts.
    A version that does not come up healthy is taken back by the board: status 1.
    Returns what plan() returns, with "hello": the table's answer. Raises ToolError.
    """
    wanted = files_for(settings)
    with claimed(port) as device, interrupt.told(UNTOUCHED) as on_interrupt:
        return _flash(device, wanted, backend, progress, on_interrupt)


def _flash(port, wanted, backend, progress, on_interrupt):
    with board_aside(port, backend) as reached:
        progress("reading what is on the board")
        wanted = _for_board(wanted, reached)
        found = board.proven(reached, _places())
        new, stale = _differing(wanted, found), _stale(wanted, found)
        switch = _switch(new, stale, found)
        if new or stale:
            _check_room(reached, new)
            _send(reached, [*new, *switch], progress)
            progress("deciding on the new version")
            on_interrupt(DECIDED)
            board.commit(reached, [file.path for file in new if is_at_root(file.path)])
    progress("waiting for the table")
    hello = wait_for_trial(port, _after(found, new, stale), progress) if switch else wait_for_table(port)
    with Link(port) as link:
        clock.set_by(link)
    return {**_planned(wanted, new, stale, port), "hello": hello}


def files_for(settings=None):
    """The files for a board as a list of BoardFile, the settings last. Raises ToolError for bad settings."""
    files = board_files.program()
    if settings is not None:
        files.append(BoardFile(SETTINGS, _checked(settings)))
    return files


def _for_board(files, reached):
    """The program as .mpy files where the board's MicroPython reads those of this mpy-cross, else its sources."""
    march = mpy.architecture(board.describe(reached)["mpy"])
    return files if march is None else mpy.compiled(files, march)


def _checked(path):
    """The bytes of a settings file that is right in every entry."""
    data, _, errors = settings_file.read(path)
    if errors:
        told = "".join("\n  " + error for error in errors)
        raise ToolError(f"{path} is not right, nothing was sent:{told}", 2)
    return data


def _places():
    return [
        *("/" + name for name in board_files.AT_ROOT),
        *("/" + name for name in board_files.PACKAGES),
        SETTINGS,
    ]


def _differing(wanted, found):
    """What the board has not or has otherwise; of the root first, in the order in which it may be replaced."""
    new = [file for file in wanted if found.get(file.path) != (file.size, file.sha256)]
    order = ["/" + name for name in board_files.AT_ROOT]
    return sorted(new, key=lambda file: order.index(file.path) if file.path in order else len(order))


def _stale(wanted, found):
    """Program files on the board that no longer belong there. The settings are the table's own."""
    wanted = {file.path for file in wanted}
    ours = (".py", ".mpy", sentences.FILE)
    return [path for path in found if path not in wanted and path.endswith(ours)]


def _switch(new, stale, found):
    """The list for the board's loader as [BoardFile], none where there is nothing to switch."""
    lines = [f"{'=' if file.path in found else '+'} {file.path}" for file in new if not is_at_root(file.path)]
    lines += [f"- {path}" for path in stale]
    return [BoardFile(board.LIST, "".join(line + "\n" for line in lines).encode())] if lines else []


def _after(found, new, stale):
    """The board's files when the new version is in its place, as board.hashes() gives them."""
    after = {**found, **{file.path: (file.size, file.sha256) for file in new}}
    return {path: entry for path, entry in after.items() if path not in stale}


def _check_room(reached, new):
    needed = sum(file.size // BLOCK * BLOCK + BLOCK for file in new) + ROOM
    free = board.describe(reached)["free"]
    if free < needed:
        told = f"the board on {reached.port} has {free // 1024} KB free and {needed // 1024} KB are needed"
        raise ToolError(f"{told}: pull its journal and make room", 1)


def _send(reached, new, progress):
    with tempfile.TemporaryDirectory() as folder:
        here = [(file.write_below(folder), file) for file in new]
        count = 0

        def sending(path):
            nonlocal count
            count += 1
            progress(f"sending {path[len(board.STAGING) :]}, {count} of {len(new)}")

        board.stage(reached, here, sending)


def _planned(wanted, new, stale, port):
    files = []
    for file in wanted:
        send = None if new is None else file in new
        files.append({"path": file.path, "size": file.size, "sha256": file.sha256, "send": send})
    return {"files": files, "remove": stale, "port": port}
