"""The fingerprint of how rules settle, computed here, by a local MicroPython, or by a board: `tablectl fingerprint`."""

import subprocess
from pathlib import Path

import shared_core
from host_tools.aside import board_aside, table_again
from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.micropython import interpreter
from shared_core.fingerprint import fingerprint

# The arguments travel as Python literals of ints, strings, tuples and None, which both interpreters read alike.
_CODE = """
from shared_core.rulebook import Rules
from shared_core.fingerprint import fingerprint
print(fingerprint(Rules({book_id!r}, limits=False, **{options!r})))
"""


def here(rules):
    """The fingerprint of Rules, computed by this interpreter: 64 hex digits."""
    return fingerprint(rules)


def code_for(book_id, options):
    """Code that prints the fingerprint on a MicroPython that has shared_core."""
    return _CODE.format(book_id=book_id, options=options)


def by_micropython(book_id, options):
    """The fingerprint as the local MicroPython computes it. options: keyword arguments of Rules()."""
    folder = Path(shared_core.__file__).parent.parent
    command = [interpreter(), "-X", "heapsize=192wK", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n"]
    command[-1] += code_for(book_id, options)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise ToolError(f"{command[0]} did not answer within 120 s; try it by itself", 1) from None
    printed = done.stdout.strip()
    if done.returncode or len(printed) != 64:
        raise ToolError(f"{command[0]} failed: {(done.stderr or printed).strip().splitlines()[-1:]}", 1)
    return printed


def by_board(port, book_id, options):
    """The fingerprint as the board on `port` computes it. Its table steps aside for it and starts again."""
    with claimed(port) as device:
        with board_aside(device) as board:
            printed = board.run(code_for(book_id, options)).strip()
        table_again(device)
    if len(printed) != 64:
        raise ToolError(f"the board on {device} printed no fingerprint but {printed[:80]!r}: flash it and try again")
    return printed
