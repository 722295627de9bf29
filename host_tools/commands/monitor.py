"""`tablectl monitor`: a table, live."""

import json
import sys

import click
from rich import box
from rich.console import Group
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from host_tools import monitor as monitoring
from host_tools.commands import PORT, console, options, output, progress
from host_tools.picture import SHOWN, Picture, sentence
from shared_core import wheel as wheels

COLOURS = {"red": "bold red", "black": "bold", "green": "bold green"}


@click.command()
@options(port=PORT)
def monitor(port, as_json):
    """Watch a table live, until Ctrl-C: phase, ball and wheel, last numbers, wagers, sensors, journal, events.

    Nothing is changed on the board. --json prints one event a line: the link's own, and hello, status, journal, spin,
    void and lost. Without a terminal each event is a line of text.

    \b
    tablectl monitor --table 7
    tablectl monitor --json | jq 'select(.event == "number")'
    """
    if as_json or sys.stdout is None or not sys.stdout.isatty():
        with progress("asking the table"):
            monitoring.follow(port, _print_json if as_json else _print)
        return
    picture = Picture()
    with Live(console=console(), auto_refresh=False, screen=True) as live:

        def changed(event):
            picture.feed(event)
            if event["event"] in ("tick", "lost"):
                live.update(view(picture), refresh=True)

        monitoring.follow(port, changed)


def _print_json(event):
    if event["event"] != "tick":
        with output(endless=True):
            click.echo(json.dumps(event, ensure_ascii=False))


def _print(event):
    if event["event"] != "tick":
        with output(endless=True):
            click.echo(sentence(event))


def view(picture):
    """A Picture as something that rich can print; every part says in words what it is, also without colour."""
    rows = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    for name, cell in (
        ("table", _table(picture)),
        ("phase", _phase(picture)),
        ("numbers", _numbers(picture)),
        ("hot, cold", _hot_and_cold(picture)),
        ("ball", _ball(picture)),
        ("last spin", _spin(picture)),
        ("sensors", _sensors(picture)),
        ("journal", _journal(picture)),
    ):
        rows.add_row(name, cell)
    events = Table(box=box.SIMPLE_HEAD)
    events.add_column("round", justify="right")
    events.add_column("events, the latest first")
    for event in picture.last:
        events.add_row(str(event.get("round", "")), Text(sentence(event)))
    return Group(rows, events)


def _table(picture):
    hello = picture.hello
    known = [f"{hello[key]}" for key in ("table", "rules", "wheel") if hello.get(key)]
    board = f"firmware {hello.get('firmware', '-')}, board {hello.get('board', '-')}"
    return Text(", ".join([*known, board]))


def _phase(picture):
    if picture.lost:
        return Text(f"NOT THERE: {picture.lost}", style="bold red")
    status = picture.status
    told = (
        f"{status.get('phase', '-').upper()}, round {status.get('round', '-')}, {status.get('wagers', 0)} open wagers"
    )
    if status.get("do"):
        told += f"; the dealer's step: {status['do']}"
    if status.get("by_hand"):
        told += "; the number is entered by hand"
    return Text(told, style="bold")


def _numbers(picture):
    text = Text()
    for name in list(picture.numbers)[:SHOWN]:
        colour = wheels.colour(wheels.number_id(name))
        text.append(f"{name}{colour[0]} ", style=COLOURS[colour])
    text.append("(r red, b black, g green)" if picture.numbers else "none yet", style="dim")
    return text


def _hot_and_cold(picture):
    wheel = picture.hello.get("wheel")
    if not wheel or not picture.numbers:
        return "-"
    names = [wheels.name(number) for number in wheels.pockets(wheel)]
    hot, cold = picture.hot_and_cold(names)
    told = [", ".join(f"{name} x{times}" for name, times in part) for part in (hot, cold)]
    return f"{told[0]}; {told[1]} (of {len(picture.numbers)} spins; no word on the next)"


def _ball(picture):
    if not picture.ball:
        return "not on the track"
    return f"on the track, {picture.ball['speed_milli'] / 1000:.2f} turns a second, {_way(picture.ball, 'direction')}"


def _spin(picture):
    spin = picture.spin
    if not spin:
        return "none yet"
    what = f"number {spin['number']}" if spin.get("number") is not None else f"unread, {spin.get('reason')}"
    turns = spin.get("ball_turns_milli")
    measures = "" if turns is None else f", ball {turns / 1000:.2f} turns {_way(spin, 'ball_direction')}"
    rotor = spin.get("rotor_speed_milli")
    speed = "" if rotor is None else f" at {rotor / 1000:.2f} turns a second"
    return escape(f"{what}{measures}, rotor {_way(spin, 'rotor_direction')}{speed}")


def _sensors(picture):
    faults = picture.status.get("faults") or []
    if not faults and not picture.sensors:
        return "no complaint"
    told = [f"{line}: {evidence}" for line, evidence in picture.sensors.items()]
    latched = [f"FAULT {name}" for name in faults]
    return Text("; ".join(latched + told), style="bold red" if faults else "yellow")


def _journal(picture):
    journal = picture.journal
    if not journal.get("log"):
        return "none"
    waiting = journal["seq"] - journal["acked"]
    return f"{journal['fill']} % full, {waiting} of {journal['seq']} records not stored by a host, log {journal['log']}"


def _way(fields, key):
    return fields.get(key) or "direction unknown"
