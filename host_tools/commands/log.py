"""`tablectl log`: the rounds in a journal."""

import click
from rich import box
from rich.table import Table
from rich.text import Text

from host_tools import log as logs
from host_tools import story
from host_tools.clauses import of_closing, of_wagers
from host_tools.commands import answer, console, options, progress, tell
from host_tools.commands.verify import end_if_not_whole
from host_tools.log_filter import as_csv as csv_of
from host_tools.log_filter import chosen

SUMS = ("wagers", "staked", "collected", "paid", "returned")
ROUNDS = ("round", "began", "number", "no spins", "closed by", *SUMS, "state")
UNPAID = "UNPAID"
WAGERS = ("seat", "spot", "stake", "outcome", "paid", "returned", "clause")
NUMBERS = {"record", "round", "seat", "stake", *SUMS}


@click.command()
@click.argument("path")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="Tell this round in full.")
@click.option("--rounds", "span", metavar="SPAN", help="Only these: 118, 118-, -118 or 100-118.")
@click.option("--since", metavar="TIME", help="Only rounds that began then or later, UTC: 2026-11-29[T23:04[:05]].")
@click.option("--until", metavar="TIME", help="Only rounds that began before.")
@click.option(
    "--result", "results", multiple=True, metavar="NUMBER", help="Only rounds with this number; several times."
)
@click.option(
    "--void", "causes", multiple=True, metavar="CAUSE", help="Only with a spin void by it, or any; several times."
)
@click.option(
    "--seat", "seats", multiple=True, type=click.IntRange(1, 99), help="Only with a wager of it; several times."
)
@click.option("--unpaid", is_flag=True, help="Only rounds that are settled and not paid.")
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV, one line a round.")
@options()
@click.pass_context
def log(ctx, path, number, span, as_csv, as_json, **asked):
    """Show the rounds in a journal, a file or a folder, or one round in full, as what happened and by which clause.

    The journal is proven on the way: status 4 if it is not whole, 1 if its key is not on this host. From its first bad
    record on all is marked UNPROVEN.

    \b
    tablectl log logs/
    tablectl log logs/ --round 118
    tablectl log logs/ --since 2026-11-29 --void any --csv > voids.csv
    """
    if as_csv and (as_json or number):
        raise click.UsageError("--csv goes with neither --json nor --round")
    if number and (span or any(asked.values())):
        raise click.UsageError("--round names one round: leave out what chooses among them")
    with progress("reading") as show_progress:
        if number is None:
            found, show = chosen(logs.rounds(path, show_progress), rounds=span, **asked), show_rounds
        else:
            found, show = logs.round_in_full(path, number, show_progress), show_round
    answer(found, as_json, show_csv if as_csv else show)
    for one in found.get("logs", [found]):
        tell_odd(one)
    end_if_not_whole(ctx, found["whole"], found.get("logs", [found]), tell=True)


def show_csv(found):
    click.echo(csv_of(found), nl=False)


def show_rounds(found):
    screen = console()
    for one in found["logs"]:
        rows = []
        for row in one["rounds"]:
            by_hand = " by hand" if row["manual"] else ""
            number = None if row["number"] is None else f"{row['number']} {row['colour']}{by_hand}"
            voids = ", ".join(str(cause) for cause in row["voids"])
            sums = [row[name] for name in SUMS]
            state = UNPAID if row["state"] == logs.SETTLED else row["state"]
            state += f", {story.UNPROVEN}" if row["unproven"] else ""
            rows.append((row["round"], row["began"], number, voids, row["closed_by"], *sums, state))
        screen.print(_head(one), markup=False)
        screen.print(_table(None, ROUNDS, rows) if rows else "no such round")


def show_round(found):
    screen = console()
    number = "no number" if found["number"] is None else f"{found['number']} {found['colour']}"
    unpaid = ", settled and not paid" if found["state"] == logs.SETTLED else ""
    screen.print(_head(found), markup=False)
    unproven = f", {story.UNPROVEN} from record {_first_unproven(found)} on" if found["unproven"] else ""
    screen.print(f"round {found['round']}, {number}{unpaid}{unproven}", style="bold", markup=False)
    headings = ("record", "time of day", "since start", "what happened")
    rows = story.tell(found["records"], found["times"], found["proven_records"])
    screen.print(_table(None, headings, rows))
    if closing := of_closing(found["rules"]):
        screen.print(f"bets close by clause {closing} of {found['rules']}", markup=False)
    if found["bets"]:
        spots = of_wagers(found["rules"], found["wheel"], [wager["spot"] for wager in found["bets"]])
        rows = [(*wager.values(), clause) for wager, clause in zip(found["bets"], spots, strict=True)]
        screen.print(_table("wagers", WAGERS, rows))


def _first_unproven(found):
    return found["records"][found["proven_records"]]["seq"]


def tell_odd(one):
    """Name on standard error the records of a log that are odd."""
    for odd in one["odd"]:
        tell(f"tablectl: {one['path']}: record {odd['seq']} is odd: {odd['message']}")
    more = one["odd_count"] - len(one["odd"])
    if more:
        tell(f"tablectl: {one['path']}: {more} more records are odd")


def _head(one):
    """Which table's log it is."""
    known = [
        f"{name} {story.printable(one[name])}" for name in ("table", "rules", "wheel", "board", "log") if one[name]
    ]
    return f"{one['path']}: {', '.join(known)}" if known else f"{one['path']}"


def _table(title, headings, rows):
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in NUMBERS else "left")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    return table


def _cell(value):
    return Text("" if value is None else story.printable(value))
