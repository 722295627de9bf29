"""A serial cable between two pseudo terminals."""

import threading
import time

import serial


class Cable:
    """Carries what either end says to the other, until the `with` is over."""

    def __init__(self, *paths):
        self._ends = [serial.Serial(path, timeout=0) for path in paths]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.unplug()
        for end in self._ends:
            end.close()

    def unplug(self):
        self._over.set()
        self._thread.join()

    def _carry(self):
        first, second = self._ends
        while not self._over.is_set():
            there, back = first.read(4096), second.read(4096)
            if there:
                second.write(there)
            if back:
                first.write(back)
            if not there and not back:
                time.sleep(0.002)
