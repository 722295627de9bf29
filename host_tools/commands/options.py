"""The rulebook's options on the command line, the same on every command that takes them."""

import click

from host_tools.errors import ToolError
from shared_core.errors import RulesError
from shared_core.rulebook import Rules
from shared_core.wheel import WHEELS

_FLAGS = {
    "rules": "--rules",
    "wheel": "--wheel",
    "zero_rule": "--zero-rule",
    "allow": "--allow",
    "street_odds": "--street-odds",
    "chip": "--chip",
    "minimum": "--minimum",
    "maximum": "--maximum",
    "min_turns": "--min-turns",
}


def rules_options(command):
    """Adds --wheel to --maximum; the command receives them as keyword arguments of Rules()."""
    for option in reversed(
        (
            click.option("--wheel", type=click.Choice(WHEELS), help="The wheel; the rulebook's first unless stated."),
            click.option("--zero-rule", type=click.Choice(("half", "all")), help="What even money loses on a zero."),
            click.option(
                "--allow",
                multiple=True,
                type=click.Choice(("five-adjacent", "seven-numbers")),
                help="A wager that the operator offers; may stand several times.",
            ),
            click.option("--street-odds", type=int, help="Odds of a street, to 1, where the rulebook has none."),
            click.option("--chip", type=int, help="Value of one of the five chips of a five-adjacent wager."),
            click.option("--minimum", type=int, help="Least wager of a seat on a spot, in minor units."),
            click.option("--maximum", type=int, help="Most that a seat may have on a spot, in minor units."),
        )
    ):
        command = option(command)
    return command


def rules_of(book_id, **options):
    """Rules() from what stood on the command line; ToolError (status 2) names the option that is wrong or missing."""
    try:
        return Rules(book_id, **options)
    except RulesError as error:
        flag = _FLAGS[error.option]
        known = ""
        if error.option == "rules":
            from host_tools.rules import rulebook_ids

            known = "; there are " + ", ".join(rulebook_ids())
        raise ToolError(f"{flag}: {error.message}{known}", 2) from None
