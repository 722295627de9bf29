"""Simulated spins without anything beside the physics, and simple readings of traces."""

from host_tools.simulator import simulate_spin


def clean(seed, **options):
    """A spin with nothing beside the physics."""
    return simulate_spin(seed, **{"extras": (), **options})


def pulses(rows, line):
    """The whole pulses [(rise, fall)] of a line."""
    found, rise = [], None
    for t, name, level in rows:
        if name != line:
            continue
        if level:
            rise = t
        elif rise is not None:
            found.append((rise, t))
            rise = None
    return found


def middles(rows, line):
    return [(rise + fall) / 2 for rise, fall in pulses(rows, line)]


def of_line(rows, line):
    return [(t, level) for t, name, level in rows if name == line]


def round_count(marks, since, until):
    """Marks after one moment up to another, each moment taken to the nearest mark."""
    nearest = [min(range(len(marks)), key=lambda k: abs(marks[k] - t)) for t in (since, until)]
    return nearest[1] - nearest[0]
