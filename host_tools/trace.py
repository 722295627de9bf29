"""Reads a trace: the edges of a table's lines as CSV (DESIGN, "The sensors")."""

from host_tools.errors import ToolError
from shared_core.sensor_lines import LINES

BUTTONS = ("no_more_bets", "no_spin")
KNOWN = (*LINES, *BUTTONS)
HEADER = "t_us,line,level"


class TraceError(ToolError):
    """A trace that cannot be read. row: the line of the file, from 1, or None."""

    def __init__(self, path, row, message):
        where = str(path) if row is None else f"{path}, row {row}"
        super().__init__(f"{where}: {message}", 1)
        self.row = row


def read_trace(path):
    """The rows of a trace file as a list of (t_us, line, level): an int, a name, 0 or 1.

    Raises TraceError, which names the file, the row, what is wrong with it and what would be right.
    """
    try:
        with open(path, encoding="utf-8-sig", newline=None) as file:
            lines = file.read().split("\n")
    except OSError as error:
        right = "name the trace files in it" if isinstance(error, IsADirectoryError) else "name a trace file"
        raise TraceError(path, None, f"cannot be read ({error.strerror}): {right}") from None
    except UnicodeDecodeError:
        raise TraceError(path, None, "is no text: a trace is CSV in UTF-8") from None
    if lines[0].strip() != HEADER:
        raise TraceError(path, 1, f"the header is {_shown(lines[0])}; right is {HEADER}")
    rows = []
    levels = dict.fromkeys(KNOWN)
    last = 0
    for row, text in enumerate(lines[1:], 2):
        if not text.strip():
            continue
        t, line, level = _parse(path, row, text)
        if t < last:
            raise TraceError(path, row, f"time {t} comes after {last}; times must ascend")
        if level == levels[line]:
            raise TraceError(path, row, f"{line} is {level} already; a row must be a change")
        levels[line] = level
        last = t
        rows.append((t, line, level))
    return rows


def _parse(path, row, text):
    fields = [field.strip() for field in text.split(",")]
    if len(fields) != 3:
        raise TraceError(path, row, f"{_shown(text)} has {len(fields)} fields; right are three: {HEADER}")
    t, line, level = fields
    if not (t.isascii() and t.isdigit() and len(t) <= 16):
        raise TraceError(path, row, f"time {_shown(t)} must be a whole number of microseconds, 0 or more")
    if line not in KNOWN:
        raise TraceError(path, row, f"line {_shown(line)} is unknown; right are {', '.join(KNOWN)}")
    if level not in ("0", "1"):
        raise TraceError(path, row, f"level {_shown(level)} must be 0 or 1")
    return int(t), line, int(level)


def _shown(text):
    return repr(text if len(text) <= 60 else text[:57] + "...")
