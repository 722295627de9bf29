"""`tablectl provision`: a new log on a board."""

import click

from host_tools import provision as provisioning
from host_tools.backend import BACKENDS
from host_tools.commands import PORT, answer, options, progress


@click.command()
@click.option("--key", "with_key", is_flag=True, help="Make a key, so that nobody without it can chain records anew.")
@click.option("--discard", is_flag=True, help="End the log that is there though no host has stored all of it.")
@click.option("--backend", type=click.Choice(list(BACKENDS)), default="mpremote", help="The program that copies.")
@options(port=PORT)
def provision(with_key, discard, backend, port, as_json):
    """Begin a new log on a board, with an id that this host knows, and a key if wanted.

    Id and key are kept here in a file that only you can read; TABLECTL_KEYS names another folder for it. A log that
    was not pulled and acknowledged is not ended (status 1).

    \b
    tablectl provision --key
    """
    with progress("asking the table to step aside") as show_progress:
        done = provisioning.provision(port, with_key, discard, backend, show_progress)
    answer(done, as_json, show)


def show(done):
    key = f"with key {done['key']}" if done["key"] else "without a key"
    click.echo(f"board {done['board']} has log {done['log']}, {key}; keep {done['keys']} safe: it cannot be made again")
    if done["before"]:
        click.echo(f"log {done['before']} is ended")
