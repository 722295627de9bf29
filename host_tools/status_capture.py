"""Replays a captured text of the trade's status line through its reader (shared_core/status_reader.py)."""

import re

from shared_core import wheel as wheels
from shared_core.status_reader import StatusReader

LINE_US = 500_000  # from a line to the next, where the text has no times
_LOOK = 65536  # bytes in which a capture has a status line
_STATUS = b"*X;"
_TIMED = re.compile(rb"(\d{1,16}) ")
_REBASE_AT_US = 2**28
_STEP_US = 500_000  # in which time goes on through a silence


def read_capture(path):
    """The bytes of a file that holds status lines; None for any other, also for one that cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(_LOOK)
            return data + file.read() if _STATUS in data else None
    except OSError:
        return None


def replay_capture(data, wheel="single-zero", flags=None):
    """{"spins": [...], "faults": [...]} of a captured text, bytes, as of a trace; what a line does not tell is None.

    A spin has "why" where there is more to say of the reason, and "wheel_spin", its number on the line.
    """
    run = _Replay(StatusReader(wheel, flags or {}))
    t = 0
    for line in data.splitlines(keepends=True):
        timed = _TIMED.match(line)
        if timed:
            line = line[timed.end() :]
            t = max(t, int(timed[1]))
        elif _STATUS in line:
            t += LINE_US
        run.bytes(t, line)
    run.end()
    found = {"spins": run.spins}
    if run.faults:
        found["faults"] = run.faults
    return found


class _Replay:
    def __init__(self, reader):
        self.reader = reader
        self.spins = []
        self.faults = []
        self._live = False
        self._now = 0

    def bytes(self, t, data):
        while self._now + _STEP_US < t:
            self._go_to(self._now + _STEP_US)
        self._go_to(t)
        self.reader.feed(t - self.reader.base, data)
        self._keep()

    def end(self):
        if self._live:
            self._spin("undetermined", "the text ends before the spin does", {}, None)

    def _go_to(self, t):
        self._now = t
        if t - self.reader.base >= _REBASE_AT_US:
            self.reader.rebase(t - self.reader.base)
        self.reader.time(t - self.reader.base)
        self._keep()

    def _keep(self):
        for t, event, measures in self.reader.take():
            name = event[0]
            if name == "ball":
                self._live = True
            elif name == "number":
                self._spin(None, None, dict(measures), None, wheels.name(event[2]))
            elif name == "void":
                self._spin(event[2], None, dict(measures), t)
            elif name == "undetermined":
                self._spin(name, event[2], dict(measures), None)
            elif name == "fault":
                self.faults.append({"t_us": t, "line": event[2], "evidence": event[3], "unsafe": event[4]})
                if self._live:
                    self._spin("sensor-fault", event[3], dict(measures), None)

    def _spin(self, reason, why, measures, alarm_us, number=None):
        self._live = False
        spin = {
            "valid": number is not None,
            "number": number,
            "reason": reason,
            "ball_turns": None,
            "ball_direction": None,
            "rotor_direction": measures.get("rotor_direction"),
            "alarm_us": alarm_us,
            "drop_us": None,
            "rest_us": None,
            "wheel_spin": measures.get("wheel_spin"),
        }
        self.spins.append(spin if why is None else {**spin, "why": why})
