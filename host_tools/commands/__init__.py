"""What the commands share: the common options, and the way to answer and to show progress.

A command prints its answer to standard output and nothing else; messages and progress go to standard error,
progress only to a terminal. A ToolError becomes one line and the exit status (see host_tools/cli.py).
"""

import json
import sys
from contextlib import contextmanager

import click


def options(port=False):
    """The options that commands share: --json, and --port where a command talks to a board."""

    def add(function):
        function = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")(function)
        if port:
            text = "The board's port, such as /dev/ttyACM0; without it TABLECTL_PORT, else the one board found."
            function = click.option("--port", metavar="PORT", help=text)(function)
        return function

    return add


def answer(data, as_json, show):
    """Print what a command found: as JSON, or by `show`, a function that prints it for people."""
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        show(data)


def console():
    """A rich console on standard output; a pipe has no width of its own and gets 120 columns."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(highlight=False, width=None if terminal else 120)


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
