"""Says that a new version of the program is healthy, so that it stays. Until then the loader would take it back.

Healthy is a table that has turned its loop for a while, can write its journal, and has answered a host: what a host
cannot reach no host could mend.
"""

import os

MARKER = "/update-trial"  # TRIAL of root/loader.py
HEALTHY_US = 3000000  # since the start


class Trial:
    """on: whether this version is on trial."""

    def __init__(self, marker=MARKER):
        self._marker = marker
        try:
            os.stat(marker)
            self.on = True
        except OSError:
            self.on = False

    def answered(self, t, failed):
        """A request was answered at t, microseconds since the start; failed: why the journal cannot be written, or
        None. Whether the trial has ended by it."""
        if not self.on or failed or t < HEALTHY_US:
            return False
        os.remove(self._marker)
        self.on = False
        return True
