"""The clock of a program that talks to an emulated board: as much slower as the board is, see ../port.py."""

import os
import time
from functools import partial

_real, _slower = time.monotonic, float(os.environ["SLOWER"])
time.monotonic = partial(lambda: _real() / _slower)  # no function, which pyserial's class would take for a method
