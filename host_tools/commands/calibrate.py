"""`tablectl calibrate`: where the sensors sit, from a wheel that is turned by hand."""

import json

import click

from host_tools import calibrate as calibrating
from host_tools.commands import PORT, Number, answer, options, progress

DIRECTIONS = click.Choice(("clockwise", "counterclockwise"))


@click.command()
@click.option("--rotor", type=DIRECTIONS, default="counterclockwise", show_default=True, help="How you turn the rotor.")
@click.option("--ball", type=DIRECTIONS, default="clockwise", show_default=True, help="How you roll the ball.")
@click.option("--timeout", type=Number(1, 600), default=120.0, show_default=True, help="Seconds for all of it.")
@options(port=PORT)
def calibrate(rotor, ball, timeout, port, as_json):
    """Find where the sensors sit and whether they are wired right; the table must be closed.

    Put the ball into pocket 0 and turn the rotor steadily by hand, four times or more. Then take the ball out and
    roll it round the track, four times or more. Directions are as seen from above. Prints the offsets for table.json;
    status 1 where something is wrong.

    \b
    tablectl calibrate --port /dev/ttyACM0 --rotor counterclockwise --ball clockwise
    """
    with progress("asking the board") as show:
        found = calibrating.calibrate(port, rotor, ball, timeout, show)
    answer(found, as_json, _show)
    if found["errors"]:
        raise SystemExit(1)


def _show(found):
    for error in found["errors"]:
        click.echo(error)
    if not found["errors"]:
        click.echo('for table.json: "offsets": ' + json.dumps(found["offsets"]))
