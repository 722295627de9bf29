"""What the host has MicroPython run; the argument is the file descriptor of the link, see board_process.py."""

import sys

sys.path[0] = ""  # the host's current folder is this one, and its path need not show in every traceback
import _vb_start  # noqa: E402

_vb_start.run(globals(), int(sys.argv[1]))
