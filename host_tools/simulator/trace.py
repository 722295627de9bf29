"""Levels of lines as rows of a trace, and the trace as a file (DESIGN, "The sensors": `t_us,line,level`)."""

HEADER = "t_us,line,level\n"


def rows(pulses_of, glitches_of, end_us, before=None, started_high=False):
    """The rows [(t_us, line, level), ...] of lines; a glitch turns its line's level round.

    before: line -> level that was there before, after another trace. None at power-on: a line that is high
    then has a row at 0, or, where `started_high` is true, only the row that it falls with.
    """
    found = []
    for order, (line, pulses) in enumerate(pulses_of.items()):
        edges = _toggles(pulses, glitches_of.get(line, ()))
        level = 0
        while edges and edges[0] <= 0:
            edges.pop(0)
            level = 1 - level
        told = level if started_high and edges and edges[0] < end_us else 0
        if level != (told if before is None else before.get(line, 0)):
            found.append((0, order, line, level))
        for t in edges:
            if t >= end_us:
                break
            level = 1 - level
            found.append((t, order, line, level))
    found.sort(key=lambda row: row[:2])
    return [(t, line, level) for t, _order, line, level in found]


def _toggles(pulses, glitches):
    """The times at which a line changes, ascending; two changes at one time are none."""
    times = sorted(t for pulse in (*pulses, *glitches) for t in pulse)
    changes = []
    for t in times:
        if changes and changes[-1] == t:
            changes.pop()
        else:
            changes.append(t)
    return changes


def levels(rows, before=None):
    """line -> level after the last of the rows."""
    last = dict(before or {})
    for _t, line, level in rows:
        last[line] = level
    return last


def text(rows):
    """The trace as CSV with its header; lines end with LF."""
    return HEADER + "".join(f"{t},{line},{level}\n" for t, line, level in rows)


def write_trace(path, rows):
    """Write rows [(t_us, line, level), ...] to a file as a trace."""
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(text(rows))
