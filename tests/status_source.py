"""An hour of a wheel's status line as a bad cable brings it, with the truth beside it; on both interpreters.

Time is in tenths of a second. What is said of it in tests/core/test_status_hour.py is measured against `Wheel`.
"""

from shared_core.status_line import END, line, number_text

TENTH_US = 100000
PERIOD = 5  # tenths from a line to the next
MOST_SILENT = 60
CAUSES = ("ball-removed", "same-direction", "dealer")
FLAGS = {"ball-removed": 1, "same-direction": 2, "sensor-fault": 4, "dealer": 8}
BEFORE, BETS, RIM, NO_MORE, NUMBER, CLOSED = range(1, 7)


class Random:
    """The same numbers on every interpreter."""

    def __init__(self, seed):
        self._state = seed

    def below(self, most):
        self._state = (self._state * 1103515245 + 12345) % 2147483648
        return (self._state >> 8) % most

    def one_in(self, chances):
        return self.below(chances) == 0


class Wheel:
    """A wheel that plays. outcomes: of each spin that was launched, a number or a void cause; None while it runs, and
    for one that a restart ended."""

    def __init__(self, random, spin):
        self.random = random
        self.outcomes = []
        self.state = BETS
        self.number = random.below(37)
        self.flags = 0
        self._spin = spin
        self._left = 50  # tenths of this state
        self._void = None

    def tick(self):
        """A tenth of a second went by; the bytes that it says by itself beside its line: the bare number."""
        self._left -= 1
        if self._left > 0:
            return b""
        if self.state == RIM and self._void is not None:
            self._go(BEFORE, 50)
            self.outcomes[-1] = self._void
            self.flags = FLAGS[self._void]
        elif self.state == NO_MORE:
            self._go(NUMBER, 60 + self.random.below(60))
            self.number = self.outcomes[-1] = self.random.below(37)
            return number_text(self.number).encode() + END
        elif self.state == BETS:
            self._go(RIM, 60 + self.random.below(100))
            self._void = CAUSES[self.random.below(3)] if self.random.one_in(6) else None
            self.outcomes.append(None)
        elif self.state == RIM:
            self._go(NO_MORE, 40 + self.random.below(60))
        else:
            self._next_game()
        return b""

    def restart(self):
        """Its power went: the spin that ran is lost, and it begins closed, at times counting from 1."""
        if self.state in (RIM, NO_MORE):
            self._spin += 1
        self.flags = 0
        if self.random.one_in(2):
            self._spin = 0
        self._go(CLOSED, 60)

    def line(self):
        return line((self.state, self._spin % 256 + 1, self.number, self.flags, 150 + self.random.below(9), 1))

    def spin_told(self):
        """The place in outcomes of the spin that its line is about now: the one on the wheel, or the last one."""
        return len(self.outcomes) - 1

    def _next_game(self):
        if self.state != CLOSED:
            self._spin += 1
        self.flags = 0
        self._go(BETS, 60 + self.random.below(150))

    def _go(self, state, tenths):
        self.state = state
        self._left = tenths


class Cable:
    """What reaches the reader. kind: what is wrong now, "good" or one of KINDS; wheels: the right one and another."""

    KINDS = ("repeats", "cuts", "garbage", "flips", "silent", "restart", "swapped")

    def __init__(self, random, wheels):
        self.random = random
        self.wheels = wheels
        self.kind = "good"
        self.connected = 0  # which of the wheels
        self.disturbed = True  # since the last bets were placed
        self._left = 600

    def tick(self, tenth):
        """The bytes that come in a tenth of a second."""
        self._left -= 1
        if self._left <= 0:
            self._change()
        said = b""
        for place, wheel in enumerate(self.wheels):
            bare = wheel.tick()
            if place == self.connected:
                said = bare + (wheel.line() if tenth % PERIOD == 0 else b"")
        if self.kind != "good":
            self.disturbed = True
        return self._spoilt(said)

    def answer(self):
        """The bytes that a request brings."""
        return self._spoilt(self.wheels[self.connected].line())

    def _change(self):
        random = self.random
        self.connected = 0
        if self.kind != "good":
            self.kind = "good"
            self._left = 100 + random.below(1200)
            return
        self.kind = self.KINDS[random.below(len(self.KINDS))]
        self._left = 30 + random.below(300)
        if self.kind == "silent":
            self._left = 5 + random.below(MOST_SILENT)
        elif self.kind == "restart":
            self.wheels[0].restart()
            self._left = 30
        elif self.kind == "swapped":
            self.connected = 1
            self._left = 20 + random.below(900)
        self.disturbed = True

    def _spoilt(self, said):
        random = self.random
        if self.kind in ("silent", "restart"):
            return b""
        if self.kind == "repeats":
            return said * (1 + random.below(4))
        if self.kind == "cuts" and said:
            at = random.below(len(said))
            return said[at:] if random.one_in(2) else said[:at]
        if self.kind == "garbage" and random.one_in(3):
            noise = bytes([(b"*X;0123456789\r\n \xff"[random.below(17)]) for _ in range(random.below(30))])
            return noise + said if random.one_in(2) else said + noise
        if self.kind == "flips" and said:
            at = random.below(len(said))
            return said[:at] + bytes((said[at] ^ 1 << random.below(8),)) + said[at + 1 :]
        return said
