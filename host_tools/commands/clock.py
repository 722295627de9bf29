"""`tablectl clock`: the board's time of day."""

from datetime import UTC, datetime

import click

from host_tools import clock as clocks
from host_tools.commands import PORT, answer, options


@click.command()
@options(port=PORT)
def clock(port, as_json):
    """Set the board's clock to this computer's; the journal keeps a record of it.

    A board has no clock of its own: without this its records tell the time since its start only.

    \b
    tablectl clock --table 7
    """
    answer(clocks.set_clock(port), as_json, _show)


def _show(done):
    told = "it was not set before" if done["before"] is None else f"it said {_time(done['before'])}"
    click.echo(f"{done['port']}: the clock is set to {_time(done['utc'])}; {told}")


def _time(seconds):
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
