"""Spins of the simulator cut short, for boards that are slow to test: from five seconds before the drop."""

from host_tools.simulator import simulate_spin
from shared_core.sensor_lines import LINES as SENSORS
from shared_core.spin import SpinTracker

WHEEL = "single-zero"
MIN_TURNS = 4
BEFORE_DROP_US = 5_000_000
PRESS_US = 3_600_000  # after the first edge: the ball is known by then
SETTLED_US = 10_000  # after the lines took on their levels
REST_US = 700_000  # that are played on after the number is known


def part_of(seed):
    """(number, edges, evidence) of a spin from five seconds before the drop until its number is known; None where it is
    no valid one, or not known from those five seconds. Spins that are put together so have a rotor that jumps: not all
    seeds are read then in any order.

    edges: (us, line, level) from then; evidence: us at which the same tracker has the number here.
    """
    spin = simulate_spin(seed, WHEEL, extras=(), min_turns=MIN_TURNS)
    if spin.truth["number"] is None:
        return None
    start = spin.truth["drop_us"] - BEFORE_DROP_US
    levels = dict.fromkeys(SENSORS, 0)
    edges, evidence = [], None
    tracker = SpinTracker(WHEEL, MIN_TURNS)
    for t, line, level in spin.rows:
        if line not in SENSORS:
            continue
        if t >= start and not edges:
            edges = [(0, name, 1) for name in SENSORS if levels[name]]
            for at, name, high in edges:
                tracker.edge(at, SENSORS.index(name), high)
        levels[line] = level
        if t < start:
            continue
        at = t - start + SETTLED_US
        if evidence is not None and at > evidence + REST_US:
            break
        edges.append((at, line, level))
        tracker.edge(at, SENSORS.index(line), level)
        evidence = next((event[1] for event in tracker.take() if event[0] == "number"), evidence)
    if evidence is None:
        return None
    levels_end = edges[-1][0] + SETTLED_US
    return spin.truth["number"], edges + [(levels_end, name, 0) for name in SENSORS if levels[name]], evidence
