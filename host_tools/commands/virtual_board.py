"""`tablectl virtual-board`: a board for users who have none, or no wheel yet."""

import signal

import click

from host_tools.commands import Number, output
from shared_core.wheel import WHEELS


@click.command()
@click.option(
    "--state",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Where the board keeps its flash; a new folder is a blank board. Without it nothing is kept.",
)
@click.option(
    "--spins",
    metavar="auto|TRACE",
    multiple=True,
    help="Spins to play into the sensor lines, one after another: a trace file, or auto for spins without end.",
)
@click.option(
    "--rate",
    metavar="R",
    type=Number(0.01, 1000),
    default=1.0,
    show_default=True,
    help="Run the clock R times as fast.",
)
@click.option(
    "--pause",
    metavar="SECONDS",
    type=Number(0, 86400),
    default=5.0,
    show_default=True,
    help="The table's time between two spins.",
)
@click.option("--seed", metavar="N", default="1", show_default=True, help="For --spins auto.")
@click.option("--wheel", type=click.Choice(WHEELS), default="single-zero", show_default=True, help="For --spins auto.")
def virtual_board(state, spins, rate, pause, seed, wheel):
    """A board without a board, behind a port of its own.

    Prints the port as its first line; mpremote, ampy and tablectl treat it as a board. Ctrl-C ends it. What happens
    goes to standard error and to events.jsonl in the state folder.

    \b
    Example:
      tablectl virtual-board --state table-1 --spins auto
      tablectl flash --port /dev/pts/5 --settings table.json
    """
    from host_tools.virtual_board import VirtualBoard
    from host_tools.virtual_board.spins import Spins, told

    signal.signal(signal.SIGTERM, _terminate)
    plan = Spins(spins, pause, seed, wheel)
    with VirtualBoard(state, rate=rate, on_event=lambda event: click.echo(told(event), err=True)) as board:
        with output():
            click.echo(board.port)
        plan.play(board)


def _terminate(*_):
    raise KeyboardInterrupt
