"""`tablectl list`: the boards that are there."""

import click
from rich import box
from rich.table import Table
from rich.text import Text

from host_tools import boards
from host_tools.commands import answer, console, options, progress, tell

COLUMNS = ("port", "serial number", "board", "table", "firmware", "phase", "journal", "")


@click.command()
@options()
def list(as_json):
    """List the boards that are there, and who they are. Each is asked; what another program holds is left alone.

    Looks at every port with the USB id of a MicroPython board, or at those that TABLECTL_PORT names. What it shows
    serves as --port id:ID and --table ID.

    \b
    tablectl list
    TABLECTL_PORT=/dev/pts/3,/dev/pts/4 tablectl list
    """
    with progress("asking the boards"):
        found = boards.boards()
    answer({"boards": found}, as_json, show)


def show(found):
    if not found["boards"]:
        tell("no board is there: plug one in, or name the port of a bridge or a virtual board in TABLECTL_PORT")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for heading in COLUMNS:
        table.add_column(heading)
    for row in found["boards"]:
        journal = row["journal"]
        fill = f"{journal['fill']} %, {journal['seq'] - journal['acked']} records not stored" if journal else None
        cells = [row[key] for key in ("port", "serial_number", "board", "table", "firmware", "phase")]
        table.add_row(*(Text(str(cell or "-")) for cell in (*cells, fill)), Text(row["told"] or ""))
    console().print(table)
