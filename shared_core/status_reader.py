"""Reads a wheel that reads itself, by the trade's status line: the same events for the table as from the spin tracker.

A serial line has no checksum. So nothing is believed that came only once: a status counts when two whole lines in a row
say the same, four where the line was noisy a while ago; a bare number line that bears a status out counts as one more.
Lines come every half second, and on request: `asks` is set when another one would help. Repeated lines act once.

    place bets, ball in rim, no more bets   ("place-bets", t), ("ball", t), ("no-more-bets", t)
    winning number                          ("number", t, number id), or ("undetermined", t, why) when it came without
                                            the states before it, or against them
    flags                                   ("void", t, cause), ("fault", t, "status-line", evidence, True)
    silence for two seconds, ball live      the same fault; so does a line that jumps: it is another wheel's

A spin is known by its number on the line and the winning number before it. What the line shows first after a start, a
jump or a verdict is where it stands, and no spin.
"""

from shared_core import status_line
from shared_core import wheel as wheels
from shared_core.status_line import BALL_IN_RIM, BEFORE_GAME, CLOSED, NO_MORE_BETS, PLACE_BETS, WINNING_NUMBER
from shared_core.table_setup import SENSOR_FAULT, STATUS_LINE

SILENT_US = 2000000
UNCONFIRMED_US = 1200000  # so long a status waits for another line that says the same
QUIET, NOISY = 2, 4  # lines that have to say the same
NOISE_US = 5000000  # so long a line counts as noisy after a line that is none, or one that no other bore out
LONGEST = 40  # bytes of a line
LF, CR, STAR = 10, 13, 42
LIVE = (BALL_IN_RIM, NO_MORE_BETS)  # states in which a ball is on the wheel
BETWEEN_GAMES = (BEFORE_GAME, PLACE_BETS, CLOSED)


