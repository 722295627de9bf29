"""`tablectl completion`: the shell completes commands and options."""

import click
from click.shell_completion import get_completion_class

from host_tools.commands import output
from host_tools.errors import ToolError

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx, shell):
    """Print what makes a shell complete tablectl's commands and options.

    \b
    eval "$(tablectl completion bash)"                                      for this shell
    tablectl completion bash >> ~/.bashrc                                   for every one
    tablectl completion fish > ~/.config/fish/completions/tablectl.fish
    """
    made = get_completion_class(shell)
    if made is None:
        raise ToolError(f"there is no completion for {shell}: use one of {', '.join(SHELLS)}", 2)
    with output():
        click.echo(made(ctx.find_root().command, {}, "tablectl", "_TABLECTL_COMPLETE").source())
