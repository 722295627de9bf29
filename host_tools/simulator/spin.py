"""One run of the ball from a seed, with everything that is drawn for it."""

from dataclasses import dataclass, field

from shared_core import wheel as wheels

from . import dirt as dirts
from . import record, trace
from .draws import Draws
from .scene import Scene

CAUSES = (
    "same-direction",
    "too-few-turns",
    "ball-removed",
    "foreign-object",
    "zero-zero",
    "dealer",
)
MIXED_SHARE = 0.12  # of the spins are void where the cause is "mixed"

# What may befall a spin and leaves it valid: the share of spins that draw it
EXTRAS = {
    "long-bounce": 0.3,
    "offsets": 0.25,
    "start-high": 0.5,
    "power-on-ball": 0.1,
    "hand": 0.05,
    "respin": 0.03,
}


@dataclass
class Spin:
    """A simulated trace and what is true of it.

    rows: [(t_us, line, level), ...]. truths: one dict for each run of the ball (see record.truth_of).
    offsets: line -> millionths of a turn, clockwise from the reader. drawn: name -> value, of draws.RANGES.
    extras: names of EXTRAS that befell it. end_us: the trace's length. left: what the next spin on the same
    table finds.
    """

    seed: int | str
    wheel: str
    dirt: str
    cause: str | None
    fault: str | None
    min_turns: int
    extras: tuple
    rows: list
    truths: list
    offsets: dict
    drawn: dict
    end_us: int
    left: dict = field(repr=False)

    @property
    def truth(self):
        """The truth of the first run of the ball."""
        return self.truths[0]


def run(seed, wheel, dirt, *, extras, cause=None, fault=None, after=None, min_turns=4, **options):
    """A Spin of one run of the ball; after: the Spin before it on the same table; options as for Scene."""
    draws = Draws(seed)
    before = after.left if after else None
    scene = Scene(draws, wheel, extras, cause, fault, before=before, min_turns=min_turns, **options)
    rows, sign = record.rows_of(scene, dirt)
    truth = record.truth_of(scene, sign)
    return Spin(
        seed=seed,
        wheel=wheel,
        dirt=dirt,
        cause=cause,
        fault=":".join(part for part in scene.fault if part) if scene.fault else None,
        min_turns=min_turns,
        extras=tuple(extras),
        rows=rows,
        truths=[truth],
        offsets=dict(scene.geometry.offsets),
        drawn=draws.drawn,
        end_us=truth["end_us"],
        left={
            "geometry": scene.geometry,
            "rotor": (scene.rotor.angle(scene.end), scene.rotor.speed(scene.end)),
            "levels": trace.levels(rows, before["levels"] if before else None),
            "lies": [pocket for _since, until, pocket in scene.stays if until >= scene.end],
        },
    )


def check(wheel, dirt, cause, fault, extras):
    """ValueError, with what would be right, where an argument of simulate_spin cannot be."""
    _one_of("wheel", wheel, wheels.WHEELS)
    _one_of("dirt", dirt, dirts.LEVELS)
    if cause is not None:
        _one_of("cause", cause, ("mixed", *CAUSES))
    for extra in extras or ():
        _one_of("extra", extra, EXTRAS)
    if cause == "zero-zero" and wheels.void_number(wheel) is None:
        raise ValueError("zero-zero is a cause on the wheel double-as-single alone")
    if fault is not None and cause not in (None, "mixed"):
        raise ValueError("a spin has a fault or a void cause, not both")


def _one_of(what, value, right):
    if value not in right:
        raise ValueError(f"no such {what}: {value!r}; right are {', '.join(right)}")


def draw_cause(draws, wheel):
    """A void cause in a share of the spins, else None."""
    fitting = [cause for cause in CAUSES if cause != "zero-zero" or wheels.void_number(wheel) is not None]
    return draws.choice("cause", fitting) if draws.chance("void", MIXED_SHARE) else None


def draw_extras(draws, dirt, cause, fault):
    """Extras by their shares: a hand comes with dirt, a second run of the ball where all else is in order."""
    drawn = [extra for extra, share in EXTRAS.items() if draws.chance(extra, share)]
    if dirt == "none" or fault:
        drawn = [extra for extra in drawn if extra != "hand"]
    if cause or fault:
        drawn = [extra for extra in drawn if extra != "respin"]
    return tuple(drawn)
