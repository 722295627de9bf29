"""What the host has MicroPython run; the argument is the file descriptor of the link, see board_process.py."""

import sys

import _vb_start

_vb_start.run(globals(), int(sys.argv[1]))
