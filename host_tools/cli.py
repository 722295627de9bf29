"""The command `tablectl`. It only collects: each command lives in a file of its own in commands/."""

import sys
from contextlib import suppress
from importlib import import_module

import click

from host_tools.commands import drop_output, output, tell
from host_tools.errors import ToolError

# Each is the click command of its name in host_tools/commands/<name>.py, imported when it is used, so that
# --help is quick. In names of Python - is _.
COMMANDS = {
    "rules": "What a rulebook offers and pays, clause by clause.",
    "settle": "Settle wagers for a winning number.",
    "fingerprint": "One hash over all that a rulebook pays.",
    "replay": "The verdict on recorded sensor traces.",
    "simulate": "Make sensor traces of spins.",
    "virtual-board": "A board without a board, behind a port of its own.",
    "list": "The boards that are there, and who they are.",
    "settings": "Make a table.json, explain it, compare it with a board's.",
    "flash": "Put the firmware and the settings on the board.",
    "provision": "Begin a new log on the board, with a key if wanted.",
    "pull": "Bring the journal off the board.",
    "verify": "Prove a journal whole, or name its first bad record.",
    "log": "Show the rounds in a journal.",
    "monitor": "A table, live.",
    "send": "One request to a table, by hand.",
    "doctor": "What is wrong with a board, and what to do about it.",
    "clock": "Set the board's time of day.",
    "calibrate": "Where the sensors sit, from a wheel turned by hand.",
    "completion": "Have your shell complete commands and options.",
}


class Commands(click.Group):
    def list_commands(self, ctx):
        return list(COMMANDS)

    def get_command(self, ctx, cmd_name):
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        return getattr(import_module("host_tools.commands." + name), name)

    def format_commands(self, ctx, formatter):
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *arguments, **extra):
        """Run a command; ends with its status in every case. The first error is the one to tell."""
        try:
            status = super().main(*arguments, **{**extra, "standalone_mode": False})
        except ToolError as error:
            tell(f"tablectl: {error.message}")
            status = error.status
        except click.ClickException as error:
            with suppress(OSError):
                error.show()
            status = error.exit_code
        except OSError as error:  # of a file or a disk where no command has foreseen it
            drop_output()
            tell(f"tablectl: {error}")
            status = 1
        except (click.Abort, KeyboardInterrupt):
            status = 130
        sys.exit(status)

    def make_context(self, *arguments, **extra):
        with output(endless=True):  # of --help and --version
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx):
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click itself would make it status 1
            drop_output()
            return ctx.exit(0)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="roulette-table-controller", prog_name="tablectl")
def main():
    """Flash, watch, settle and audit a roulette table controller.

    \b
    tablectl flash --settings table.json    a board becomes a table
    tablectl pull --to logs/                its journal comes off
    tablectl verify logs/                   and is proven whole

    \b
    Exit status: 0 done, 1 something was refused or differs, 2 the call is wrong, 3 the board cannot be
    reached or stopped answering, 4 a log is proven not whole, 130 Ctrl-C.
    """
