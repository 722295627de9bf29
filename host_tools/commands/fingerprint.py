"""`tablectl fingerprint`: one number for how a rulebook settles, to compare between a PC and a board."""

import json

import click

from host_tools import fingerprint as fingerprints
from host_tools.commands.options import rules_of, rules_options


@click.command()
@click.option("--rules", "book_id", required=True, metavar="ID", help="The rulebook.")
@rules_options
@click.option("--port", metavar="PORT", help="Have the board on this port compute it.")
@click.option("--micropython", is_flag=True, help="Have the MicroPython of this PC compute it.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output and nothing else.")
def fingerprint(book_id, port, micropython, as_json, **options):
    """Print the SHA-256 over every offered spot, pocket and settlement of a rulebook.

    \b
    tablectl fingerprint --rules new-zealand
    tablectl fingerprint --rules new-jersey --zero-rule half --micropython
    """
    if port and micropython:
        raise click.UsageError("--port and --micropython are two places to compute it: state one")
    rules = rules_of(book_id, limits=False, **options)
    if port:
        value = fingerprints.by_board(port, book_id, options)
    elif micropython:
        value = fingerprints.by_micropython(book_id, options)
    else:
        value = fingerprints.here(rules)
    click.echo(json.dumps({"rules": rules.id, "wheel": rules.wheel, "fingerprint": value}) if as_json else value)
