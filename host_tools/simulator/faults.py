"""Failures of one line, or of the pair that direction is read from, beginning at a moment and staying.

Names are KIND:LINE:STAGE, e.g. "stuck-high:ball_a:bouncing"; what a name leaves out is drawn.
"rotor-stopped" is a hand on the rotor, no line's failure; it takes a stage alone.
"""

from itertools import pairwise

from .sensors import LINES, MICRO, union

FROM_THE_START = "start"  # a stage that is not drawn: the fault was there at power-on
STAGES = ("before", "early", "late", "bouncing", "rest")
MISSING_SHARE = 0.6  # of the pulses, when a line misses pulses
NOISE_RATE = 40  # pulses a second, when a line is noisy
NOISE_US = (300, 8_000)

# kind: the lines (or the pair, by its first line) that it can befall
KINDS = {
    "stuck-high": LINES,
    "stuck-low": LINES,
    "noisy": LINES,
    "missing": LINES,
    "index-missing": ("rotor_index",),
    "swapped": ("rotor_a", "ball_a"),
    "rotor-stopped": ("",),
}
PARTNER = {"rotor_a": "rotor_b", "ball_a": "ball_b"}
WITNESSES = {  # lines whose next edge shows that a pulse was lost
    "rotor_index": ("rotor_a", "rotor_b"),
    "rotor_a": ("rotor_b",),
    "rotor_b": ("rotor_a",),
    "pocket": ("pocket",),
    "ball_a": ("ball_b",),
    "ball_b": ("ball_a",),
}
READS = 3  # pulses of a ball at rest that make a number, in dirt
MOST_APART = 3  # pulses that are due: two of them lost are more than dirt


def names():
    """Every fault with its line and each stage."""
    return [
        f"{kind}:{stage}" if kind == "rotor-stopped" else f"{kind}:{line}:{stage}"
        for kind, lines in KINDS.items()
        for line in lines
        for stage in STAGES
    ]


def choose(name, draws):
    """(kind, line, stage) of a name, what it leaves open drawn; ValueError says what would be right."""
    kind, *rest = name.split(":")
    if kind not in KINDS:
        raise ValueError(f"no such fault: {kind!r}; right are {', '.join(KINDS)}")
    lines = KINDS[kind]
    line = draws.choice("fault line", lines)
    if rest and rest[0] not in (*STAGES, FROM_THE_START):
        line = rest.pop(0)
        if line not in lines:
            raise ValueError(f"{kind} does not befall {line!r}; right are {', '.join(lines)}")
    stage = rest.pop(0) if rest else draws.choice("fault stage", STAGES)
    if stage not in (*STAGES, FROM_THE_START) or rest:
        raise ValueError(f"no such stage in {name!r}; right are {', '.join(STAGES)}")
    return kind, line, stage


def befall(rng, kind, line, since, lines, end_us, rest_us):
    """The lines (line -> pulses) with the fault from `since` (us) on, and when it first shows, or None.

    rest_us: from when on the ball rests. The first sign is the first edge at which somebody who knows where
    everything is sees the failure. A level that is wrong shows at once. A pulse that does not come shows at
    the next edge that another line must have after it, and one alone is dirt: see _lost().
    """
    spoiled = dict(lines)
    if kind == "swapped":
        other = PARTNER[line]
        spoiled[line] = _splice(lines[line], lines[other], since)
        spoiled[other] = _splice(lines[other], lines[line], since)
    else:
        spoiled[line] = _splice(lines[line], _failed(rng, kind, lines[line], since, end_us), since)
    if kind in ("missing", "index-missing", "stuck-low"):
        return spoiled, _lost(line, lines, spoiled, since, rest_us)
    return spoiled, _first_difference(lines[line], spoiled[line], end_us)


def _lost(line, lines, spoiled, since, rest_us):
    """When it shows that a line loses pulses: the edge that proves the second one lost of MOST_APART that were due.

    That edge is the next one of a line that saw the same pass: of the rotor marks, or of the other ball sensor, since
    a ball that is seen nowhere has left the track. That the ball is in its pocket, when the pocket line is silent, is
    shown by pulses before and after; while it bounces it may be missing anywhere. A pocket line that stays silent is
    taken to show it by the first pulse lost, though the ball may as well be gone; not where READS came before, since
    then the number is known and the ball may be taken out.
    """
    kept = set(spoiled[line])
    due = [pulse for pulse in lines[line] if pulse[0] >= (rest_us if line == "pocket" else since)]
    lost = [place for place, pulse in enumerate(due) if pulse not in kept]
    if line == "pocket" and lost:
        came = [place for place, pulse in enumerate(due) if pulse in kept]
        if not came or came[-1] < lost[0]:
            return due[lost[0]][1] if len(came) < READS else None
        lost = [place for place in lost if place > came[0]]
    witnesses = sorted(rise for witness in WITNESSES[line] for rise, _fall in spoiled[witness])
    for one, other in pairwise(lost):
        if other - one < MOST_APART:
            return next((rise for rise in witnesses if rise > due[other][1]), None)
    return None


def _failed(rng, kind, pulses, since, end_us):
    if kind == "stuck-high":
        return [(since, end_us)]
    if kind in ("stuck-low", "index-missing"):
        return []
    if kind == "missing":
        return [pulse for pulse in pulses if rng.random() >= MISSING_SHARE]
    noise = []
    t = since / MICRO
    while t < end_us / MICRO:
        rise = round(t * MICRO)
        noise.append((rise, rise + rng.randint(*NOISE_US)))
        t += rng.expovariate(NOISE_RATE)
    return union(pulses + noise)


def _splice(before, after, since):
    """The pulses of one list up to a moment and of another from then on, cut there."""
    head = [(rise, min(fall, since)) for rise, fall in before if rise < since]
    return union(head + [(max(rise, since), fall) for rise, fall in after if fall > since])


def _first_difference(one, other, end_us):
    edges = sorted(set(t for pulse in one for t in pulse) ^ set(t for pulse in other for t in pulse))
    return edges[0] if edges and edges[0] < end_us else None


def excused(kind, line):
    """The reasons that are no mistake under a fault, beside undetermined and sensor-fault.

    A dead pocket sensor looks like a ball taken out (DESIGN, "The sensors"). Exchanged ball sensors look
    like a ball that goes the rotor's way; calibration finds them.
    """
    if line == "pocket" and kind in ("stuck-low", "missing", "stuck-high"):
        return ["ball-removed"]
    if kind == "swapped" and line == "ball_a":
        return ["same-direction"]
    return []
