"""`tablectl send`: one request to a table, by hand."""

import json

import click

from host_tools import request
from host_tools.commands import PORT, answer, options
from shared_core.link import VERBS


@click.command()
@click.argument("verb", type=click.Choice(sorted(VERBS)), metavar="REQUEST")
@click.argument("fields", nargs=-1, metavar="[KEY=VALUE]...")
@options(port=PORT)
def send(verb, fields, port, as_json):
    """Send one REQUEST of the link to the table and print its answer, and the events that it causes.

    The table checks it; a request that it refuses is status 1. README, "The link", has every request and its fields.

    \b
    tablectl send open
    tablectl send inspect points=contrivance,level,rotation,parts,ball
    tablectl send wager seat=3 spot=split-17-20 stake=500
    tablectl send no-spin cause=foreign-object --table 7
    """
    said = request.send(verb, fields, port)
    answer(said, as_json, _show)
    if "error" in said:
        raise SystemExit(1)


def _show(said):
    if "error" in said:
        click.echo(f"refused, {said['error']}: {said['message']}")
    else:
        click.echo(_pairs(said, "ok", "events") or "done")
    for event in said["events"]:
        click.echo(f"  event {event['event']}: {_pairs(event, 'event', 'n')}")


def _pairs(message, *without):
    return ", ".join(f"{key} {_shown(value)}" for key, value in message.items() if key not in without)


def _shown(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
