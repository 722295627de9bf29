"""Ball and rotor as a simple physical model.

The ball is launched on the track and slowed by rolling (constant), by what grows with its speed and by the
air (with the square of its speed). At the drop speed gravity wins over the track's tilt: it falls, is
scattered by the deflectors, hops over the pockets the way it still moves against the rotor, ever shorter,
and rests. The rotor coasts on its bearing and loses a small constant share of its speed a second.
"""

from .draws import RANGES
from .motion import Motion

STAY_S = (0.05, 0.5)  # that a bouncing ball rattles in one pocket
FLIGHT_S = (0.05, 0.2)  # that it then needs to another
BACK_CHANCE = 0.15  # of a hop one pocket back, while it has the energy for it
BACK_ENERGY = 0.3
BLIP_CHANCE = 0.05  # a ball in the air may shade the pocket sensor for a moment
BLIP_S = (0.001, 0.004)
SURPLUS_TURNS = 2.5  # a valid spin makes so many turns more than the minimum: proven turns understate
FEWEST_TURNS = 2.0  # of a weak launch: enough for three pulses wherever it begins
PAIR_SPREAD = (0.7, 1.3)  # of the usual distance between the two sensors of a pair, where offsets are drawn


def track(draws, launch, direction, turns=None):
    """The ball's motion on the track from its launch (s) to the drop; direction 1 is clockwise.

    A full launch makes the drawn turns, at a speed that follows from them, the share of its speed that the
    ball loses a turn, and the drop speed. `turns` below that is a weak launch: the last turns of the same
    run.
    """
    drop_speed, full = draws.number("drop_speed"), draws.drawn["ball_turns"]
    speed = min(drop_speed / (1 - draws.number("slowing")) ** full, RANGES["ball_speed"][1])
    friction = track_friction(speed, drop_speed, full, draws.number("rolling_share"), draws.number("air_share"))
    if turns is not None and turns < full:
        run = Motion(0.0, 0.0, speed)
        run.coast_to(drop_speed, friction)
        speed = run.speed(run.passing(full - turns, 0.0))
    draws.drawn["ball_speed"] = speed
    motion = Motion(launch, draws.between("launch angle", 0, 1), direction * speed)
    motion.coast_to(drop_speed, friction)
    return motion


def track_friction(speed, drop_speed, turns, rolling, air):
    """The friction, a function speed -> turns/s^2, that slows from one speed to another within some turns.

    Its form is scale * (rolling + linear * v + air * v^2) with shares that add up to 1. The scale follows
    from v dv = -friction ds: turns = the integral of v / friction over the speeds, here by Simpson's rule.
    """
    linear = 1 - rolling - air

    def form(v):
        return rolling + linear * v + air * v * v

    steps = 40
    h = (speed - drop_speed) / steps
    total = 0.0
    for i in range(steps + 1):
        v = drop_speed + i * h
        total += v / form(v) * (1 if i in (0, steps) else 4 if i % 2 else 2)
    scale = total * h / 3 / turns
    return lambda v: scale * form(v)


def bearing(share):
    """The rotor's friction: it loses this share of its speed a second."""
    return lambda v: share * v


def bounces(rng, land, rest, direction, pockets, last):
    """Where the ball is between landing and rest: (stays [(since, until, pocket)], flights [(since, until)]).

    Hops go on in `direction` (in the printed order, 1 or -1), some of them one pocket back, and shrink to one
    pocket. `last` is the pocket of the rest.
    """
    stays, flights = [], []
    t = land
    steps = []
    while True:
        stay, flight = rng.uniform(*STAY_S), rng.uniform(*FLIGHT_S)
        if t + stay + flight >= rest:
            break
        stays.append((t, t + stay))
        flights.append((t + stay, t + stay + flight))
        steps.append(_hop(rng, direction, (rest - t) / (rest - land)))
        t += stay + flight
    flights.append((t, rest))
    steps.append(direction)
    pocket = last - sum(steps)
    found = []
    for (since, until), step in zip(stays, steps, strict=False):
        found.append((since, until, pocket % pockets))
        pocket += step
    return found, flights


def _hop(rng, direction, energy):
    """Pockets that a hop goes on: up to nine when the ball lands (energy 1), one when it will rest (0)."""
    if energy > BACK_ENERGY and rng.random() < BACK_CHANCE:
        return -direction
    return direction * rng.randint(1, 1 + round(8 * energy * energy))


def blips(rng, flights):
    """Short pulses (since, until) in s of the pocket line from a ball in the air over the sensor."""
    found = []
    for since, until in flights:
        if rng.random() < BLIP_CHANCE and until - since > BLIP_S[1]:
            begin = rng.uniform(since, until - BLIP_S[1])
            found.append((begin, begin + rng.uniform(*BLIP_S)))
    return found
