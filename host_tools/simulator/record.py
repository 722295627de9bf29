"""What the lines show of a scene, and what is true of it."""

from math import log

from shared_core import wheel as wheels

from . import dirt as dirts
from . import faults, trace
from .motion import Motion
from .sensors import MICRO, ball_pulses, pocket_pulses, rotor_pulses, union

DIRECTION = {1: "clockwise", -1: "counterclockwise"}


def rows_of(scene, dirt):
    """(rows of the trace, when the scene's fault first shows in us or None)."""
    draws, end_us = scene.draws, round(scene.end * MICRO)
    lines = dirts.spoil(draws, dirt, _pulses(scene))
    for line, since, until in scene.hands:
        lines[line] = union([*lines[line], (since, until)])
    glitches = dirts.glitches(draws.stream("glitches"), dirt, end_us)
    sign = None
    if scene.fault and scene.fault[0] != "rotor-stopped":
        kind, line, _stage = scene.fault
        since = round(scene.fault_at * MICRO)
        lines, sign = faults.befall(draws.stream("fault"), kind, line, since, lines, end_us, round(scene.rest * MICRO))
        if kind.startswith("stuck"):
            glitches[line] = [glitch for glitch in glitches[line] if glitch[1] < since]
    levels = scene.before["levels"] if scene.before else None
    return trace.rows(lines | scene.presses, glitches, end_us, levels, "start-high" in scene.extras), sign


def _pulses(scene):
    lines = rotor_pulses(scene.geometry, scene.rotor)
    blips = [(round(since * MICRO), round(until * MICRO)) for since, until in scene.blips]
    lines["pocket"] = union(pocket_pulses(scene.geometry, scene.rotor, scene.stays) + blips)
    return lines | ball_pulses(scene.geometry, scene.track)


def truth_of(scene, sign):
    """The truth of a scene: the keys of traces/truth.json, and these.

    launch_us, land_us, end_us: more of its stages. rotor_turn: the one after the rest, in s; None if it
    stands still. drop_turn, drop_speed: where (turns clockwise of the reader) and how fast (turns/s) the
    ball left the track. alarm_limit_us: see alarm_limit(). accept: reasons that are right too. optional: no
    verdict is right too. fault: None, or kind, line, stage, from_us (its beginning), sign_us (the first
    moment at which it shows, None if it never does) and limit_us (three rotor turns later).
    """
    number = wheels.pockets(scene.wheel)[scene.pocket]
    reason = scene.cause
    if reason is None and number == wheels.void_number(scene.wheel):
        reason = "zero-zero"
    turned = scene.rotor.passing(1, scene.rest)
    return {
        "valid": reason is None,
        "number": wheels.name(number) if reason is None else None,
        "reason": reason,
        "rotor_direction": DIRECTION[scene.rotor_way],
        "ball_direction": DIRECTION[scene.ball_way],
        "drop_us": round(scene.drop * MICRO),
        "rest_us": None if scene.removal else round(scene.rest * MICRO),
        "ball_turns_true": round(abs(scene.track.angle_end - scene.track.angle(scene.launch)), 3),
        "wheel": scene.wheel,
        "launch_us": round(scene.launch * MICRO),
        "land_us": None if scene.removal == "track" else round(scene.land * MICRO),
        "end_us": round(scene.end * MICRO),
        "rotor_turn": None if turned is None else round(turned - scene.rest, 3),
        "drop_turn": round(scene.track.angle_end % 1, 3),
        "drop_speed": round(abs(scene.track.speed_end), 3),
        "alarm_limit_us": alarm_limit(scene),
        "accept": _accepted(scene),
        "optional": scene.cut_short,
        "fault": _fault(scene, sign) if scene.fault else None,
    }


def _accepted(scene):
    if scene.fault:
        return faults.excused(*scene.fault[:2])
    return ["undetermined", "too-few-turns"] if scene.cut_short else []


def _fault(scene, sign):
    kind, line, stage = scene.fault
    limit = None if sign is None else scene.rotor.passing(3, sign / MICRO)
    return {
        "kind": kind,
        "line": line or None,
        "stage": stage,
        "from_us": round(scene.fault_at * MICRO),
        "sign_us": sign,
        "limit_us": None if limit is None else round(limit * MICRO),
    }


def alarm_limit(scene):
    """Until when "no spin" must be called where a time of its own is set for its cause; us or None.

    same-direction: two ball turns from the launch, and before the drop. too-few-turns: the second of the
    passes that the ball would have made after the drop had it slowed on, by the same share a turn. A pass begins
    with its pulse: one that the ball was seen to begin before it dropped is none after the drop.
    """
    if scene.cause == "same-direction":
        return round(min(scene.track.passing(2, scene.launch), scene.drop) * MICRO)
    if scene.cause != "too-few-turns":
        return None
    went_on = Motion(scene.drop, scene.track.angle_end, scene.track.speed_end)
    lost_a_turn = -log(1 - scene.draws.drawn["slowing"])
    went_on.coast(4 / abs(scene.track.speed_end), lambda v: lost_a_turn * v * v, step=0.1)
    before = scene.ball_way * scene.geometry.widths["ball"] / 2
    begins = [scene.geometry.at(line) - before for line in ("ball_a", "ball_b")]
    passes = sorted(t for place in begins for t in went_on.crossings(place, 1.0))
    return round(passes[1] * MICRO)
