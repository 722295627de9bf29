"""`tablectl verify`: prove journals whole."""

import click

from host_tools import commands, keys
from host_tools import verify as verifying
from host_tools.commands import answer, options, progress
from host_tools.story import printable


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--part", is_flag=True, help="Do not ask for the records before the first that is there.")
@options()
@click.pass_context
def verify(ctx, paths, part, as_json):
    """Prove journals whole, files or folders, or name the first bad record of each (status 4).

    A log with a key is proven with it, if it is on this host; without it all but the chain is (status 1).

    \b
    tablectl verify logs/
    tablectl verify --part /media/usb/000017.log
    """
    with progress("verifying") as show_progress:
        proven = verifying.verify(paths, part, show_progress)
    answer(proven, as_json, show)
    end_if_not_whole(ctx, proven["whole"], proven["logs"])


def end_if_not_whole(ctx, whole, logs, tell=False):
    """End with the exit status of logs that are not all whole; with `tell` say on standard error what is wrong."""
    if tell:
        for log in logs:
            if log["whole"] is not True:
                commands.tell("tablectl: " + (first_bad(log) if log["first_bad"] else keyless(log)))
    if whole is not True:
        ctx.exit(1 if whole is None else 4)


def show(proven):
    for log in proven["logs"]:
        if log["first_bad"]:
            click.echo(f"{first_bad(log)}; {_count(log)} before it proven")
        elif log["whole"] is None:
            click.echo(keyless(log))
        else:
            click.echo(f"{log['path']}: whole, {_count(log)}{_without(log)}")


def first_bad(log):
    """What is wrong with a log that is not whole, in a sentence."""
    bad = log["first_bad"]
    where = f"{bad['file']}, line {bad['line']}, record {bad['seq']}"
    return f"NOT WHOLE: {where}: {bad['kind']}, {printable(bad['message'])}"


def keyless(log):
    """What is proven of a log whose key is not here, in a sentence."""
    return (
        f"NOT PROVEN: {log['path']}, {_count(log)}: every number and checksum is right, but whether a record was made "
        f"anew only key {printable(log['key'])} can tell, which is not in {keys.folder()}"
    )


def _count(log):
    return f"{log['records']} record{'' if log['records'] == 1 else 's'}"


def _without(log):
    """What is lawfully not there, for the sentence of a whole log."""
    told = f" from {log['first']} on" if log["first"] not in (1, None) else ""
    for first, last in log["gaps"]:
        told += f", without {first} to {last}, which were gone from the board"
    return told
