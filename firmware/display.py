"""What the table shows, steady or blinking, on all its displays, lamps and the buzzer at once.

An output is any object with show(name, lit, earlier): the name of a picture (pictures.py); whether it is lit now,
which changes while it blinks; the names of the numbers that were shown before it, newest first. It returns whether the
device surely shows it; False, or an OSError, and it is shown again a second later: a device that does not answer stops
nothing. One that does something in time by itself has tick(ms), too.
"""

BLINK_MS = 250  # lit, then dark for as long
RETRY_MS = 1000  # a device that did not answer is tried again
TEST_MS = 1500
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board
EARLIER = 4  # numbers that are kept


class Display:
    """Shows one picture at a time, at first the self-test. present: whether all outputs answered when last written."""

    def __init__(self, outputs):
        self._outputs = outputs
        self._pending = [True] * len(outputs)  # those that did not answer
        self._ticking = [output for output in outputs if hasattr(output, "tick")]
        self._name = None
        self._blink = False
        self._lit = True
        self._since = None  # ms at which the picture was last turned on, off or sent again; None until the next tick
        self._test_since = None
        self._numbers = []  # the names of the last ones, newest first
        self._testing = False
        self.self_test()

    @property
    def present(self):
        return not any(self._pending)

    def self_test(self):
        """Lights all there is for TEST_MS; what is to be shown meanwhile comes up after it, a fault at once."""
        self._testing = True
        self._test_since = None
        self._write()

    def show(self, name, blink=False):
        """Shows a picture at once, lit first when it blinks. Raises ValueError for a name that is none."""
        if name == self._name and blink == self._blink:
            return
        if name[:1].isdigit():
            self._number(name, blink)
        self._name = name
        self._blink = blink
        self._lit = True
        self._since = None
        if name[:5] == "fault":
            self._testing = False
        if not self._testing:
            self._write()

    def tick(self, now_ms):
        """Blinks, and tries again where a device did not answer. Call it often, with ticks_ms()."""
        for output in self._ticking:
            output.tick(now_ms)
        if self._testing:
            self._test(now_ms)
            return
        if self._since is None:
            self._since = now_ms
        elapsed = (now_ms - self._since) & TICKS_MASK
        if self._blink and elapsed >= BLINK_MS:
            self._lit = not self._lit
            self._since = now_ms
            self._write()
        elif any(self._pending) and elapsed >= RETRY_MS:
            self._since = now_ms
            self._write(only_pending=True)

    def _number(self, name, blink):
        """A number that blinks has just been won; one that only stands there is the last one."""
        newest = self._numbers[0] if self._numbers else None
        if (blink and not (name == self._name == newest and self._blink)) or newest is None:
            self._numbers.insert(0, name)
            del self._numbers[EARLIER:]
        elif name != newest:
            self._numbers[0] = name

    def _test(self, now_ms):
        if self._test_since is None:
            self._test_since = now_ms
        if (now_ms - self._test_since) & TICKS_MASK >= TEST_MS:
            self._testing = False
            self._since = now_ms
            self._write()

    def _write(self, only_pending=False):
        name, lit = ("self-test", True) if self._testing else (self._name, self._lit)
        if name is None:
            return
        earlier = self._numbers[1:] if self._numbers and name == self._numbers[0] else self._numbers
        for place, output in enumerate(self._outputs):
            if only_pending and not self._pending[place]:
                continue
            try:
                self._pending[place] = not output.show(name, lit, earlier)
            except OSError:
                self._pending[place] = True
