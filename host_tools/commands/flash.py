"""`tablectl flash`: the firmware and the settings onto a board."""

import click

from host_tools import flash as flashing
from host_tools.backend import BACKENDS
from host_tools.commands import PORT, answer, options, progress, tell

DRY_RUN = "Only say what would be sent; compared with the board that --port, --table or TABLECTL_PORT names, if any."


@click.command()
@click.option("--settings", metavar="FILE", help="A table.json to send; without it the board keeps its own.")
@click.option("--dry-run", is_flag=True, help=DRY_RUN)
@click.option("--backend", type=click.Choice(list(BACKENDS)), default="mpremote", help="The program that copies.")
@options(port=PORT)
@click.pass_context
def flash(ctx, settings, dry_run, backend, port, as_json):
    """Put the firmware on a board, with its settings, and start the table.

    Only what differs is sent. A table in play is left alone (status 1).

    \b
    tablectl flash --settings table.json
    tablectl flash --dry-run
    """
    if dry_run:
        with progress("comparing with the board"):
            planned = flashing.plan(settings, port, backend)
        answer(planned, as_json, show_plan)
        return
    with progress("asking the table to step aside") as show_progress:
        done = flashing.flash(port, settings, backend, show_progress)
    answer(done, as_json, show_done)
    if refusals(done):
        tell(f"tablectl: the table stays closed: {'; '.join(refusals(done))}")
        if settings:
            ctx.exit(1)


def refusals(done):
    """Why the table on the board cannot use its settings, as sentences."""
    return done["hello"].get("settings", [])


def show_plan(planned):
    for file in planned["files"]:
        mark = {None: "", True: "send  ", False: "same  "}[file["send"]]
        click.echo(f"{mark}{file['sha256'][:12]} {file['size']:>7}  {file['path']}")
    for path in planned["remove"] or ():
        click.echo(f"remove  {path}")
    size = sum(file["size"] for file in planned["files"])
    click.echo(f"{len(planned['files'])} files, {size} bytes")
    if planned["port"] is None:
        tell("compared with no board: name one with --port, --table or TABLECTL_PORT to see what differs")


def show_done(done):
    sent = [file for file in done["files"] if file["send"]]
    size = sum(file["size"] for file in sent)
    click.echo(
        f"{done['port']}: {len(sent)} of {len(done['files'])} files sent ({size} bytes), "
        f"{len(done['remove'])} removed, all checked on the board"
    )
    hello = done["hello"]
    told = [
        f"{name} {hello[name]}" for name in ("firmware", "board", "table", "rules", "wheel", "phase") if name in hello
    ]
    click.echo("the table answers: " + ", ".join(told))
