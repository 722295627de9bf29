"""Dirt in numbers: what spoils the lines of a wheel that is otherwise in order.

`glitches` are a second over all lines together, each shorter than 200 us. The shares are of the pulses of
each line: missed; merged are two neighbouring rotor marks whose gap is lost; split is a pulse with a gap in
it that is longer than a glitch. `jitter` moves each edge, by a share of its pulse's width (standard
deviation).
"""

from itertools import pairwise

from .sensors import LINES, MICRO, union

LEVELS = {
    "none": {"glitches": 0, "missed": 0.0, "merged": 0.0, "split": 0.0, "jitter": 0.0},
    "light": {"glitches": 10, "missed": 0.01, "merged": 0.0, "split": 0.0, "jitter": 0.005},
    "heavy": {"glitches": 30, "missed": 0.05, "merged": 0.01, "split": 0.01, "jitter": 0.02},
}
GLITCH_US = (5, 199)
SPLIT_SHORTEST_US = 300


def spoil(draws, level, lines):
    """line -> pulses with the dirt of a level: some missed, merged or split, and their edges moved."""
    amount = LEVELS[level]
    spoiled = {}
    for line in LINES:
        pulses = _miss(draws.stream(f"missed {line}"), lines[line], amount["missed"])
        if line in ("rotor_a", "rotor_b"):
            pulses = _merge(draws.stream(f"merged {line}"), pulses, amount["merged"])
        pulses = _split(draws.stream(f"split {line}"), pulses, amount["split"])
        spoiled[line] = _jitter(draws.stream(f"jitter {line}"), pulses, amount["jitter"])
    return spoiled


def _miss(rng, pulses, share):
    if not share:
        return pulses
    return [pulse for pulse in pulses if rng.random() >= share]


def _merge(rng, pulses, share):
    """Fill the gap after a share of the pulses, unless three pulses would fit: a mark is missing there."""
    if not share:
        return pulses
    bridges = [
        (fall, later[0])
        for (rise, fall), later in pairwise(pulses)
        if rng.random() < share and later[0] - fall < 3 * (fall - rise)
    ]
    return union(pulses + bridges)


def _split(rng, pulses, share):
    if not share:
        return pulses
    parts = []
    for rise, fall in pulses:
        longest = (fall - rise) // 2
        if rng.random() >= share or longest <= SPLIT_SHORTEST_US:
            parts.append((rise, fall))
            continue
        gap = rng.randint(SPLIT_SHORTEST_US, longest)
        begin = rng.randint(rise + 1, fall - gap - 1)
        parts += [(rise, begin), (begin + gap, fall)]
    return parts


def _jitter(rng, pulses, share):
    if not share:
        return pulses
    moved = []
    for rise, fall in pulses:
        one, other = (max(-3, min(3, rng.gauss(0, 1))) * share * (fall - rise) for _edge in range(2))
        moved.append((max(round(rise + one), 0) if rise else 0, round(fall + other)))
    return union(moved)


def glitches(rng, level, end_us):
    """line -> short pulses that turn the level round; they come at random (a Poisson process)."""
    rate = LEVELS[level]["glitches"]
    found = {line: [] for line in LINES}
    t = 0.0
    while rate:
        t += rng.expovariate(rate)
        rise = round(t * MICRO)
        if rise >= end_us:
            break
        found[rng.choice(LINES)].append((rise, rise + rng.randint(*GLITCH_US)))
    return found
