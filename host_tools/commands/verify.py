"""`tablectl verify`: prove journals whole."""

import click

from host_tools import verify as verifying
from host_tools.commands import answer, options, progress


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@options()
@click.pass_context
def verify(ctx, paths, as_json):
    """Prove journals whole, files or folders, or name the first bad record of each (status 4).

    \b
    tablectl verify logs/
    """
    with progress("verifying") as show_progress:
        proven = verifying.verify(paths, show_progress)
    answer(proven, as_json, show)
    if not proven["whole"]:
        ctx.exit(4)


def show(proven):
    for log in proven["logs"]:
        if log["whole"]:
            click.echo(f"{log['path']}: whole, {log['records']} records")
        else:
            click.echo(f"{first_bad(log)}; {log['records']} records before it are proven")


def first_bad(log):
    """What is wrong with a log that is not whole, in a sentence."""
    bad = log["first_bad"]
    return f"NOT WHOLE: {bad['file']}, line {bad['line']}, record {bad['seq']}: {bad['kind']}, {bad['message']}"
