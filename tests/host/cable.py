"""A serial cable between two pseudo terminals, and one with a plug that can be pulled."""

import os
import select
import threading
import time
import tty

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


class Plug:
    """A port, `path`, in front of a board's. pull() takes it away as a cable does that is pulled: the device is gone
    for whoever has it open."""

    def __init__(self, board_path):
        self._board = os.open(board_path, os.O_RDWR | os.O_NOCTTY)
        self._hub, self._slot = os.openpty()
        tty.setraw(self._slot)
        for end in (self._board, self._hub):
            os.set_blocking(end, False)
        self.path = os.ttyname(self._slot)
        self._pulled = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def pull(self):
        if not self._pulled.is_set():
            self._pulled.set()
            self._thread.join()
            for end in (self._board, self._hub, self._slot):
                os.close(end)

    def _carry(self):
        others = {self._board: self._hub, self._hub: self._board}
        while not self._pulled.is_set():
            for end in select.select(list(others), [], [], 0.05)[0]:
                self._write(others[end], os.read(end, 4096))

    def _write(self, end, data):
        while data and not self._pulled.is_set():
            try:
                data = data[os.write(end, data) :]
            except BlockingIOError:
                time.sleep(0.002)
