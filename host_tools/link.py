"""The host's end of the link: lines of JSON over the board's serial port."""

import errno
import json
import secrets
import time
from binascii import crc32
from collections import deque
from contextlib import suppress

import serial

from host_tools.claim import PortHeld, also_open, holder
from host_tools.errors import ToolError

PROMPT_STAYS = 3.0  # seconds after a reset from which on a prompt means that main.py is over
LONGEST = 1024  # bytes of a line, LF included
WINDOW = 65536  # bytes that no window of a journal exceeds
SILENCE = 1.0  # seconds in the middle of a window; a board's flash may hold it up for 0.4
OPENING = {
    errno.ENOENT: "there is no port {port}: plug the board in or name another with --port",
    errno.ENXIO: "there is no board on {port} any more: plug it in again",
    errno.EIO: "there is no board on {port} any more: plug it in again",
    errno.EACCES: "you may not open {port}: `tablectl doctor` prints the udev rule that lets you",
}
HELD = (errno.EAGAIN, errno.EBUSY)


class PortError(ToolError):
    """The port cannot be opened. errno: the system's word for it, 0 where it has none."""

    def __init__(self, port, error):
        told = OPENING.get(error.errno or 0, "{port} cannot be opened ({error})")
        super().__init__(told.format(port=port, error=error), 3)
        self.errno = error.errno or 0


class NoAnswer(ToolError):
    """The board did not answer a request. at_prompt: its prompt echoed it, so no table is running."""

    def __init__(self, message, at_prompt=False):
        super().__init__(message, 3)
        self.at_prompt = at_prompt


