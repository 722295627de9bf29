"""`tablectl rules`: what the rulebooks say."""

import json

import click
from rich.console import Console
from rich.table import Table

from host_tools.commands.options import rules_of, rules_options
from host_tools.rules import describe, list_rulebooks


@click.command()
@click.argument("book_id", metavar="[ID]", required=False)
@rules_options
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output and nothing else.")
def rules(book_id, as_json, **options):
    """Show the rulebooks, or every wager of one with its odds, edge and clause.

    \b
    tablectl rules
    tablectl rules new-jersey --wheel single-zero
    """
    if book_id is None:
        stated = [option for option, value in options.items() if value not in (None, ())]
        if stated:
            raise click.UsageError(f"--{stated[0].replace('_', '-')} needs the ID of a rulebook before it")
        books = list_rulebooks()
        if as_json:
            click.echo(json.dumps({"rulebooks": books}))
        else:
            for book in books:
                click.echo(f"{book['id']}: {book['title']} ({book['source']}); wheels {', '.join(book['wheels'])}")
        return
    described = describe(rules_of(book_id, complete=False, **options))
    if as_json:
        click.echo(json.dumps(described))
        return
    table = Table(title=f"{described['title']}, {described['wheel']}")
    for heading in ("spot", "numbers", "odds", "house edge", "clause", "where the chip lies"):
        table.add_column(heading)
    for name, spot in described["spots"].items():
        table.add_row(
            name,
            " ".join(spot["numbers"]),
            f"{spot['odds']} to 1",
            spot["house_edge"] or "not stated",
            spot["clause"],
            "; or ".join(spot["places"]),
        )
    console = Console()
    console.print(table)
    for gap in described["gaps"]:
        console.print("- " + gap, markup=False, highlight=False)
