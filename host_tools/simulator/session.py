"""Spins by their seeds: alone, several on one table, without end."""

from dataclasses import replace
from itertools import count

from .draws import Draws
from .faults import FROM_THE_START
from .spin import check, draw_cause, draw_extras, run


def simulate_spin(
    seed,
    wheel="single-zero",
    dirt="none",
    fault=None,
    cause=None,
    *,
    min_turns=4,
    extras=None,
    buttons=False,
    lead=None,
    after=None,
):
    """Draw a spin and return it as a Spin; the same arguments give the same one.

    dirt: a name of dirt.LEVELS. fault: a name as in faults. cause: a void cause of CAUSES; "mixed" for void
    spins in a share; None for a spin that nothing makes void (00 of double-as-single aside). extras: names
    of EXTRAS to have, None to draw them by their shares. min_turns: a whole number from 3 to 12. buttons:
    press no_more_bets while the ball runs. lead: seconds before the launch. after: the Spin before on the
    same table, whose rotor, ball and levels this one finds. ValueError names an argument that is wrong and
    what would be right.
    """
    check(wheel, dirt, cause, fault, extras)
    draws = Draws(seed)
    if cause == "mixed":
        cause = None if fault else draw_cause(draws, wheel)
    if extras is None:
        extras = draw_extras(draws, dirt, cause, fault)
    options = {"min_turns": min_turns, "buttons": buttons, "lead": lead}
    if "respin" in extras:
        return _respin(draws, wheel, dirt, extras, after, options)
    return run(seed, wheel, dirt, extras=extras, cause=cause, fault=fault, after=after, **options)


def _respin(draws, wheel, dirt, extras, after, options):
    """The dealer takes the ball out and spins again: after the number, or in the middle of the run."""
    early = draws.chance("respin early", 0.5)
    cause = "ball-removed" if early else None
    first = run(draws.seed, wheel, dirt, extras=extras, cause=cause, cut_short=early, after=after, **options)
    again = run(f"{draws.seed}/again", wheel, dirt, extras=(), after=first, **options)
    return replace(_join(first, again), cause=None)


def simulate_session(seed, spins, wheel="single-zero", dirt="none", fault=None, **options):
    """Several spins one after another on one table, in one trace; options as for simulate_spin.

    A fault begins in the first spin, by its stage, and is there from the start in those after it.
    """
    options.setdefault("extras", ())
    joined = last = simulate_spin(seed, wheel, dirt, fault, **options)
    if last.fault:
        kind, line = last.fault.split(":")[:2]
        fault = f"{kind}:{line}:{FROM_THE_START}" if kind != "rotor-stopped" else None
    for n in range(1, spins):
        last = simulate_spin(f"{seed}/{n}", wheel, dirt, fault, after=last, **options)
        joined = _join(joined, last)
    return joined


def _join(first, then):
    """One Spin of two, the second of which was drawn `after` the first."""
    rows = first.rows + [(t + first.end_us, line, level) for t, line, level in then.rows]
    truths = first.truths + [_later(truth, first.end_us) for truth in then.truths]
    end_us = first.end_us + then.end_us
    return replace(first, rows=rows, truths=truths, end_us=end_us, left=then.left)


def _later(truth, us):
    """A truth with all its times put off."""
    moved = {}
    for key, value in truth.items():
        if isinstance(value, dict):
            value = _later(value, us)
        elif key.endswith("_us") and value is not None:
            value += us
        moved[key] = value
    return moved


def auto_spins(seed, wheel="single-zero", *, dirt="light", cause: str | None = "mixed", min_turns=4, lead=(10.0, 20.0)):
    """Spins without end on one table, each going on where the one before ended; no_more_bets is pressed.

    lead: the range of seconds before a launch in which wagers can be placed. Play the rows of each after
    end_us of the one before.
    """
    last = None
    for n in count():
        draws = Draws(f"{seed}/{n}")
        last = simulate_spin(
            draws.seed,
            wheel,
            dirt,
            cause=cause,
            min_turns=min_turns,
            extras=("long-bounce",) if draws.chance("long-bounce", 0.3) else (),
            buttons=True,
            lead=draws.between("auto lead", *lead),
            after=last,
        )
        yield last
