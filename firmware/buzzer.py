"""A buzzer with its own oscillator on an output Pin, high when it sounds: short beeps, counted by what has happened."""

BEEP_MS = 80  # and as long a silence between two
BEEPS = {"no-more-bets": 1, "self-test": 1, "by-hand": 2, "no-spin": 3, "settings": 4, "journal-90": 2}
FAULT_BEEPS = 4
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board


class Buzzer:
    """Beeps when a picture comes, not while it stays."""

    def __init__(self, pin):
        self._pin = pin
        self._name = None
        self._changes = 0  # of the pin that are still to come
        self._since = None  # ms of the last change
        pin(0)

    def show(self, name, lit, earlier):
        """A picture comes, or blinks. True: a buzzer answers nothing."""
        if name != self._name:
            self._name = name
            self._pin(0)
            self._changes = 2 * (FAULT_BEEPS if name[:5] == "fault" else BEEPS.get(name, 0))
            self._since = None
        return True

    def tick(self, now_ms):
        """Call it often, with ticks_ms()."""
        if self._changes and (self._since is None or (now_ms - self._since) & TICKS_MASK >= BEEP_MS):
            self._since = now_ms
            self._pin(1 if self._changes % 2 == 0 else 0)
            self._changes -= 1
