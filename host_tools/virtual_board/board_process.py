"""The board's process: MicroPython with the launcher of board/, and the wires to it."""

import fcntl
import json
import os
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

from host_tools.micropython import interpreter
from host_tools.virtual_board.ctrl_c import CtrlC

BOARD = Path(__file__).parent / "board"
# What the simulation itself takes of the heap, bytes on a 64-bit machine; tests/host/test_virtual_board.py measures it.
SIMULATION_HEAP = 95_000
# Bytes that the board may say ahead of its port. In a pipe of one page nothing has room until all is read: as slow a
# reader as the supervisor would hold a board up that a USB port does not.
OUTPUT = 16384
_F_SETPIPE_SZ = 1031


def _environment():
    """The host's, but for what would change how MicroPython starts."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MICROPY")}


class BoardProcess:
    """One run of the board, from a start to the next reset.

    link, output: what to read from; ready: its program may run; ctrl_c: what ends it.
    """

    def __init__(self, standard_input, flash, uarts, heap_kib, settings):
        """settings: what board/_vb_start.py takes, but for the wires, which are made here."""
        self.link, board_link = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.link.setblocking(False)
        board_link.setblocking(False)
        ticks, self._ticks = os.pipe()
        os.set_blocking(self._ticks, False)
        self.output, board_output = os.pipe()
        os.set_blocking(self.output, False)
        fcntl.fcntl(self.output, _F_SETPIPE_SZ, OUTPUT)
        self.ready = False
        self.at_prompt = False
        # Arguments of more than 255 bytes are too long for MicroPython: the settings go over the link.
        wires = {"ticks": ticks, "flash": flash, "uarts": uarts}
        heap = heap_kib * 2048 + SIMULATION_HEAP
        try:
            self._process = subprocess.Popen(
                [interpreter(), "-X", f"heapsize={heap}", "launcher.py", str(board_link.fileno())],
                stdin=standard_input,
                stdout=board_output,
                stderr=board_output,
                pass_fds=(board_link.fileno(), ticks, flash, *uarts),
                start_new_session=True,
                cwd=BOARD,
                env={**_environment(), "TZ": "UTC0"},
            )
        finally:
            board_link.close()
            os.close(ticks)
            os.close(board_output)
        self.ctrl_c = CtrlC(self._process.pid, self.send, self.tick)
        self.link.send(json.dumps({**settings, **wires}).encode())

    def send(self, message):
        """False when there is no room for it now."""
        try:
            self.link.send(message)
        except BlockingIOError:
            return False
        except OSError:  # it ends; the loop will see
            pass
        return True

    def last_messages(self):
        """Of a process that has ended, what it sent and nobody has taken yet."""
        while True:
            try:
                message = self.link.recv(1 << 16)
            except OSError:
                return
            if not message:
                return
            yield message

    def tick(self):
        """Let a busy program look for what is due."""
        with suppress(OSError):  # full: it has not looked yet; gone: the loop will see
            os.write(self._ticks, b".")

    def kill(self):
        self._process.kill()

    def wait(self):
        """Its exit status, once it has ended or was killed."""
        try:
            return self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def read_output(self):
        """What the board has said; b"" when there is nothing now, None at the end."""
        try:
            return os.read(self.output, 4096) or None
        except BlockingIOError:
            return b""

    def close(self):
        self.link.close()
        os.close(self.output)
        os.close(self._ticks)
