"""The way in: `tablectl`, or `python -m host_tools`."""

import os
import sys


def main():
    """Run the command line. Ctrl-C ends it with status 130 also while it is still being imported."""
    try:
        _open_what_is_closed()
        from host_tools.cli import main as commands

        commands()
    except KeyboardInterrupt:
        sys.exit(130)


def _open_what_is_closed():
    """A closed standard stream leaves its number to the next file opened, which must not be a port or a log."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


if __name__ == "__main__":
    main()
