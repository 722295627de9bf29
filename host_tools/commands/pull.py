"""`tablectl pull`: the journal off a board."""

import click

from host_tools import pull as pulling
from host_tools.backend import BACKENDS
from host_tools.commands import answer, options, progress
from host_tools.commands.verify import show as show_proof


@click.command()
@click.option(
    "--to",
    metavar="DIR",
    required=True,
    help="Folder for the logs; each board has a folder of its own in it.",
)
@click.option("--backend", type=click.Choice(list(BACKENDS)), default="mpremote", help="The program that copies.")
@options(port=True)
@click.pass_context
def pull(ctx, to, backend, port, as_json):
    """Bring the journal off a board and prove it whole (status 4 if it is not).

    A table in play is left alone (status 1). What was pulled before is never overwritten by anything else.

    \b
    tablectl pull --to logs/
    """
    with progress("asking the table to step aside") as show_progress:
        pulled = pulling.pull(port, to, backend, show_progress)
    answer(pulled, as_json, show)
    if pulled["log"] and not pulled["log"]["whole"]:
        ctx.exit(4)


def show(pulled):
    for file in pulled["files"]:
        click.echo(f"{file['file']}: {file['bytes']} bytes, {file['new']} new")
    if pulled["log"]:
        show_proof({"logs": [pulled["log"]]})
    else:
        click.echo(f"the board on {pulled['port']} has no journal yet")
