"""`tablectl fingerprint`: one number for how a rulebook settles, to compare between a PC and a board."""

import click

from host_tools import fingerprint as fingerprints
from host_tools.commands import answer, options, progress
from host_tools.commands.options import rules_of, rules_options


@click.command()
@click.option("--rules", "book_id", required=True, metavar="ID", help="The rulebook.")
@rules_options
@click.option("--micropython", is_flag=True, help="Have the MicroPython of this PC compute it.")
@options(port="Have the board on this port, or id:ID, compute it; its table steps aside.")
def fingerprint(book_id, port, micropython, as_json, **stated):
    """Print the SHA-256 over every offered spot, pocket and settlement of a rulebook.

    \b
    tablectl fingerprint --rules new-zealand
    tablectl fingerprint --rules new-jersey --zero-rule half --micropython
    """
    if port and micropython:
        raise click.UsageError("--port and --micropython are two places to compute it: state one")
    rules = rules_of(book_id, limits=False, **stated)
    with progress("computing"):
        if port:
            value = fingerprints.by_board(port, book_id, stated)
        elif micropython:
            value = fingerprints.by_micropython(book_id, stated)
        else:
            value = fingerprints.here(rules)
    by = "board" if port else "micropython" if micropython else "cpython"
    told = {"rules": rules.id, "wheel": rules.wheel, "computed_by": by, "fingerprint": value}
    answer(told, as_json, lambda told: click.echo(value))
