"""A Ctrl-C in the midst of what changes a board: the user is told what state the board is in."""

from contextlib import contextmanager

from host_tools.errors import ToolError

INTERRUPTED = 130


@contextmanager
def told(state):
    """Within it a Ctrl-C becomes a ToolError (status 130) that says how the board is left: `state`, a sentence, until
    the function that is yielded gets another."""
    now = state

    def say(other):
        nonlocal now
        now = other

    try:
        yield say
    except KeyboardInterrupt:
        raise ToolError(f"interrupted: {now}", INTERRUPTED) from None
