"""Sends files to a board at its prompt, by a receiver that runs there (receiver.py): compressed, with several frames on
the way at once.

`mpremote fs cp` sends 256 bytes as Python text and waits for the prompt before the next.
"""

import time
import zlib
from importlib.resources import files

import serial

from host_tools.claim import PortHeld, holder
from host_tools.errors import ToolError
from host_tools.link import HELD, PortError, gone

FRAME = 4096  # bytes of a frame, LARGEST of receiver.py
PIECE = 2 * FRAME  # bytes of a file that are deflated together
WINDOW = 4  # frames on the way
PATIENCE = 10.0  # seconds for an answer; erasing flash takes a board 0.4
START = 8.0  # seconds for the prompt
SLICE, PAUSE = 256, 0.005  # how the receiver itself is sent: a prompt takes no more at once
PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
CALL = """
try:
    from deflate import DeflateIO
except ImportError:
    DeflateIO = None
receive(DeflateIO)
"""
READY = b"OKreceiver "


def send(port, here_and_there, progress):
    """Copy files, a list of (path here, path on the board), into folders that are there. Raises ToolError, status 3.

    The board is at its prompt before, and afterwards. What arrived is for the caller to prove.
    """
    try:
        stream = serial.Serial(port, 115200, timeout=0.1, write_timeout=PATIENCE, exclusive=True)
    except OSError as error:
        raise (PortHeld(port, holder(port)) if error.errno in HELD else PortError(port, error)) from None
    with stream:
        try:
            _Sender(port, stream).send(here_and_there, progress)
        except (OSError, serial.SerialException):
            raise gone(port) from None


class _Sender:
    def __init__(self, port, stream):
        self._port = port
        self._stream = stream
        self._waiting = 0  # frames that are not answered yet
        self._came = b""
        self._inflates = False

    def send(self, here_and_there, progress):
        self._enter()
        for here, there in here_and_there:
            progress(there)
            self._frame(b"O", there.encode())
            with open(here, "rb") as file:
                while piece := file.read(PIECE):
                    self._piece(piece)
            self._frame(b"C")
        self._frame(b"E")
        while self._waiting:
            self._answer()
        self._until(b"\x04>", PATIENCE)
        self._stream.write(b"\r\x02")  # to the prompt for people, where others expect the board

    def _enter(self):
        """Reach the raw prompt and start the receiver there."""
        deadline = time.monotonic() + START
        while PROMPT not in self._came:
            if time.monotonic() > deadline:
                raise ToolError(f"the board on {self._port} does not come to its prompt: reset it and try again", 3)
            self._stream.write(b"\r\x03\r\x01")
            self._read_for(1.0, PROMPT)
        self._came = b""
        code = files("host_tools").joinpath("receiver.py").read_bytes() + CALL.encode()
        for at in range(0, len(code), SLICE):
            self._stream.write(code[at : at + SLICE])
            time.sleep(PAUSE)
        self._stream.write(b"\x04")
        self._until(READY, PATIENCE)  # before it a slow board answers the later tries, too
        self._inflates = self._until(b"\n", PATIENCE).startswith(b"True")

    def _piece(self, data):
        deflated = _deflated(data) if self._inflates else data
        if len(deflated) < min(len(data), FRAME):
            self._frame(b"Z", deflated)
            return
        for at in range(0, len(data), FRAME):
            self._frame(b"D", data[at : at + FRAME])

    def _frame(self, kind, data=b""):
        while self._waiting >= WINDOW:
            self._answer()
        self._stream.write(kind + len(data).to_bytes(2, "big") + data)
        self._waiting += 1

    def _answer(self):
        if not self._came:
            self._came = self._read(PATIENCE)
        if self._came[:1] != b"+":
            raise self._failed()
        self._came = self._came[1:]
        self._waiting -= 1

    def _failed(self):
        """The error for what a board says in place of an answer: a traceback, whose last line tells."""
        self._read_for(PATIENCE, b"\x04>")
        lines = [line for line in self._came.replace(b"\x04", b"\n").split(b"\n") if line.strip(b"\r> ")]
        told = lines[-1].decode(errors="replace").strip() if lines else "no word"
        return ToolError(f"the board on {self._port} cannot take the files: {told}", 3)

    def _until(self, text, timeout):
        """What comes up to a text and with it."""
        self._read_for(timeout, text)
        if text not in self._came:
            raise self._failed()
        said, _, self._came = self._came.partition(text)
        return said + text

    def _read_for(self, timeout, text):
        deadline = time.monotonic() + timeout
        while text not in self._came and time.monotonic() < deadline:
            self._came += self._stream.read(self._stream.in_waiting or 1)

    def _read(self, timeout):
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if data := self._stream.read(self._stream.in_waiting or 1):
                return data
        raise ToolError(f"the board on {self._port} stopped answering while it took files: reset it and try again", 3)


def _deflated(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    return packer.compress(data) + packer.flush()
