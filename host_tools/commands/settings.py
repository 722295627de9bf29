"""`tablectl settings`: make, explain and compare a table.json."""

import json

import click
from rich import box
from rich.table import Table
from rich.text import Text

from host_tools import settings as table_settings
from host_tools.commands import PORT, answer, console, options, output, progress
from host_tools.commands.options import rules_options
from host_tools.rules import rulebook_ids
from host_tools.settings_schema import schema as settings_schema


@click.group()
def settings():
    """Make a table.json, explain one, or say what differs from the board's.

    \b
    tablectl settings new --id 7 --rules new-zealand > table.json
    tablectl settings explain table.json
    tablectl settings diff table.json --port /dev/ttyACM0
    """


@settings.command()
@click.option("--id", "table", required=True, metavar="ID", help="The table's id.")
@click.option("--rules", required=True, type=click.Choice(rulebook_ids()), help="The rulebook.")
@rules_options
@click.option("--min-turns", type=int, help="Revolutions of a valid spin, where the rulebook leaves them open.")
@click.option("--notice", "notices", multiple=True, metavar="WORD", help="A statement of the operator; several times.")
@click.option("--bet-timer", "bet_timer_s", type=int, metavar="S", help="Seconds from the opening of the bets.")
@click.option("--inspection", is_flag=True, help="The pit boss inspects before opening.")
def new(table, rules, wheel, notices, bet_timer_s, inspection, **stated):
    """Print a table.json, checked; what the rulebook needs and was not stated is named (status 2).

    \b
    tablectl settings new --id 7 --rules new-jersey --zero-rule half --notice zero-rule-notice > table.json
    """
    stated["allow"] = list(stated["allow"])
    made = table_settings.make(
        {
            "table": table,
            "rules": rules,
            "wheel": wheel,
            "options": stated,
            "notices": list(notices),
            "bet_timer_s": bet_timer_s,
            "inspection": inspection,
        }
    )
    with output():
        click.echo(json.dumps(made, indent=2))


@settings.command()
@click.argument("file", required=False)
@options()
def explain(file, as_json):
    """Explain every key, with what FILE has; what is wrong in it is named (status 1).

    \b
    tablectl settings explain
    tablectl settings explain table.json
    """
    found = table_settings.explain(file)
    answer(found, as_json, _show_keys)
    if found["errors"]:
        raise SystemExit(1)


@settings.command()
def schema():
    """Print the JSON Schema of a table.json, for an editor.

    \b
    tablectl settings schema > table.schema.json
    """
    with output():
        click.echo(json.dumps(settings_schema(), indent=2))


@settings.command()
@click.argument("file")
@options(port=PORT)
def diff(file, port, as_json):
    """Say what differs between FILE and the settings of a board (status 1).

    \b
    tablectl settings diff table.json --table 7
    """
    with progress("asking the board") as show:
        found = table_settings.compare(file, port, show)
    answer(found, as_json, _show_differences)
    if not found["same"]:
        raise SystemExit(1)


def _show_keys(found):
    headings = ("key", "default", found["path"], "what it is") if found["path"] else ("key", "default", "what it is")
    rows = [
        (row["key"], _shown(row["default"]), *([_shown(row["value"])] if found["path"] else []), row["told"])
        for row in found["keys"]
    ]
    _table(headings, rows)
    for error in found["errors"]:
        click.echo(error)


def _show_differences(found):
    if found["same"]:
        click.echo(f"{found['path']} and the board on {found['port']} say the same")
    else:
        rows = [(row["key"], _shown(row["file"]), _shown(row["board"])) for row in found["differs"]]
        _table(("key", found["path"], found["port"]), rows)


def _table(headings, rows):
    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(Text(heading))
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def _shown(value):
    return "-" if value is None else json.dumps(value)
