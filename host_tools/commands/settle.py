"""`tablectl settle`: what each wager is paid for a number."""

import sys
from pathlib import Path

import click
from rich.table import Table

from host_tools.commands import answer, console, options, tell
from host_tools.commands.options import rules_of, rules_options
from host_tools.errors import ToolError
from host_tools.settle import settle_text
from shared_core import wheel


@click.command()
@click.option("--rules", "book_id", required=True, metavar="ID", help="The rulebook.")
@rules_options
@click.option("--result", required=True, metavar="NUMBER", help='The number that came up, "0" to "36" or "00".')
@click.argument("file", default="-")
@options()
def settle(book_id, result, file, as_json, **stated):
    """Settle wagers from FILE or standard input: a JSON array, or one object a line.

    \b
    echo '{"seat": 1, "spot": "straight-17", "stake": 500}' |
        tablectl settle --rules new-jersey --zero-rule half --result 17
    """
    table_rules = rules_of(book_id, **stated)
    try:
        number = wheel.number_id(result)
    except ValueError:
        number = None
    if number is None or number not in wheel.pockets(table_rules.wheel):
        highest = '"0", "00"' if wheel.has_double_zero(table_rules.wheel) else '"0"'
        raise click.UsageError(f'--result: a {table_rules.wheel} wheel has {highest} and "1" to "36", not {result!r}')
    settled = settle_text(table_rules, number, _text(file))
    answer(settled, as_json, _show)
    if settled["refused"]:
        raise SystemExit(1)


def _text(path):
    """The bytes of a file of wagers, or of standard input."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        told = f"{path} cannot be read ({error.strerror})"
        raise ToolError(f"{told}: name a file of wagers, or leave it out for standard input", 2) from None


def _show(settled):
    out = console()
    void = ", no spin" if settled["void"] else ""
    table = Table(title=f"{settled['result']} {settled['colour']}{void}")
    for heading in ("", "seat", "spot", "stake", "outcome", "paid", "returned"):
        table.add_column(heading, justify="left" if heading in ("spot", "outcome") else "right")
    for place, row in enumerate(settled["wagers"]):
        table.add_row(str(place), *(str(value) for value in row.values()))
    table.add_section()
    table.add_row("", "", f"collected {settled['collected']}", "", "", str(settled["paid"]), str(settled["returned"]))
    out.print(table)
    for step in settled["steps"]:
        what = " ".join(str(value) for key, value in step.items() if key != "wagers")
        wagers = ", ".join(str(place) for place in step.get("wagers", ()))
        out.print(what + (f": wagers {wagers}" if wagers else ""), markup=False)
    for refusal in settled["refused"]:
        tell(f"line {refusal['line']} refused, {refusal['error']}: {refusal['message']}")