class Link:
    """One open link. Used as a context manager, so that the port is free again for others.

    `events` holds the events that came while an answer was awaited, oldest first.
    """

    def __init__(self, port):
        self.port = port
        self.events = deque()
        self._buffer = b""
        # The board keeps the answers to ids it has seen: start where hardly an earlier program has been.
        self._id = secrets.randbelow(2**29)
        try:
            self._serial = serial.Serial(port, 115200, timeout=0.05, write_timeout=5, exclusive=True)
        except OSError as error:
            if error.errno in HELD:
                raise PortHeld(port, holder(port)) from None
            raise PortError(port, error) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        # What a board has not taken yet would hold the close up, on Linux for half a minute. On a port that is
        # gone pyserial lets errors of the system's own through.
        with suppress(Exception):
            self._serial.reset_output_buffer()
        self._serial.close()

    def request(self, verb, timeout=2.0, attempts=2, **fields):
        """Send a request and return its answer, a dict with "ok" or "error". Raises NoAnswer, ToolError.

        timeout: seconds to wait for each attempt. A repeat carries the same id, so it is never done twice; it
        also gets through where half a line of another program stood before the first.
        """
        self._id += 1
        text = json.dumps({"id": self._id, "do": verb, **fields})
        if len(text.encode()) >= LONGEST:
            raise ToolError(f"the request {verb} is longer than a line of {LONGEST} bytes", 2)
        for _ in range(attempts):
            self._write(text.encode() + b"\n")
            answer = self._answer(text, time.monotonic() + timeout)
            if answer is not None:
                return answer
        told = f"the board on {self.port} did not answer {verb} within {timeout * attempts:g} s"
        raise NoAnswer(told + also_open(self.port))

    def window(self, first, timeout=2.0, attempts=4):
        """Ask for a window of the journal that begins with record `first`: (answer, its records as bytes).

        What does not arrive whole is asked for again, under another id, since a repeated id gets its first answer
        without the records. The bytes are b"" where the answer is an error. Raises NoAnswer, ToolError.
        """
        for _ in range(attempts):
            try:
                answer = self.request("pull", timeout, 1, **{"from": first})
            except NoAnswer as error:
                if error.at_prompt:
                    raise
                continue
            if answer.get("error") == "busy":  # with a window that never came through
                self._pass_over(timeout)
                continue
            if "error" in answer:
                return answer, b""
            data = self._bytes(min(answer.get("bytes", 0), WINDOW))
            if len(data) == answer.get("bytes") and f"{crc32(data):08x}" == answer.get("crc"):
                return answer, data
            self._pass_over(timeout)
        told = f"the board on {self.port} gives no whole records from {first} on"
        raise NoAnswer(f"{told}: check its cable and try again")

    def next_event(self, timeout):
        """The next event as a dict, or None when none came within `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while not self.events:
            line = self._line(deadline)
            if line is None:
                return None
            self._message(line)
        return self.events.popleft()

    def wait_for_prompt(self, timeout=2.0):
        """Wait until the MicroPython prompt shows that the program is over, or the time is up; whether it came."""
        deadline = time.monotonic() + timeout
        while b">>>" not in self._buffer and time.monotonic() < deadline:
            self._read()
        return b">>>" in self._buffer

    def is_at_prompt(self):
        """Whether the board is at its prompt after all: an mpremote that was cut short leaves it at the raw one, which
        says nothing. Ctrl-B ends that; to a table it is a line that is no JSON."""
        self._write(b"\r\x02\n")
        return self.wait_for_prompt(1.0)

    def _answer(self, text, deadline):
        while True:
            line = self._line(deadline)
            if line is None:
                return None
            message = self._message(line)
            if message.get("id") == self._id and ("ok" in message or "error" in message):
                return message
            if text.encode() in line:
                told = f"the board on {self.port} is at its MicroPython prompt: no table is running on it"
                raise NoAnswer(told, at_prompt=True)

    def _message(self, line):
        """A line as a dict; an event is put by. A line that is no JSON object is no message of ours: {}."""
        try:
            message = json.loads(line)
        except ValueError:
            return {}
        if not isinstance(message, dict):
            return {}
        if "event" in message:
            self.events.append(message)
        return message

    def _line(self, deadline):
        """The next line as bytes, or None when the time is up."""
        while b"\n" not in self._buffer:
            if time.monotonic() >= deadline:
                return None
            self._read()
            self._buffer = self._buffer if b"\n" in self._buffer else self._buffer[-LONGEST:]
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _bytes(self, size):
        """The next bytes, fewer when no more come."""
        came = time.monotonic()
        while len(self._buffer) < size and time.monotonic() < came + SILENCE:
            before = len(self._buffer)
            self._read()
            if len(self._buffer) > before:
                came = time.monotonic()
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        return data

    def _pass_over(self, timeout):
        """Drop what comes until nothing comes any more, or the time is up."""
        deadline = time.monotonic() + timeout
        quiet = 0
        while quiet < 3 and time.monotonic() < deadline:
            self._buffer = b""
            self._read()
            quiet = 0 if self._buffer else quiet + 1

    def _read(self):
        """Add what has come to the buffer; waits a little if there is nothing."""
        try:
            self._buffer += self._serial.read(self._serial.in_waiting or 1)
        except OSError:
            raise gone(self.port) from None

    def _write(self, data):
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            told = f"the board on {self.port} takes no bytes: reset it and try again"
            raise NoAnswer(told + also_open(self.port)) from None
        except OSError:
            raise gone(self.port) from None


def gone(port):
    """The error for a port that failed in the middle. To pyserial a program that reads along without a lock looks just
    as an unplugged board does."""
    other = holder(port)
    if other:
        return ToolError(f"{other} reads {port} at the same time: end it and try again", 3)
    return ToolError(f"the board on {port} went away: check its cable and try again", 3)


def wait_for_table(port, timeout=20.0, patient=False):
    """Wait until the table on `port` says hello after a reset; its answer. Raises ToolError, status 3.

    The port itself may vanish for a moment while the board starts. patient: a prompt may be one that passes, since a
    version that fails is taken back.
    """
    start = time.monotonic()
    why = f"the board on {port} did not answer"
    while time.monotonic() < start + timeout:
        try:
            with Link(port) as link:
                return link.request("hello", timeout=1.0, attempts=1)
        except ToolError as error:
            why = error.message
            if not patient and getattr(error, "at_prompt", False) and time.monotonic() > start + PROMPT_STAYS:
                why += "; `import main` at the prompt says why"
                break
        time.sleep(0.2)
    raise ToolError(f"the table did not come up after the reset: {why}", 3)
