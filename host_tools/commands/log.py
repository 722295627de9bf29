"""`tablectl log`: the rounds in a journal."""

import click
from rich import box
from rich.table import Table
from rich.text import Text

from host_tools import log as logs
from host_tools.commands import answer, console, options, progress
from host_tools.commands.verify import end_if_not_whole
from host_tools.story import tell

SUMS = ("wagers", "staked", "collected", "paid", "returned")
ROUNDS = ("round", "number", "colour", "no spins", "closed by", *SUMS)
WAGERS = ("seat", "spot", "stake", "outcome", "paid", "returned")
NUMBERS = {"record", "round", "seat", "stake", *SUMS}


@click.command()
@click.argument("path")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="Tell this round in full.")
@options()
@click.pass_context
def log(ctx, path, number, as_json):
    """Show the rounds in a journal, a file or a folder, or one round in full.

    The journal is proven on the way: status 4 if it is not whole, 1 if its key is not on this host.

    \b
    tablectl log logs/
    tablectl log logs/ --round 118
    """
    with progress("reading") as show_progress:
        if number is None:
            found, show = logs.rounds(path, show_progress), show_rounds
        else:
            found, show = logs.round_in_full(path, number, show_progress), show_round
    answer(found, as_json, show)
    end_if_not_whole(ctx, found["whole"], found.get("logs", [found]), tell=True)


def show_rounds(found):
    screen = console()
    for one in found["logs"]:
        rows = []
        for row in one["rounds"]:
            by_hand = " by hand" if row["manual"] else ""
            number = None if row["number"] is None else row["number"] + by_hand
            voids = ", ".join(str(cause) for cause in row["voids"])
            sums = [row[name] for name in SUMS]
            rows.append((row["round"], number, row["colour"], voids, row["closed_by"], *sums))
        screen.print(_table(one["path"], ROUNDS, rows) if rows else f"{one['path']}: no round yet")


def show_round(found):
    screen = console()
    number = "no number" if found["number"] is None else f"{found['number']} {found['colour']}"
    screen.print(f"round {found['round']}, {number}", style="bold", markup=False)
    screen.print(_table(None, ("record", "since start", "what happened"), tell(found["records"])))
    if found["bets"]:
        screen.print(_table("wagers", WAGERS, [tuple(wager.values()) for wager in found["bets"]]))


def _table(title, headings, rows):
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in NUMBERS else "left")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    return table


def _cell(value):
    return Text("" if value is None else str(value))
