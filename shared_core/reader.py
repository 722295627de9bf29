"""Stands between a spin tracker, which wants small ints for times, and the rest, whose times never end."""

TENTHS_A_US = 600000000  # tenths of a turn a minute, of a turn that takes a microsecond


class WheelReader:
    """Feeds a SpinTracker with times in microseconds since a base, and tells its events in microseconds since boot.

    The base moves on with rebase(); keep times under 2**30, where ints begin to cost memory on a board.
    """

    def __init__(self, tracker):
        self.base = 0
        self._tracker = tracker
        self._events = []
        self._cause = "dealer"

    def edge(self, t, line, level):
        """A sensor line (index in sensor_lines.LINES) changed to level at t."""
        self._tracker.edge(t, line, level)

    def time(self, t):
        """Time went on to t without an edge."""
        self._tracker.time(t)

    def rebase(self, us):
        """The base moves on by us: from now on all times are smaller by it."""
        self._collect()
        self._tracker.rebase(us)
        self.base += us

    def no_spin(self, t, cause="dealer"):
        """The dealer's "no spin", with the cause that he saw; returns whether there was a spin on the wheel to void."""
        self._tracker.time(t)
        voids = self._tracker.spinning() and self._tracker.verdict() is None
        self._cause = cause
        self._tracker.dealer_no_spin(t)
        self._collect()
        return voids

    def clear_fault(self, line):
        """The line of that name was mended: it is judged anew."""
        self._tracker.clear_fault(line)

    def rotor(self, t):
        """(rpm x 10, 0 clockwise or 1 counterclockwise) of the rotor at t; 0 while it stands or is not followed."""
        turn_us, direction = self._tracker.rotor(t)
        return (TENTHS_A_US // turn_us if turn_us else 0), (1 if direction < 0 else 0)

    def take(self):
        """The (t, event, measures) since the last call, oldest first; t in microseconds since boot."""
        self._collect()
        if not self._events:
            return ()
        events = self._events
        self._events = []
        return events

    def _collect(self):
        for event in self._tracker.take():
            if event[0] == "void" and event[2] == "dealer":
                event = (event[0], event[1], self._cause)
            told = event[0] not in ("ball", "pass", "over", "warning")
            self._events.append((event[1] + self.base, event, self._tracker.measures(self.base) if told else ()))
