"""What the commands share: the common options, and the way to answer and to show progress.

A command prints its answer to standard output and nothing else; messages and progress go to standard error,
progress only to a terminal. A ToolError becomes one line and the exit status (see host_tools/cli.py).
"""

import json
import math
import os
import sys
from contextlib import contextmanager, suppress
from functools import wraps

import click

from host_tools.errors import ToolError


class Number(click.FloatRange):
    """A number on the command line, which nan and infinities are not: no comparison would refuse nan."""

    def convert(self, value, param, ctx):
        number = click.FLOAT.convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return super().convert(number, param, ctx)


PORT = "The board's port, such as /dev/ttyACM0, or id:ID; without it TABLECTL_PORT, else the one board found."
TABLE = "The table's id, in place of --port: the boards that are there are asked."


def options(port=None):
    """The options that commands share: --json, and where a command talks to a board --port and --table, which reach it
    as one argument `port`. port: PORT or another help of --port."""

    def add(function):
        function = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")(function)
        if port is None:
            return function
        click.option("--table", metavar="ID", help=TABLE)(function)
        click.option("--port", metavar="PORT", help=port)(function)

        @wraps(function)
        def call(*arguments, port, table, **others):
            if port == "" or table == "":
                raise click.UsageError("--port or --table is empty: name the board, or leave it out")
            if port and table:
                raise click.UsageError("--port and --table both name the board: state one")
            return function(*arguments, port=f"table:{table}" if table else port, **others)

        return call

    return add


def answer(data, as_json, show):
    """Print what a command found: as JSON, or by `show`, a function that prints it for people."""
    with output():
        if as_json:
            click.echo(json.dumps(data, ensure_ascii=False))
        else:
            show(data)


@contextmanager
def output(endless=False):
    """Within it standard output is written. A reader who has seen enough is no error: the command goes on to its own
    exit status, or ends with 0 where it is endless, for then it has nothing left to do. A full disk is an error."""
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        if endless:
            raise SystemExit(0) from None
    except OSError as error:
        drop_output()
        raise ToolError(f"standard output cannot be written: {error.strerror}; make room or write elsewhere") from None


def drop_output():
    """Send what is still to be written nowhere, so that the end of the program does not fail at it again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def tell(text):
    """A line on standard error, if anybody can read it."""
    with suppress(OSError):
        click.echo(text, err=True)


def console():
    """A rich console on standard output; a pipe has no width of its own and gets 140 columns."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self):  # rich itself would end the program with status 1
            raise BrokenPipeError

    terminal = sys.stdout is not None and sys.stdout.isatty()
    return Output(highlight=False, width=None if terminal else 140)


@contextmanager
def progress(text):
    """Show on standard error, if it is a terminal, what is being done: yields a function(text)."""
    from rich.console import Console

    errors = Console(stderr=True, highlight=False)
    if not errors.is_terminal:
        yield lambda text: None
        return
    with errors.status(text) as status:
        yield status.update
