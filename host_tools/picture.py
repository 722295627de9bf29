"""The state of a table as its events tell it, for a view of it."""

from collections import Counter, deque

NUMBERS = 300  # spins over which hot and cold are counted
SHOWN = 20  # of the last numbers
EVENTS = 8
QUIET = ("tick", "hello", "status", "journal", "spin", "void", "ball")  # told by other parts of the view


class Picture:
    """Fed with the events of monitor.follow().

    hello, status, journal: the answers; lost: why the board is not there now, or None; numbers: names, the latest
    first; spin: the latest spin's record; ball: the latest event of a ball on the track, or None when it left; sensors:
    {line: evidence} of lines that failed; last: [event] latest first.
    """

    def __init__(self):
        self.hello, self.status, self.journal = {}, {}, {}
        self.lost = None
        self.numbers = deque(maxlen=NUMBERS)
        self.spin = {}
        self.ball = None
        self.sensors = {}
        self.last = deque(maxlen=EVENTS)

    def feed(self, event):
        name = event["event"]
        if name == "lost":
            self.lost = event["message"]
        elif self.lost:
            self.lost = None
        if name in ("hello", "status", "journal"):
            before = self.status.get("faults", ())
            setattr(self, name, event)
            for line in before:
                if line not in self.status.get("faults", ()):
                    self.sensors.pop(line, None)  # it was cleared
        elif name == "spin":
            self.spin, self.ball = event, None
            if event.get("number") is not None:
                self.numbers.appendleft(event["number"])
        elif name == "ball":
            self.ball = event
        elif name == "fault" or (name == "warning" and event.get("warning") == "sensor"):
            self.sensors[event.get("line") or event.get("fault")] = event.get("evidence")
        elif name == "boot":
            self.sensors, self.ball = {}, None
        if name not in QUIET:
            self.last.appendleft(event)

    def hot_and_cold(self, wheel_names, count=4):
        """([(name, times)] of the most frequent numbers, the same of the least) over `numbers`."""
        times = Counter(self.numbers)
        order = sorted(wheel_names, key=lambda name: -times[name])
        return [(name, times[name]) for name in order[:count]], [
            (name, times[name]) for name in order[: -count - 1 : -1]
        ]


def sentence(event):
    """An event as a line to read."""
    rest = [
        f"{key.replace('_', ' ')} {_shown(value)}"
        for key, value in event.items()
        if key not in ("event", "n", "round") and value is not None
    ]
    return event["event"] + (": " + ", ".join(rest) if rest else "")


def _shown(value):
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
