"""The board's console: what is typed at the port goes in, what the board says comes out, and Ctrl-C does what it must.

What is typed while the board starts waits; a soft reset takes nothing away, as with the buffer of a USB port.
"""

import os

from host_tools.virtual_board.console_text import ConsoleText
from host_tools.virtual_board.port import Port

CTRL_A, CTRL_C = b"\x01", b"\x03"
ROOM = 1 << 16  # bytes typed that may wait
SAID = 1 << 16  # bytes that are kept of what the board said


class Console:
    """standard_input, write_end: the two ends of the pipe that the board's process reads."""

    def __init__(self):
        self.port = Port()
        self.text = ConsoleText()
        self.said = bytearray()
        self.standard_input, self.write_end = os.pipe()
        os.set_blocking(self.write_end, False)
        # A second way to the same bytes, to take them back without blocking; the board's own end must block.
        self._back = os.open(f"/proc/self/fd/{self.standard_input}", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._board = None
        self._typed = b""
        self._interrupt_held = False

    def close(self):
        for fd in (self.standard_input, self.write_end, self._back):
            os.close(fd)
        self.port.close()

    # -- the board's life ---------------------------------------------------------------------------------------

    def starts(self, board):
        self._board = board

    def ready(self):
        """The board's program may run now: a Ctrl-C that came before ends it, what was typed after that waits."""
        if self._interrupt_held:
            typed = self._take_back() + self._typed
            self._interrupt_held = False
            self.press_ctrl_c()
            self._typed += typed

    def prompt(self):
        """boot.py and main.py are over, the prompt comes; a board that was in the raw REPL comes back to it."""
        self.take_output()
        if self.text.raw:
            self.text.hide_until_prompt()
            os.write(self.write_end, CTRL_A + self._take_back())
        self.text.at_prompt = self._board.at_prompt = True

    def ended(self):
        self.take_output()
        waiting = self._take_back()
        late = self._board.ctrl_c.is_open() and not self._board.at_prompt
        if late or CTRL_C in waiting:  # it came too late for a program that was about to end
            self._interrupt_held = True
            waiting = waiting.rpartition(CTRL_C)[2]
        self._typed = waiting + self._typed
        self._board = None
        self.text.start()

    def forget(self):
        """After a hard reset: nothing that was typed is left, and the prompt is a friendly one."""
        self._take_back()
        self._typed = b""
        self._interrupt_held = False
        self.text.raw = False

    # -- in -----------------------------------------------------------------------------------------------------

    def has_room(self):
        return len(self._typed) < ROOM

    def is_stuck(self):
        """Whether something typed waits for the board to read on."""
        return bool(self._typed) and self._may_feed()

    def take_typed(self):
        pieces = self.port.read().split(CTRL_C)
        for place, piece in enumerate(pieces):
            if place:
                self.press_ctrl_c()
            self._typed += piece
        self.feed()

    def press_ctrl_c(self):
        """As on the board: a running program is interrupted and what it has not read is lost; else it is a byte."""
        board = self._board
        if board is None or not board.ready:
            self._typed = b""
            self._interrupt_held = True
            return
        self.feed()
        if board.ctrl_c.is_heard():
            self._take_back()
            self._typed = b""
            board.ctrl_c.press()
        else:
            self._typed += CTRL_C

    def feed(self):
        if not self._typed or not self._may_feed():
            return
        try:
            written = os.write(self.write_end, self._typed)
        except BlockingIOError:
            return
        self._typed = self._typed[written:]

    def _may_feed(self):
        """What follows a Ctrl-C is not for the program that it ends, and the raw REPL comes before what is for it."""
        board = self._board
        if board is None or not board.ready or board.ctrl_c.is_open():
            return False
        return board.at_prompt or not self.text.raw

    def _take_back(self):
        """The bytes that the board has not read yet, taken away from it."""
        taken = b""
        while True:
            try:
                got = os.read(self._back, 65536)
            except BlockingIOError:
                return taken
            taken += got

    # -- out ----------------------------------------------------------------------------------------------------

    def take_output(self):
        """Hand on all that the board has said so far; False at the end of it."""
        while output := self._board.read_output():
            self.say(self.text.shown(output))
        return output is not None

    def take_some_output(self):
        """The same, but no more than the port has room for."""
        output = self._board.read_output()
        if output:
            self.say(self.text.shown(output))
        return output is not None

    def say(self, data):
        self.said += data
        del self.said[:-SAID]
        self.port.write(data)
