"""`tablectl rules`: what the rulebooks say."""

import click
from rich.table import Table

from host_tools.commands import answer, console, options
from host_tools.commands.options import rules_of, rules_options
from host_tools.rules import describe, list_rulebooks


@click.command()
@click.argument("book_id", metavar="[ID]", required=False)
@rules_options
@options()
def rules(book_id, as_json, **stated):
    """Show the rulebooks, or every wager of one with its odds, edge and clause.

    \b
    tablectl rules
    tablectl rules new-jersey --wheel single-zero
    """
    if book_id is None:
        given = [option for option, value in stated.items() if value not in (None, ())]
        if given:
            raise click.UsageError(f"--{given[0].replace('_', '-')} needs the ID of a rulebook before it")
        answer({"rulebooks": list_rulebooks()}, as_json, _show_books)
    else:
        answer(describe(rules_of(book_id, complete=False, **stated)), as_json, _show_book)


def _show_books(listed):
    for book in listed["rulebooks"]:
        click.echo(f"{book['id']}: {book['title']} ({book['source']}); wheels {', '.join(book['wheels'])}")


def _show_book(described):
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
    out = console()
    out.print(table)
    for gap in described["gaps"]:
        out.print("- " + gap, markup=False)
