"""The clock of a program that talks to an emulated board: as much slower as the board is, see ../port.py."""

import os
import time

_real, _slower = time.monotonic, float(os.environ["SLOWER"])
time.monotonic = lambda: _real() / _slower
