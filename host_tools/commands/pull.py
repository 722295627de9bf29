"""`tablectl pull`: the journal off a board."""

import json

import click

from host_tools import pull as pulling
from host_tools.backend import BACKENDS
from host_tools.commands import PORT, answer, options, output, progress, tell
from host_tools.story import clock, sentence


@click.command()
@click.option(
    "--to",
    metavar="DIR",
    required=True,
    help="Folder for the logs; each board has a folder of its own in it, and each log in that.",
)
@click.option("--follow", is_flag=True, help="Go on until Ctrl-C, and print each new record.")
@click.option("--files", is_flag=True, help="Copy the board's files, with the table stopped, not over its link.")
@click.option("--accept-log", metavar="LOG", help="Take this log as the one that follows the log pulled before.")
@click.option("--backend", type=click.Choice(list(BACKENDS)), default="mpremote", help="What copies with --files.")
@options(port=PORT)
@click.pass_context
def pull(ctx, to, follow, files, accept_log, backend, port, as_json):
    """Bring the journal off a board while its table plays, prove it, and tell the board what is safe here.

    Only new records are pulled. A board whose log was wiped, replaced or cut is named (status 4), and what was pulled
    before stays. A board whose program no longer starts has its files copied.

    \b
    tablectl pull --to logs/
    tablectl pull --to logs/ --follow
    """
    if follow and files:
        raise click.UsageError("--follow goes over the link: leave out --files")
    with progress("asking the table for its journal") as show_progress:
        if follow:
            pulling.follow(port, to, lambda records: _print(records, as_json), accept_log, show_progress)
        pulled = pulling.pull(port, to, backend, files, accept_log, show_progress)
    answer(pulled, as_json, show)
    if pulled["by"] == "files" and not files:
        tell("tablectl: no table is running on this board, so its files were copied; flash it anew")
    for first, last in pulled["new_gaps"]:
        told = "another host stored them, or they were overwritten"
        tell(f"tablectl: records {first} to {last} are gone from the board: {told}")
    if pulled["new_gaps"]:
        ctx.exit(1)


def show(pulled):
    if pulled["log"] is None:
        click.echo(f"the board on {pulled['port']} has no journal yet")
        return
    safe = "" if pulled["acknowledged"] is None else f", acknowledged up to {pulled['acknowledged']}"
    proof = "each proven to follow" if pulled["proven"] else f"not proven: key {pulled['key']} is not on this host"
    click.echo(
        f"{pulled['folder']}: {pulled['new']} new records, {pulled['bytes']} bytes, {proof}; the last is "
        f"{pulled['last']}{safe}"
    )


def _print(records, as_json):
    with output(endless=True):
        for record, odd in records:
            if record is None:
                tell(f"tablectl: a record came that is not shown: {odd}")
            elif as_json:
                click.echo(json.dumps(record, ensure_ascii=False))
            else:
                click.echo(f"{record['seq']:>9}  {clock(record):>12}  {sentence(record, odd)}")
