"""What the six lines show of a rotor and a ball: pulses, from the geometry of DESIGN, "The sensors".

A pulse is (rise, fall) in whole microseconds. The pulses of a line are in order and do not touch.

The rotor's angle is where the pocket of number 0 is: turns clockwise from the reader. Pocket k of the printed
order is k pitches further clockwise, so a counterclockwise rotor brings them to the reader in that order.
"""

from shared_core import wheel as wheels

LINES = ("rotor_index", "rotor_a", "rotor_b", "pocket", "ball_a", "ball_b")
MICRO = 1_000_000


class Geometry:
    """Where the sensors of a table are and how wide they see.

    offsets: line -> millionths of a turn, clockwise from the reader. widths: "mark", "index" and "pocket"
    in pocket pitches, "ball" in turns.
    """

    def __init__(self, wheel, widths=None):
        self.pockets = len(wheels.pockets(wheel))
        self.pitch = 1 / self.pockets
        self.offsets = default_offsets(wheel)
        self.widths = dict({"mark": 0.5, "index": 0.3, "pocket": 0.4, "ball": 0.008}, **(widths or {}))

    def at(self, line):
        """Turns clockwise from the reader to a sensor."""
        return self.offsets[line] / MICRO


def default_offsets(wheel):
    """The offsets that DESIGN gives: line -> millionths of a turn, clockwise from the reader."""
    quarter_pitch = round(MICRO / 4 / len(wheels.pockets(wheel)))
    return dict.fromkeys(LINES, 0) | {"rotor_b": quarter_pitch, "ball_b": MICRO // 4}


def rotor_pulses(geometry, rotor):
    """line -> pulses of rotor_index, rotor_a and rotor_b, for the rotor's motion."""
    pitch, widths = geometry.pitch, geometry.widths
    return {
        "rotor_index": window(rotor, geometry.at("rotor_index"), widths["index"] * pitch, 1.0),
        "rotor_a": window(rotor, geometry.at("rotor_a"), widths["mark"] * pitch, pitch),
        "rotor_b": window(rotor, geometry.at("rotor_b"), widths["mark"] * pitch, pitch),
    }


def ball_pulses(geometry, track):
    """line -> pulses of ball_a and ball_b while the ball is on the track; `track` is its motion there."""
    return {line: window(track, geometry.at(line), geometry.widths["ball"], 1.0) for line in ("ball_a", "ball_b")}


def pocket_pulses(geometry, rotor, stays):
    """The pulses of the pocket line; stays: (since, until, pocket), in seconds, of what lies in the rotor."""
    pulses = []
    for since, until, pocket in stays:
        phase = geometry.at("pocket") - pocket * geometry.pitch
        pulses += window(rotor, phase, geometry.widths["pocket"] * geometry.pitch, 1.0, since, until)
    return union(pulses)


def window(motion, phase, width, pitch, since=None, until=None):
    """The pulses of a sensor that is on while the angle is within width / 2 of phase + k * pitch.

    One that is on when the motion starts or ends has its pulse cut there.
    """
    since = motion.start if since is None else max(since, motion.start)
    until = motion.end if until is None else min(until, motion.end)
    if until <= since:
        return []
    turns = motion.crossings(phase - width / 2, pitch, since, until)
    turns += motion.crossings(phase + width / 2, pitch, since, until)
    turns.sort()
    if _within(motion.angle(since), phase, width, pitch):
        turns.insert(0, since)
    if len(turns) % 2:
        turns.append(until)
    edges = [round(t * MICRO) for t in turns]
    return [(rise, fall) for rise, fall in zip(edges[::2], edges[1::2], strict=True) if fall > rise]


def _within(angle, phase, width, pitch):
    away = (angle - phase) % pitch
    return min(away, pitch - away) < width / 2


def union(pulses):
    """Pulses in any order, overlapping or not, as pulses of one line."""
    joined = []
    for rise, fall in sorted(pulses):
        if joined and rise <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(fall, joined[-1][1]))
        else:
            joined.append((rise, fall))
    return joined
