"""Whether the log that a board has now is the one that was pulled from it before."""

import re
from pathlib import Path

from host_tools import keys, receipt
from host_tools.errors import ToolError


def check(to, board, log, accept=None):
    """Raise ToolError (status 4) unless the log may follow what the folder `to` keeps of this board.

    It may when it is the log kept here, when nothing is kept, when `tablectl provision` made it on this host, or when
    `accept` names it. Then the log that was kept before is marked as followed by it; nothing of it is changed.
    """
    _check_id("board", board)
    _check_id("log", log)
    if accept not in (None, log):
        raise ToolError(f"the board {board} has log {log}, not {accept}", 2)
    kept = receipt.of_board(Path(to, board))
    for folder, told in kept.items():
        if told.log == log and told.followed_by:
            what = f"the board {board} is back at log {log}, which log {told.followed_by} had followed"
            raise ToolError(f"{what}: its flash was put back; {_next_step(folder)}", 4)
    current = {folder: told for folder, told in kept.items() if told.log != log and _is_open(told, kept)}
    if not current:
        return
    provisioned = keys.of_log(log)
    if accept is None and not (provisioned and provisioned.board == board):
        folder, told = next(iter(current.items()))
        what = f"the board {board} has log {log} and no longer log {told.log}, of which {folder} keeps {told.stored}"
        step = f"when it is clear who did it, `tablectl pull --to {to} --accept-log {log}` begins the new log beside it"
        raise ToolError(f"{what} records: it was wiped or replaced; nothing was changed here; {step}", 4)
    for folder, told in current.items():
        told.followed_by = log
        receipt.write(folder, told)


def _is_open(told, kept):
    """Whether a log is one that the board may still have: no log followed it, or none that was ever pulled."""
    logs = {other.log for other in kept.values()}
    return told.followed_by is None or told.followed_by not in logs


def _next_step(folder):
    return f"keep the board as it is and {folder}, and pull into another folder with --to"


def _check_id(what, value):
    """An id becomes the name of a folder: nothing else may."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{1,64}", value):
        raise ToolError(f"the board names its {what} {value!r}, which is no id: flash it anew and try again", 3)
