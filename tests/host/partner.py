"""A stand-in for what sits at the other end of a serial port: a pseudo-terminal, a function that answers."""

import os
import threading
import tty


class Partner:
    """`answer` takes each line that the host sent, as text, and returns the text to send back.

    Used as a context manager; `port` is the path to open, `lines` what the host has sent.
    """

    def __init__(self, answer):
        self.answer = answer
        self.lines = []
        self._lock = threading.Lock()
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.unplug()

    def say(self, text):
        os.write(self._ours, text.encode())

    def unplug(self):
        with self._lock:
            handles, self._theirs, self._ours = (self._theirs, self._ours), -1, -1
        for handle in handles:
            if handle >= 0:
                os.close(handle)

    def _serve(self):
        pending = b""
        while True:
            try:
                pending += os.read(self._ours, 1024)
            except OSError:
                return
            while b"\n" in pending:
                line, _, pending = pending.partition(b"\n")
                self.lines.append(line.decode())
                text = self.answer(line.decode())
                try:
                    self.say(text or "")
                except OSError:  # unplugged meanwhile
                    return
