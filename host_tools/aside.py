"""Asks a running table to step aside, so that its board can be reached, and starts it again afterwards."""

from contextlib import contextmanager, suppress

from host_tools import clock
from host_tools.backend import open_backend
from host_tools.claim import also_open
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer, wait_for_table


def step_aside(port):
    """Ask the table on `port` for maintenance; its answer, or None where no table is running.

    Raises ToolError: status 1 when the table is in play, 3 when the port cannot be used or its board is silent.
    """
    with Link(port) as link:
        try:
            answer = link.request("maintenance", timeout=1.5)
        except NoAnswer as error:
            if error.at_prompt or link.is_at_prompt():
                return None
            told = f"the board on {port} runs a program that does not answer"
            step = f"reset it, or stop its program (`mpremote connect {port} repl`, then Ctrl-C), and try again"
            raise ToolError(f"{told}: {step}{also_open(port)}", 3) from None
        if "error" in answer:
            told = answer.get("message", answer["error"])
            raise ToolError(f"the table on {port} is left alone: {told}", 1)
        link.wait_for_prompt()
        return answer


@contextmanager
def board_aside(port, backend="mpremote"):
    """The backend for the board on `port`, its table stopped; the board restarts at the end in any case.

    Call table_again() afterwards.
    """
    reached = open_backend(backend, port)
    try:
        step_aside(port)
        reached.stop()
        yield reached
        reached.reset()
    except BaseException:
        with suppress(ToolError):  # the first error is the one to tell
            if not _table_runs(port):
                reached.reset()
        raise


def table_again(port, files=("/main.py",)):
    """Wait for the table after board_aside(), if the board's files have one, and set its clock, which it has lost."""
    if "/main.py" in files:
        wait_for_table(port)
        with Link(port) as link, suppress(ToolError):  # a table that cannot write its journal does not take it
            clock.set_by(link)


def _table_runs(port):
    """Whether a table answers: one that was left alone, or that an early Ctrl-C never reached, plays on."""
    try:
        with Link(port) as link:
            return bool(link.request("hello", timeout=1.0, attempts=1))
    except NoAnswer:
        return False
