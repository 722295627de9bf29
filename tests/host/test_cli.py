import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from host_tools import cli
from host_tools.errors import ToolError
from tests.command import tablectl


@pytest.fixture
def command(monkeypatch):
    """Run a command whose body is the given function; its result."""

    def run(body, *arguments):
        made = click.Command("made", callback=body, params=[click.Option(["--json"], is_flag=True)])
        monkeypatch.setattr(cli.Commands, "get_command", lambda self, ctx, name: made)
        return CliRunner().invoke(cli.main, ["made", *arguments])

    return run


def raising(error):
    def body(**_):
        raise error

    return body


@pytest.mark.parametrize("status", [1, 2, 3, 4])
def test_an_error_is_one_line_and_its_status(command, status):
    result = command(raising(ToolError("it is so: do this", status)))
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", "tablectl: it is so: do this\n")


def test_ctrl_c(command):
    result = command(raising(KeyboardInterrupt()))
    assert (result.exit_code, result.stdout) == (130, "")


def test_a_mistake_of_ours_is_not_hidden(command):
    assert isinstance(command(raising(ZeroDivisionError())).exception, ZeroDivisionError)


def test_a_wrong_call(command):
    result = command(lambda **_: None, "--nonsense")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--nonsense" in result.stderr


def test_a_command_that_is_not_there():
    done = tablectl("flsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert "flsh" in done.stderr


def test_where_no_virtual_board_can_be_that_is_said():
    program = (
        "import platform; platform.system = lambda: 'Darwin'; from host_tools.cli import main; main(['virtual-board'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tablectl: the virtual board needs Linux") and done.stderr.count("\n") == 1


def test_help_names_every_command():
    done = tablectl("--help")
    assert done.returncode == 0
    for name, told in cli.COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert told in done.stdout
    assert tablectl("--version").stdout.startswith("tablectl, version ")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(name):
    done = tablectl(name, "--help")
    assert done.returncode == 0, done.stderr
    assert f"tablectl {name}" in done.stdout.partition("Usage:")[2].partition("\n")[2]


def test_the_shell_completes_commands_and_options():
    assert "_TABLECTL_COMPLETE=bash_complete" in tablectl("completion", "bash").stdout
    assert tablectl("completion", "tcsh").returncode == 2
    asked = {"_TABLECTL_COMPLETE": "bash_complete"}
    words = tablectl(COMP_WORDS="tablectl mo", COMP_CWORD="1", **asked).stdout
    assert words.split() == ["plain,monitor"]
    words = tablectl(COMP_WORDS="tablectl flash --b", COMP_CWORD="2", **asked).stdout
    assert words.split() == ["plain,--backend"]
