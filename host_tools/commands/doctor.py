"""`tablectl doctor`: what is wrong with a board, and what to do about it."""

import click
from rich.table import Table

from host_tools import doctor as doctors
from host_tools.commands import PORT, Number, answer, console, options, progress


@click.command()
@click.option("--seconds", type=Number(0.1, 60), default=5.0, show_default=True, help="How long to watch.")
@options(port=PORT)
def doctor(seconds, port, as_json):
    """Say what is wrong with a board, each with the next step, and watch its sensor lines while the table is closed.

    Port and permission, settings, versions, faults, journal, clock, sensors. Turn the wheel by hand meanwhile: each
    line's level, pulses and pulse widths are shown. Status 1 where a fault is found, 3 where no board answers.

    \b
    tablectl doctor --port /dev/ttyACM0
    """
    with progress("asking the board") as show:
        found = doctors.doctor(port, seconds, show)
    answer(found, as_json, _show)
    if any(finding["level"] == "fault" for finding in found["findings"]):
        raise SystemExit(1 if found["reached"] else 3)


def _show(found):
    out = console()
    if found["board"]:
        board = found["board"]
        out.print(f"{found['port']}: table {board.get('table', '-')}, firmware {board['firmware']}, {found['phase']}")
    if found["lines"]:
        table = Table()
        for heading in ("line", "level", "pulses", "a minute", "glitches", "shortest", "longest", "unchanged for"):
            table.add_column(heading, justify="left" if heading == "line" else "right")
        for line in found["lines"]:
            widths = [f"{line[key] / 1000:.1f} ms" for key in ("shortest_us", "longest_us")]
            counts = [str(line[key]) for key in ("level", "pulses", "per_minute", "glitches")]
            table.add_row(line["line"], *counts, *widths, f"{line['unchanged_us'] / 1e6:.1f} s")
        out.print(table)
    for finding in found["findings"]:
        out.print(f"{finding['level']}: {finding['what']}; {finding['next']}", markup=False)
    if not found["findings"]:
        out.print("nothing wrong was found")
