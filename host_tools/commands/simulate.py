"""`tablectl simulate`: simulated spins through the tracker, with what became of them."""

import sys
from contextlib import contextmanager

import click
from rich import box
from rich.table import Table

from host_tools.commands import answer, console, options
from host_tools.simulator import CAUSES, EXTRAS, faults
from host_tools.simulator import dirt as dirts
from host_tools.simulator.judge import FALSE_VOID, OUTCOMES, RIGHT, UNDETERMINED, WRONG
from host_tools.trials import run_trials
from shared_core.wheel import WHEELS

FAULTS = (
    f"A failure: KIND, KIND:LINE or KIND:LINE:STAGE, of the kinds {', '.join(faults.KINDS)} and the stages "
    f"{', '.join(faults.STAGES)}. What is left out is drawn."
)
MIN_TURNS = (3, 12)  # a weak launch needs two turns to be seen; a full one makes some more than the minimum
ALWAYS = (RIGHT, UNDETERMINED, WRONG, FALSE_VOID)  # outcomes that stand in the table also when nobody met them
MOST_SHOWN = 40  # of the failed spins


@click.command()
@click.option("--spins", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the first; one more each.")
@click.option("--wheel", type=click.Choice(WHEELS), default="single-zero", show_default=True)
@click.option("--dirt", type=click.Choice(list(dirts.LEVELS)), default="none", show_default=True)
@click.option("--fault", metavar="NAME", help=FAULTS)
@click.option(
    "--cause",
    type=click.Choice(("mixed", "none", *CAUSES)),
    default="mixed",
    show_default=True,
    help="What makes the spins void: some of them for mixed causes, none, or all by one.",
)
@click.option(
    "--min-turns",
    type=click.IntRange(*MIN_TURNS),
    default=4,
    show_default=True,
    help="Revolutions of a valid spin.",
)
@click.option("--extra", "extras", multiple=True, type=click.Choice(list(EXTRAS)), help="What befalls every spin.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to share the work.")
@click.option("--write", metavar="DIR", help="Write each trace, and truth.json, into this folder.")
@options()
@click.pass_context
def simulate(ctx, spins, seed, jobs, write, cause, extras, as_json, **stated):
    """Simulate spins, have them judged, and compare with the truth. Exit status 1 when any verdict differs.

    \b
    tablectl simulate --spins 5000 --seed 1 --dirt heavy --jobs 2
    tablectl simulate --spins 1 --seed 4711 --dirt heavy --write spins/
    tablectl simulate --spins 200 --seed 1 --fault stuck-high:ball_a:bouncing
    """
    if stated["fault"] is not None and cause == "mixed":
        cause = "none"
    with _progress(spins) as told:
        found = run_trials(
            spins,
            seed,
            jobs=jobs,
            write=write,
            told=told,
            cause=None if cause == "none" else cause,
            extras=extras or None,
            **stated,
        )
    answer(found, as_json, show)
    if found["failed"]:
        ctx.exit(1)


@contextmanager
def _progress(spins):
    """A progress bar on standard error, if that is a terminal: yields what to call after each spin, or None."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("simulating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=spins)
        yield lambda: bar.advance(task)


def show(found):
    """Print a summary of host_tools.trials for people."""
    out = console()
    out.print(_outcomes(found))
    if found["alarms"]:
        out.print(_alarms(found))
    out.print(_measures(found["measures"]))
    if found["faults"]:
        told = found["faults"]
        out.print(
            f"fault: showed for three rotor turns in {told['shown']} spins, named in {told['named']}, "
            f"in time in {told['in_time']}; another line named in {told['other_line']}"
        )
    out.print("dirt: " + ", ".join(f"{name} {amount:g}" for name, amount in found["dirt"].items()))
    out.print(_ranges(found))
    if found["extras"]:
        out.print("extras: " + ", ".join(f"{name} {count}" for name, count in found["extras"].items()))
    for spin in found["failed"][:MOST_SHOWN]:
        extras = f" ({', '.join(spin['extras'])})" if spin["extras"] else ""
        out.print(
            f"seed {spin['seed']}: {spin['outcome']}: true {spin['truth']}, said {spin['said']}{extras}",
            markup=False,
        )
    if len(found["failed"]) > MOST_SHOWN:
        out.print(f"and {len(found['failed']) - MOST_SHOWN} more, all of them with --json")


def _outcomes(found):
    run = found["run"]
    title = f"{run['spins']} spins from seed {run['seed']}, {run['wheel']}, dirt {run['dirt']}"
    table = Table(title=title + (f", {run['fault']}" if run["fault"] else ""), box=box.SIMPLE)
    table.add_column("truth")
    used = [o for o in OUTCOMES if o in ALWAYS or any(row[o] for row in found["outcomes"].values())]
    for outcome in used:
        table.add_column(outcome, justify="right")
    for cause, row in found["outcomes"].items():
        table.add_row(cause, *(str(row[outcome]) for outcome in used))
    return table


def _alarms(found):
    table = Table(title="alarms against their limits", box=box.SIMPLE)
    table.add_column("cause")
    table.add_column("alarms", justify="right")
    table.add_column("late", justify="right")
    table.add_column("latest")
    for cause, row in found["alarms"].items():
        if row["worst_us"] is None:
            late, latest = "-", "no limit of its own"
        else:
            when = "after" if row["worst_us"] > 0 else "before"
            late, latest = str(row["late"]), f"{abs(row['worst_us']) / 1e6:.3f} s {when} the limit"
        table.add_row(cause, str(row["alarms"]), late, latest)
    return table


def _measures(row):
    if not row["spins"]:
        return ""
    return (
        f"measures of {row['spins']} numbers: wrong direction {row['direction']}; more than a rotor turn off: "
        f"drop {row['drop']}, rest {row['rest']}; ball turns more than 1.5 short {row['turns_short']}, "
        f"over the truth {row['turns_over']}"
    )


def _ranges(found):
    table = Table(title="drawn", box=box.SIMPLE)
    table.add_column("")
    table.add_column("range", justify="right")
    table.add_column("drawn", justify="right")
    table.add_column("of")
    for name, row in found["ranges"].items():
        table.add_row(
            name.replace("_", " "),
            f"{row['lowest']:g} to {row['highest']:g}",
            f"{row['drawn_lowest']:.3g} to {row['drawn_highest']:.3g}",
            row["meaning"],
        )
    return table