class StatusReader:
    """wheel: one of wheel.WHEELS; flags: {condition: bit}, see output_settings.py.

    base: as WheelReader's: times that come in are microseconds since it, and are told since boot.
    """

    def __init__(self, wheel, flags):
        self.base = 0
        self.asks = False  # whether a request for a line would help; the caller clears it
        self.garbage = 0  # lines that were none
        self._pockets = wheels.pockets(wheel)
        self._void_number = wheels.void_number(wheel)
        self._flags = flags
        self._events = []
        self._text = bytearray()
        self._heard = None  # time of the last whole line
        self._status = None  # as it was last confirmed: (state, spin, number, flags)
        self._rotor = (0, 0)  # rpm x 10, counterclockwise
        self._next = None  # a status that is not believed yet, when it was first and last said, and how often
        self._next_at = self._said_at = 0
        self._said = 0
        self._noise_at = None  # time of the last noise
        self._bare = None  # (time, number) of the last bare number line
        self._live = False  # the spin of the status is on the wheel, and undecided
        self._in_rim = False  # its states as they were seen
        self._closed = False
        self._followed = False  # the line had no gap since bets were placed
        self._decided = None  # the spin that has its verdict, or is not ours to judge
        self._fresh = False  # the line has been between games since
        self._on_track = False  # its ball may still be: "over" is to come
        self._fault_told = False

    # What comes in

    def feed(self, t, data):
        """Bytes of the line that came up to t."""
        for byte in data:
            if byte == STAR:
                self._text = bytearray()  # whatever was before it was cut short
            if byte in (LF, CR):
                if self._text:
                    self._line(t, bytes(self._text))
                self._text = bytearray()
            elif len(self._text) <= LONGEST:
                self._text.append(byte)

    def time(self, t):
        """Time went on to t."""
        if self._next is not None and t - self._said_at > UNCONFIRMED_US:
            self._next = None
            self._noise_at = t
        if self._heard is None or t - self._heard < SILENT_US:
            return
        self._heard = None
        self._followed = False
        if self._live:
            self._fault(t, "the line is silent for 2 s while a ball is live")

    @property
    def pending(self):
        """The time of what may yet turn out to be "no more bets", or None: what came after it has to wait."""
        if self._next is not None and self._next[0] == NO_MORE_BETS and not self._closed:
            return self._next_at
        return None

    def rebase(self, us):
        """The base moves on by us: from now on all times are smaller by it."""
        self.base += us
        self._next_at -= us
        self._said_at -= us
        if self._heard is not None:
            self._heard -= us
        if self._noise_at is not None:
            self._noise_at = max(self._noise_at - us, -NOISE_US)
        if self._bare is not None:
            self._bare = (self._bare[0] - us, self._bare[1])

    def no_spin(self, t, cause="dealer"):
        """The dealer's "no spin", with the cause that he saw; returns whether there was a spin on the wheel to void."""
        if not self._live:
            return False
        self._void(t, cause)
        return True

    def clear_fault(self, line):
        """The line was mended: a fault that it still tells is a new one."""
        self._fault_told = False

    def rotor(self, t):
        """(rpm x 10, 0 clockwise or 1 counterclockwise) as the line says."""
        return self._rotor

    def take(self):
        """The (t, event, measures) since the last call, oldest first; t in microseconds since boot."""
        events = self._events
        self._events = []
        return events

    # From lines to statuses

    def _line(self, t, text):
        number = status_line.parse_number(text)
        status = status_line.parse(text)
        if number is not None:
            self._number_line(t, number)
        elif status is not None:
            self._status_line(t, status)
        elif text != status_line.REQUEST:
            self.garbage += 1
            self._noise_at = t

    def _number_line(self, t, number):
        self._heard = t
        self._bare = (t, number)
        if self._next is not None and self._next[0] == WINNING_NUMBER and self._next[2] == number:
            self._say_again(t)

    def _status_line(self, t, status):
        self._heard = t
        self._rotor = status[4:]
        status = status[:4]
        if status == self._next:
            self._say_again(t)
            return
        if self._next is not None:
            self._noise_at = t  # nothing bore out what came before
            self._next = None
        if status == self._status:
            self._followed = self._followed or status[0] == PLACE_BETS
            self._tell_flag(t, status)
            return
        self._next = status
        self._next_at = t
        self._said = 1 if status[0] == WINNING_NUMBER and self._bare_says(t) == status[2] else 0
        self._say_again(t)

    def _say_again(self, t):
        """One line more bears the next status out."""
        self._said += 1
        self._said_at = t
        noisy = self._noise_at is not None and t - self._noise_at < NOISE_US
        if self._said >= (NOISY if noisy else QUIET):
            self._confirmed(t)
        else:
            self.asks = True

    def _bare_says(self, t):
        """The number of a bare number line that has just come, or None."""
        return self._bare[1] if self._bare is not None and t - self._bare[0] < SILENT_US else None

    def _confirmed(self, t):
        status, self._next = self._next, None
        before, self._status = self._status, status
        self._went(t, before, status)
        self._tell_flag(t, status)

    # From statuses to events

    def _went(self, t, before, status):
        """The line went from one status, None at the start, to another."""
        state, spin = status[:2]
        had_verdict = self._on_track
        if had_verdict and (state not in LIVE or spin != before[1]):
            self._on_track = False
            self._tell(("over", t))
        if before is not None and not self._goes_on(before, status):
            self._jumped(t, before, status)
        elif not self._live and self._shows_spin(before, status, had_verdict):
            self._begins(t, state)
        elif not self._live and before is not None and not had_verdict and self._passed_unseen(before, status):
            self._unseen(t, before, status)
        if self._live:
            self._goes_through(t, before, status)
        elif before is None and state == WINNING_NUMBER:
            self._decided = spin
        self._fresh = self._fresh or state in BETWEEN_GAMES
        if state == PLACE_BETS:
            self._followed = True
            if before is None or before[0] != PLACE_BETS:
                self._tell(("place-bets", t))

    def _goes_through(self, t, before, status):
        """The live spin came to a status: its flags, its end, or its bets closed."""
        state = status[0]
        cause = self._new_cause(before, status)
        if cause is not None:
            self._void(t, cause, state in LIVE)
        elif state not in LIVE:
            self._ends(t, before, status)
        elif state == NO_MORE_BETS and not self._closed:
            self._closed = True
            self._tell(("no-more-bets", self._next_at))

    def _shows_spin(self, before, status, had_verdict):
        """Whether there is a ball on the wheel, or was: one that was void too soon for its states to be seen."""
        another = status[1] != self._decided
        if status[0] in LIVE:
            return another or self._fresh
        if before is None or had_verdict or not (another or before[0] == PLACE_BETS):
            return False
        return self._new_cause(before, status) is not None

    def _passed_unseen(self, before, status):
        """Whether a spin was played between two statuses that follow each other while no ball was seen."""
        state, spin, number = status[:3]
        if state == WINNING_NUMBER:
            return spin != self._decided or (self._fresh and number != before[2])
        return number != before[2] or (before[0] == PLACE_BETS and spin != before[1])

    def _goes_on(self, before, status):
        """Whether a status can be the same wheel's a while later: its spin is the same or the next, and the winning
        number changes by a spin alone."""
        state, spin, number = status[:3]
        if spin not in (before[1], before[1] % status_line.SPINS + 1):
            return False
        if self._live and (spin != before[1] and state in LIVE + (WINNING_NUMBER,)):
            return False
        if number == before[2]:
            return True
        if before[0] == WINNING_NUMBER and spin == before[1]:
            return False  # it told another number of this spin
        return state == WINNING_NUMBER or (state not in LIVE and spin != before[1])

    def _jumped(self, t, before, status):
        """It may be another wheel: its spin is not ours, and a dealer has to look."""
        told = ["spin " + str(one[1]) + ", number " + _name(one[2]) for one in (before, status)]
        self._fault(t, "the line jumped from " + told[0] + " to " + told[1] + ": another wheel, or one started anew")
        self._decided = status[1]
        self._fresh = self._followed = False

    def _begins(self, t, state):
        """A ball is on the wheel."""
        self._live = True
        self._in_rim = state == BALL_IN_RIM
        self._closed = self._fresh = False
        self._tell(("ball", self._next_at if state == NO_MORE_BETS else t))

    def _ends(self, t, before, status):
        """The live spin is over, with or without a number."""
        number = status[2]
        self._live = False
        self._decided = before[1]
        bare = self._bare_says(t)
        if status[0] != WINNING_NUMBER:
            self._undetermined(t, "the line tells no number of this spin")
        elif not (self._in_rim or self._followed) or not self._closed:
            self._undetermined(t, "the number came without the states before it")
        elif number is None or number not in self._pockets:
            self._undetermined(t, "the line tells " + _name(number) + ", which this wheel has not")
        elif bare is not None and bare != number:
            self._undetermined(t, "the line tells " + _name(number) + " and " + _name(bare))
        elif number == self._void_number:
            self._tell(("void", t, "zero-zero"))
        else:
            self._tell(("number", t, number))
        self._tell(("over", t))

    def _unseen(self, t, before, status):
        """A spin was played of which the line showed nothing but the number."""
        self._decided = status[1]
        self._fresh = False
        self._tell(("ball", t))
        self._undetermined(t, "a spin came without its states; the line tells " + _name(status[2]))
        self._tell(("over", t))

    def _new_cause(self, before, status):
        """The cause of a void spin that the lowest flag tells which was not there before, or None."""
        flags = status[3] & ~(before[3] if before is not None else 0)
        told = [
            (self._flags[condition], condition)
            for condition in self._flags
            if condition != SENSOR_FAULT and flags & self._flags[condition]
        ]
        return min(told)[1] if told else None

    def _void(self, t, cause, on_track=True):
        self._live = False
        self._decided = self._status[1]
        self._tell(("void", t, cause))
        self._on_track = on_track
        if not on_track:
            self._tell(("over", t))

    def _undetermined(self, t, why):
        self._tell(("undetermined", t, why))

    def _tell_flag(self, t, status):
        told = bool(status[3] & self._flags.get(SENSOR_FAULT, 0))
        if told and not self._fault_told:
            self._fault(t, "the wheel tells a fault of its own")
        self._fault_told = told

    def _fault(self, t, evidence):
        self._tell(("fault", t, STATUS_LINE, evidence, True))
        if self._live:
            self._live = False
            self._decided = self._status[1]
            self._on_track = True

    def _tell(self, event):
        rpm, counterclockwise = self._rotor
        measures = ()
        if event[0] not in ("ball", "over", "place-bets", "no-more-bets"):
            measures = (
                ("wheel_spin", None if self._status is None else self._status[1]),
                ("rotor_rpm_tenths", rpm),
                ("rotor_direction", "counterclockwise" if counterclockwise else "clockwise"),
            )
        event = (event[0], event[1] + self.base) + event[2:]
        self._events.append((event[1], event, measures))


def _name(number):
    return "no number" if number is None else wheels.name(number)
