"""`tablectl replay`: the verdict on recorded sensor traces and captured status lines."""

from functools import partial

import click

from host_tools.commands import answer, tell
from host_tools.commands.options import rules_of, rules_options
from host_tools.errors import ToolError
from host_tools.replay import Wheel, read_wheel, replay_file
from shared_core.rule_options import MOST_TURNS


@click.command()
@click.argument("traces", metavar="FILE...", nargs=-1, required=True)
@click.option("--rules", "book_id", metavar="ID", help="The rulebook; without it single-zero, no minimum.")
@rules_options
@click.option("--min-turns", type=click.IntRange(0, MOST_TURNS), help="Revolutions of a valid spin.")
@click.option("--settings", metavar="F", help="A table.json: its rulebook, wheel, sensor offsets and flags.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file on standard output.")
def replay(traces, book_id, settings, as_json, **options):
    """Judge every spin in recorded sensor traces.

    A captured text of a wheel's status line (*X;...) is read, too: as lines half a second apart, unless each begins
    with its time in microseconds and a blank.

    \b
    tablectl replay spin.csv
    tablectl replay --settings table.json wheel-line.txt
    tablectl replay --rules new-jersey --wheel double-zero --json monday/*.csv
    """
    wheel = _wheel(book_id, settings, options)
    failed = False
    for path in traces:
        try:
            result = replay_file(path, wheel)
        except ToolError as error:
            failed = True
            if not as_json:
                tell(f"tablectl: {error.message}")
                continue
            result = {"error": error.message}
        answer(result, as_json, partial(_print, path))
    if failed:
        raise SystemExit(1)


def _wheel(book_id, settings, options):
    """The Wheel that the call states: by settings, by a rulebook, or by wheel and minimum alone."""
    stated = [name for name, value in options.items() if value not in (None, ())]
    if settings is not None:
        if book_id is not None or stated:
            name = "rules" if book_id is not None else stated[0].replace("_", "-")
            raise click.UsageError(f"--settings holds the rulebook and its options: leave --{name} out")
        return read_wheel(settings)
    if book_id is not None:
        rules = rules_of(book_id, complete=False, limits=False, **options)
        return Wheel(rules.wheel, rules.min_turns, None)
    for name in stated:
        if name not in ("wheel", "min_turns"):
            raise click.UsageError(f"--{name.replace('_', '-')} belongs to a rulebook: state --rules too")
    return Wheel(options["wheel"] or "single-zero", options["min_turns"] or 0, None)


def _print(path, result):
    spins = result["spins"]
    if not spins:
        click.echo(f"{path}: no spin")
    for place, spin in enumerate(spins, 1):
        where = path if len(spins) == 1 else f"{path}, spin {place}"
        click.echo(f"{where}: {_sentence(spin)}")


def _sentence(spin):
    """One spin as a line to read."""
    ball = spin["ball_direction"] or "direction unknown"
    rotor = spin["rotor_direction"] or "direction unknown"
    reason = _REASONS.get(spin["reason"], f"no spin, {spin['reason']}")
    if "why" in spin:
        reason += f": {spin['why']}"
    parts = [f"number {spin['number']}" if spin["valid"] else reason]
    if spin["ball_turns"] is not None:  # a status line tells nothing of the ball
        parts.append(f"ball {spin['ball_turns']:.2f} turns {ball}")
    parts.append(f"rotor {rotor}")
    for key, what in (("drop_us", "drop"), ("rest_us", "rest"), ("alarm_us", "called")):
        if spin[key] is not None:
            parts.append(f"{what} at {spin[key] / 1_000_000:.3f} s")
    return "; ".join(parts)


_REASONS = {"undetermined": "undetermined", "sensor-fault": "sensor fault"}
