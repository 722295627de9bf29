"""Replays a trace through the spin tracker, or a captured status line through its reader: `tablectl replay`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from host_tools import settings_file
from host_tools.errors import ToolError
from host_tools.status_capture import read_capture, replay_capture
from host_tools.trace import read_trace
from shared_core import wheel as wheels
from shared_core.output_settings import FLAGS
from shared_core.sensor_lines import LINES, offsets_from
from shared_core.spin import GLITCH_US, SpinTracker

_REBASE_AT_US = 2**28
_STEPS_OF_SILENCE = 4  # of so long, in which every deadline of the tracker passes
_LINE = {name: line for line, name in enumerate(LINES)}


class Wheel(NamedTuple):
    """What the tracker must know of a table: offsets as SpinTracker takes them, None for the defaults; flags of a
    status line as StatusReader takes them."""

    wheel: str
    min_turns: int
    offsets: tuple[int, ...] | None
    flags: Mapping[str, int] = FLAGS


def read_wheel(path):
    """The Wheel of a table.json; ToolError (status 2) when it cannot be read or is wrong."""
    _, settings, errors = settings_file.read(path, "--settings: ")
    if settings is None:
        raise ToolError(f"--settings: {path} is not right: {'; '.join(errors)}", 2)
    pockets = len(wheels.pockets(settings.rules.wheel))
    offsets = offsets_from(pockets, settings.offsets)
    line: Any = settings.reader_line
    flags = FLAGS if line is None else line["flags"]
    return Wheel(settings.rules.wheel, settings.rules.min_turns, offsets, flags)


def replay_file(path, wheel):
    """The spins of a trace, or of a captured status line, on a Wheel, {"spins": [...]} as in DESIGN; TraceError when
    unreadable."""
    captured = read_capture(path)
    if captured is not None:
        return replay_capture(captured, wheel.wheel, wheel.flags)
    return replay_rows(read_trace(path), wheel.wheel, wheel.min_turns, wheel.offsets)


def replay_rows(rows, wheel="single-zero", min_turns=0, offsets=None):
    """The same for rows (t_us, line, level); the arguments are those of SpinTracker."""
    run = _Replay(SpinTracker(wheel, min_turns, offsets))
    for t, line, level in rows:
        run.row(t, line, level)
    found = {"spins": run.end()}
    if run.faults:
        found["faults"] = run.faults
    return found


class _Replay:
    """One run of a tracker over rows; keeps its times small and its spins in absolute time."""

    def __init__(self, tracker):
        self.tracker = tracker
        self.base = -1  # of the tracker's time, in the trace's
        self.spins = []
        self.why = None  # the spin on the wheel is undetermined, in the tracker's words
        self.faults = []  # {"t_us", "line", "evidence", "unsafe"} of each that was found in a sensor line
        self.button_at = None

    def row(self, t, line, level):
        if self.base < 0:
            self.base = t
        if t - self.base >= _REBASE_AT_US:
            self._rebase(t)
        self._press(t)
        now = t - self.base
        if line in _LINE:
            self.tracker.edge(now, _LINE[line], level)
        else:
            self.tracker.time(now)
        if line == "no_spin":
            self.button_at = t if level else None
        self._keep()

    def _press(self, t):
        """A press of the no-spin button is one when it is older than a glitch."""
        if self.button_at is not None and t >= self.button_at + GLITCH_US:
            self.tracker.dealer_no_spin(self.button_at + GLITCH_US - self.base)
            self.button_at = None
            self._keep()

    def _rebase(self, t):
        """Let time go on in steps that stay small, then start counting from t."""
        for _ in range(_STEPS_OF_SILENCE):
            if t - self.base >= _REBASE_AT_US:
                self._press(self.base + _REBASE_AT_US)
                self.tracker.time(_REBASE_AT_US)
                self._keep()
                self._move_base(_REBASE_AT_US)
        self._move_base(max(t - self.base - _REBASE_AT_US, 0))

    def _move_base(self, us):
        self.tracker.rebase(us)
        self.base += us

    def _keep(self):
        for event in self.tracker.take():
            if event[0] == "fault":
                t, line, evidence, unsafe = event[1:]
                self.faults.append({"t_us": t + self.base, "line": line, "evidence": evidence, "unsafe": unsafe})
            if event[0] == "undetermined":
                self.why = event[2]
            if event[0] == "ball" and self.tracker.previous() is not None:
                self.spins.append(self._spin(*self.tracker.previous()))
                self.why = None

    def _spin(self, verdict, measures):
        measures = dict(measures)
        valid = type(verdict) is int
        times = {key: self._absolute(measures[key]) for key in ("alarm_us", "drop_us", "rest_us")}
        reason = None if valid else verdict or "undetermined"
        why = {} if self.why is None else {"why": self.why}
        return {
            "valid": valid,
            "number": wheels.name(verdict) if valid else None,
            "reason": reason,
            "ball_turns": measures["ball_turns_milli"] / 1000,
            "ball_direction": measures["ball_direction"],
            "rotor_direction": measures["rotor_direction"],
            **times,
            **why,
        }

    def _absolute(self, t):
        return None if t is None else t + self.base

    def end(self):
        if self.tracker.spinning():
            self.spins.append(self._spin(self.tracker.verdict(), self.tracker.measures()))
        return self.spins
