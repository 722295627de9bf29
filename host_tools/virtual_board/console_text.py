"""What the board says on its console, as it is handed to the port.

Keeps track of the prompt: in the raw REPL a board comes back from a soft reset without a banner, and at the friendly
prompt a line ends with CR LF, which the unix port leaves to its terminal.
"""

_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_FRIENDLY = b'Type "help()" for more information.\r\n'
_PROMPT = b">>> "
_REMOTE = b"\x18"  # mpremote's file system over the console: no text, from then on


class ConsoleText:
    def __init__(self):
        self.raw = False
        self.start()

    def start(self):
        """A board starts; the mode of the prompt stays."""
        self.at_prompt = False
        self.hiding = False
        self._tail = b""
        self._hidden = b""
        self._remote = False
        self._last = b""

    def hide_until_prompt(self):
        """Hide the banner up to the friendly prompt: Ctrl-A follows it."""
        self.hiding = True
        self._hidden = b""

    def shown(self, data):
        """What the port gets of it."""
        if self.hiding:
            self._hidden += data
            _, found, data = self._hidden.partition(_PROMPT)
            if not found:
                return b""
            self.hiding = False
        self._track(data)
        if self.at_prompt and not self.raw and not self._remote:
            data = self._with_cr(data)
        return data

    def _track(self, data):
        text = self._tail + data
        raw, friendly = text.rfind(_RAW), text.rfind(_FRIENDLY)
        if raw >= 0 or friendly >= 0:
            self.raw = raw > friendly
            self._remote = False
            text = b""
        elif _REMOTE in data:
            self._remote = True
        self._tail = text[-len(_FRIENDLY) :]

    def _with_cr(self, data):
        split_pair = self._last == b"\r" and data.startswith(b"\n")
        self._last = data[-1:]
        cooked = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        return cooked[1:] if split_pair else cooked
