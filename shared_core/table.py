"""The table: one state machine for the phases of a round (DESIGN, "The table").

Events go in with their time (microseconds since boot, an int), actions come out of take(), to be done in order and
before the next event goes in:

    ("record", pairs)           append to the journal and make durable before the next action is done
    ("event", pairs)            tell the host on the link
    ("show", picture, blink)    show on the display: a number's name, one of PICTURES, or "fault-" and one of
                                PICTURED_FAULTS

Three kinds of input: what the dealer and the seats ask for (methods named after the verbs of the link, which raise
Refused), the wheel (`wheel()`, with the events of the spin tracker) and time (`time()`).
"""

from shared_core import records
from shared_core import wheel as _wheel
from shared_core.bets import MOST_LATE, Bets
from shared_core.dealer_buttons import PRESS, DealerButtons
from shared_core.errors import Refused
from shared_core.outbox import Outbox
from shared_core.payout import Payout
from shared_core.settlement import settle
from shared_core.table_setup import LINES, STATUS_LINE
from shared_core.wager import OpenWagers, check_seat
from shared_core.wire import shown

CLOSED = "closed"
PLACE_BETS = "place-bets"
BALL_IN_RIM = "ball-in-rim"
NO_MORE_BETS = "no-more-bets"
WINNING_NUMBER = "winning-number"
NO_SPIN = "no-spin"
FAULT = "fault"
BY_HAND = "by-hand"
JOURNAL_FULL = "journal-full"  # the fault of a table that may not go on until a host has pulled its journal
JOURNAL_90 = "journal-90"  # the warning before it
NO_ROOM = "no room for another round: pull the journal, or delete other files from the flash"
PICTURES = (CLOSED, PLACE_BETS, BALL_IN_RIM, NO_MORE_BETS, NO_SPIN, FAULT, BY_HAND, JOURNAL_90)

# Faults of a line or a part, in the order of the codes that the display shows: Er01, Er02 ...
CODED_FAULTS = LINES + ("capture", "journal", "recovery", STATUS_LINE)
PICTURED_FAULTS = CODED_FAULTS + (JOURNAL_FULL,)

# Events of the wheel that close the bets: the ball left the track, or a wheel that reads itself says so.
CLOSE = {"drop": "drop", "no-more-bets": "wheel"}

# "No spin" stays up at least so long, since a spin may be over the moment it is void, and players have to see it.
NO_SPIN_US = 5000000


class Table:
    """One table. settings: Settings; round_number and spin_number: the last ones that the journal knows.

    inspected: whether the pit boss found the wheel good since the table closed; coasts: [uneven, friction] of its
    rotor at the last inspections.
    """

    def __init__(self, settings, round_number=0, spin_number=0):
        self.settings = settings
        self.rules = settings.rules
        self.wagers = OpenWagers(self.rules)
        self._out = Outbox(round_number)
        self.inspected = False
        self.coasts = []
        self._pit_boss = None
        self._buttons = DealerButtons(self, self._out)
        self.spin = spin_number
        self.faults = []
        self._payout = None
        self.last_number = None
        self._phase = CLOSED
        self._live = False  # a spin of this round is under way on the wheel
        self._numbered = False  # this spin has its number
        self._slow = False  # its ball is as slow as the setting has it for the call
        self.by_hand = False  # the number of this spin has to come from the dealer
        self._bets = Bets()
        self._binding = False  # a bets record of this round is written: a withdrawal needs a record, too
        self._void_at = None  # when the spin became void
        self._void_cause = None
        self._respin_at = None  # when "no spin" has been up long enough, once the ball is off the track
        self._full = False  # the journal has room for the round in play and no other
        self.show()

    @property
    def phase(self):
        """The phase that the table is in, in the words of DESIGN. A latched fault covers what lies under it."""
        return FAULT if self.faults else self._phase

    @property
    def under(self):
        """The phase under a latched fault, which is where the table goes on once it is cleared."""
        return self._phase

    @property
    def round(self):
        return self._out.round

    @round.setter
    def round(self, number):
        self._out.round = number

    @property
    def game_spin(self):
        """The number of the spin that is played for: the one on the wheel, or the next."""
        return self.spin if self._numbered else self.spin + 1

    @property
    def void_cause(self):
        """Why there is no spin, while the table says so; else None."""
        return self._void_cause if self._phase == NO_SPIN else None

    @property
    def live(self):
        """Whether the wheel has a spin of this round under way."""
        return self._live

    @property
    def awaits_number(self):
        """Whether a ball is live and the bets on it are sealed: then it is the number that everybody waits for."""
        return self._live and self._bets.sealed

    @property
    def pit_boss(self):
        """The PitBoss; it lasts while the table is closed."""
        from shared_core.pit_boss import PitBoss

        if self._phase != CLOSED:
            return PitBoss(self, self._out)
        if self._pit_boss is None:
            self._pit_boss = PitBoss(self, self._out)
        return self._pit_boss

    @property
    def must_inspect(self):
        """Whether the table may not open before an inspection."""
        return self.settings.inspection and not self.inspected

    def show_early_by(self, show):
        """A number that is won is shown by show(picture, blink) before the wagers are settled, where that returns
        whether it did so; else it is the first of the actions."""
        self._out.early = show

    def take(self):
        """The actions since the last call, as Outbox.take()."""
        return self._out.take()

    def in_play(self):
        """Whether stopping now would break a round: a ball is live, bets are open, or winners are unpaid."""
        return self._live or len(self.wagers) > 0 or self._phase in (BALL_IN_RIM, NO_MORE_BETS, WINNING_NUMBER)

    def deadline(self):
        """When time() has something to do next, or None."""
        times = [t for t in (self._bets.timer_at, self._bets.seal_at(), self._respin_at) if t is not None]
        return min(times) if times else None

    def status(self):
        """What a host wants to know, as pairs."""
        step = None if self._payout is None else self._payout.current
        return (
            ("phase", self.phase),
            ("under", self._phase),
            ("round", self.round),
            ("spin", self.spin),
            ("wagers", len(self.wagers)),
            ("last", None if self.last_number is None else _wheel.name(self.last_number)),
            ("by_hand", self.by_hand),
            ("faults", self.faults[:4]),
            ("step", None if step is None else self._payout.step),
            ("do", None if step is None else step[0]),
        )

    # Opening and closing

    def open(self, t):
        """Opens the table for the first round."""
        if self._phase != CLOSED or self.faults:
            at = ": ".join([self.phase] + self.faults)
            raise Refused("not-now", "only a closed table without faults can be opened; this one is at " + at)
        if self.must_inspect:
            raise Refused("not-inspected", "the wheel must be inspected first (inspect)")
        self._pit_boss = None
        self._next_round()
        self._out.record("open", t, records.opened(self.settings))
        self._place_bets_again(t)

    def close(self, t):
        """Closes the table between two rounds."""
        if self._phase not in (PLACE_BETS, NO_SPIN) or len(self.wagers):
            open_ones = "no wagers"
            if len(self.wagers):
                seats = ", ".join([str(seat) for seat in sorted(set(self.wagers.seats))])
                open_ones = str(len(self.wagers)) + " wagers of seats " + seats
            told = "a table closes between rounds, with no wagers open; this one is at "
            raise Refused("not-now", told + self.phase + " and has " + open_ones)
        self._close(t)

    def _close(self, t):
        self.inspected = False
        self._out.record("close", t)
        self._go(CLOSED)

    # Wagers

    def wager(self, t, seat, spot, stake):
        """Takes a wager that arrived at t, or raises Refused with one of DESIGN's codes."""
        try:
            self._check_open(t, seat, spot)
        except Refused as error:
            if error.code == "late":
                self._record_late(t, seat, spot, stake)
            raise
        self.wagers.add(seat, spot, stake)
        self._bets.came(t, seat, spot)

    def _record_late(self, t, seat, spot, stake):
        """A wager that came late may be disputed. Raises Refused for one that is none."""
        check_seat(seat)
        self.rules.spot(spot)
        if self._bets.late < MOST_LATE and type(stake) is int:
            self._bets.late += 1
            closed_at = self._bets.closed_at
            told = (("seat", seat), ("spot", spot), ("stake", stake), ("after_us", t - closed_at))
            self._out.record("late-wager", t, told)

    def withdraw(self, t, seat, spot):
        """Gives a seat's wagers on a spot back, as far as the rules let them be touched; returns the sum."""
        if self._phase == WINNING_NUMBER:
            return self._take_winnings(t, seat, spot)
        if self._phase != NO_SPIN:
            self._check_open(t, seat, spot)
        amount = self.wagers.withdraw(seat, spot)
        if not amount:
            raise Refused("bad-wager", "seat " + shown(seat) + " has no wager on " + shown(spot))
        if self._binding:
            self._out.record("withdrawn", t, (("seat", seat), ("spot", spot), ("amount", amount)))
        return amount

    def _check_open(self, t, seat, spot):
        if self._phase == WINNING_NUMBER and self.rules.touch:
            self._payout.check_touch(seat, self.rules.spot(spot))
        if self._phase in (CLOSED, NO_SPIN) or (self.faults and self._bets.open):
            raise Refused("closed", "no wagers are taken now: the table is at " + self.phase)
        self._bets.check_in_time(t)

    def _take_winnings(self, t, seat, spot):
        """A player's winning wager, taken off the layout before the round is over."""
        amount = self._payout.take(seat, self.rules.spot(spot))
        self._out.record("taken", t, (("seat", seat), ("spot", spot), ("amount", amount)))
        return amount

    # The dealer

    def no_more_bets(self, t, by="link"):
        """The dealer's call, by "button" or "link": closes the bets where the rulebook lets it, else warns."""
        only_in_track, clause = self.rules.closing
        if self._phase == BALL_IN_RIM or (self._phase == PLACE_BETS and not only_in_track):
            self._close_bets(t, by)
        elif self._phase == PLACE_BETS:
            self._bets.too_early(t)
            self._out.event("warning", (("warning", "too-early"), ("clause", clause)))
        else:
            raise Refused("not-now", "there are no bets to close: the table is at " + self.phase)

    def no_spin(self, t, cause="dealer"):
        """The dealer's "no spin" for a spin that the wheel does not follow (any more): it is void, the wagers stand."""
        self.check_cause(cause)
        if self._phase not in (BALL_IN_RIM, NO_MORE_BETS):
            raise Refused("not-now", "there is no spin to void: the table is at " + self.phase)
        self._void(t, cause, ())

    def check_cause(self, cause):
        """Raises Refused unless the rulebook has such a cause of a void spin."""
        causes = [row[0] for row in self.rules.voids]
        if cause not in causes:
            raise Refused("bad-request", "the cause must be one of " + ", ".join(causes) + ", not " + shown(cause))

    def number(self, t, name):
        """The number by the dealer's hand, for a spin that the wheel could not read."""
        if not self.by_hand:
            raise Refused("not-now", "the wheel tells the number; by hand only after undetermined or a sensor fault")
        try:
            number = _wheel.number_id(name)
        except ValueError:
            number = None
        if number is None or number not in _wheel.pockets(self.rules.wheel):
            raise Refused("bad-request", shown(name) + " is no number of a " + self.rules.wheel + " wheel")
        if number == self.rules.void_number:
            self._void(t, "zero-zero", (("manual", True),))
        else:
            self._win(t, number, (("manual", True),))

    def clear(self, t):
        """Clears the latched faults, or ends "no spin" so that bets are placed again."""
        faults = [fault for fault in self.faults if fault != JOURNAL_FULL]
        if faults:
            self._clear_faults(t, faults)
        elif self.faults:
            raise Refused("not-now", NO_ROOM + "; then the fault clears itself")
        elif self._phase == NO_SPIN:
            self._place_bets_again(t)
        else:
            raise Refused("not-now", "there is nothing to clear: the table is at " + self.phase)

    def _clear_faults(self, t, faults):
        self._out.record("fault-cleared", t, (("faults", faults),))
        self.faults = [fault for fault in self.faults if fault not in faults]
        self._out.event("phase", (("phase", self.phase),))
        self.show()

    def paid(self, t, step=None, seat=None):
        """Confirms the dealer's current step; with `seat` only that this seat is paid in a pay step."""
        if self._phase != WINNING_NUMBER or self.faults:
            raise Refused("not-now", "there is no step to confirm: the table is at " + self.phase)
        if not self._payout.confirm(step, seat):
            return
        if self._payout.current is None:
            self._end_round(t)
        else:
            self._event_step()

    def button(self, t, line, gesture=PRESS):
        """What the dealer did to "no_more_bets" or "no_spin" (dealer_buttons.py); a press at its first edge."""
        self._buttons.act(t, line, gesture)

    # Time

    def time(self, t):
        """Time went on to t: the bet timer, the sealing of closed bets, the end of "no spin"."""
        if self._respin_at is not None and t >= self._respin_at:
            self._respin_at = None
            if self._phase == NO_SPIN:
                self._place_bets_again(t)
        timer_at = self._bets.timer_at
        if timer_at is not None and t >= timer_at:
            self._bets.timer_at = None
            self._call_is_due(timer_at, "timer", "bet-timer")
        seal_at = self._bets.seal_at()
        if seal_at is not None and t >= seal_at:
            self._seal()

    def _call_is_due(self, t, by, warning):
        """By the timer or the ball's speed: closes the bets where the rulebook lets it, else reminds the dealer."""
        only_called, clause = self.rules.closing
        if self._bets.open and self._phase in (PLACE_BETS, BALL_IN_RIM):
            if only_called:
                self._out.event("warning", (("warning", warning), ("clause", clause)))
            else:
                self._close_bets(t, by)

    # The journal

    def room(self, t, level):
        """The journal's room for what no host has acknowledged became "enough", "low" (10 % left) or "full"."""
        self._full = level == "full"
        if level == "low":
            self._out.event("warning", (("warning", JOURNAL_90),))
            self._out.show(JOURNAL_90, True)
        elif self._full and self._phase in (CLOSED, NO_SPIN):
            self._stop_if_full(t)
        elif not self._full and JOURNAL_FULL in self.faults:
            self._clear_faults(t, [JOURNAL_FULL])

    def _stop_if_full(self, t):
        if self._full:
            self.fault(t, JOURNAL_FULL, NO_ROOM)

    # The wheel

    def wheel(self, t, event, measures=()):
        """An event of the spin tracker, its name first (see spin.py), at time t. measures: pairs for the record."""
        name = event[0]
        if name == "ball":
            self._ball(t)
        elif name == "fault":
            if event[4]:
                self.fault(t, event[2], event[3], measures)
            else:
                self._goes_on_without(t, event[2], event[3])
        elif name == "warning":
            self._out.event("warning", (("warning", event[2]),))
        elif name == "pass":
            self._ball_passed(t, *event[2:])
        elif name == "rotor":
            self.pit_boss.rotor_coasted(event[2])
        elif name == "place-bets":
            if self._phase == WINNING_NUMBER and not len(self.wagers):
                self._end_round(t)
        elif name == "over":
            self._live = False
            if self._phase == NO_SPIN:
                self._respin_at = max(t, self._void_at + NO_SPIN_US)
        elif not self._live:
            if name in ("void", "number", "undetermined"):
                told = _wheel.name(event[2]) if name == "number" else event[2]
                self._out.record(
                    "stray-spin", t, (("verdict", name), ("told", told), ("phase", self.phase)) + tuple(measures)
                )
        elif name in CLOSE:
            if self._phase == BALL_IN_RIM:
                self._close_bets(t, CLOSE[name])
        elif name == "void":
            self._void(t, event[2], measures)
        elif name == "number":
            self._win(t, event[2], measures)
        elif name == "undetermined":
            self._unread(t, name, measures, (("why", event[2]),))
        elif name == "interrupted":
            self._unread(t, name, measures)

    def _ball(self, t):
        if self._phase == NO_SPIN:
            self._place_bets_again(t)
        elif self._phase == WINNING_NUMBER and not len(self.wagers):
            self._end_round(t)
        if self.faults or self._phase not in (PLACE_BETS, NO_MORE_BETS) or self.by_hand:
            self._out.event("warning", (("warning", "spin-out-of-turn"),))
            return
        self._live = True
        self._number_spin()
        if self._phase == PLACE_BETS:
            self._go(BALL_IN_RIM)

    def _ball_passed(self, t, speed, place, direction):
        self._out.event("ball", (("speed_milli", speed), ("place_milli", place), ("direction", direction)))
        self._bets.ball_passed(t, speed, place, direction)
        call_speed = self.settings.call_speed
        if call_speed is not None and speed <= call_speed and self._phase == BALL_IN_RIM and not self._slow:
            self._slow = True
            self._call_is_due(t, "ball-speed", "ball-speed")

    def fault(self, t, line, evidence, measures=()):
        """Latches a fault: of a sensor line, or of another part of the board by its name."""
        if line in self.faults:
            return
        self.faults.append(line)
        self._out.record("fault", t, (("fault", line), ("evidence", evidence)))
        if self._live and self._phase in (BALL_IN_RIM, NO_MORE_BETS):
            self._unread(t, "sensor-fault", measures)
        self._out.event("fault", (("fault", line), ("evidence", evidence)))
        self._out.event("phase", (("phase", self.phase),))
        self.show()

    def _goes_on_without(self, t, line, evidence):
        """A line failed, but another proves the same thing: the spin goes on, and says so."""
        self._out.record("sensor-warning", t, (("line", line), ("evidence", evidence)))
        self._out.event("warning", (("warning", "sensor"), ("line", line), ("evidence", evidence)))

    def _unread(self, t, reason, measures, more=()):
        """The wheel cannot tell the number of this spin: the dealer enters it, or calls no spin. more: pairs that say
        more of the reason."""
        if self._bets.open:
            self._close_bets(t, reason)
        self._seal()
        self._live = False
        self.by_hand = True
        self._record_spin(t, False, None, reason, more + tuple(measures))
        self._out.event("by-hand", (("reason", reason),) + more)
        self.show()

    def _number_spin(self):
        """A spin has its number from the first that belongs to it: its ball, or the bets that close before."""
        if not self._numbered:
            self.spin += 1
            self._numbered = True

    # Closing the bets

    def _close_bets(self, t, by):
        self._bets.close(t, by)
        self._number_spin()
        self._go(NO_MORE_BETS)
        if by == "drop":
            self._out.event("warning", (("warning", "not-called"),))

    def _seal(self):
        """Writes the bets: from here on they are binding."""
        if self._bets.sealed or self._bets.open:
            return
        self._bets.sealed = True
        self._binding = True
        self._out.records(records.bets(self.round, self.spin, self.wagers, self._bets))

    # Verdicts

    def _void(self, t, cause, measures):
        self._seal()
        clause = self.rules.void_clause(cause)
        self._out.record("void", t, (("spin", self.spin), ("cause", cause), ("clause", clause)) + tuple(measures))
        self.by_hand = False
        self._void_at = t
        self._void_cause = cause
        if not self._live:
            self._respin_at = t + NO_SPIN_US
        self._live = False
        self._go(NO_SPIN, (("cause", cause), ("clause", clause)))
        self._stop_if_full(t)

    def _win(self, t, number, measures):
        if self._bets.open:
            self._close_bets(t, "drop")
        self._seal()
        name = _wheel.name(number)
        self._live = False
        self.by_hand = False
        self._out.show_early(name, True)
        self._out.event("number", (("number", name), ("colour", _wheel.colour(number))))
        self._record_spin(t, True, name, None, measures)
        self.last_number = number
        settled = settle(self.rules, self.wagers, number)
        self._payout = Payout(self.rules, self.wagers, settled)
        self._out.records(records.settlement(self.round, self.spin, self.wagers, settled))
        self._go(WINNING_NUMBER, (("number", name),))
        self._out.event("settlement", records.totals(self.wagers, settled))
        self._event_step()

    def _record_spin(self, t, valid, number, reason, measures):
        pairs = (("spin", self.spin), ("valid", valid), ("number", number), ("reason", reason)) + tuple(measures)
        self._out.record("spin", t, pairs)

    # Rounds

    def _next_round(self):
        self.round += 1
        self._clear_round()

    def _clear_round(self):
        self.wagers.clear()
        self._payout = None
        self._binding = False

    def _place_bets_again(self, t):
        timer = self.settings.bet_timer_us
        self._bets.open_again(None if timer is None else t + timer)
        self._numbered = False
        self._live = False
        self._slow = False
        self._respin_at = None
        self._go(PLACE_BETS)

    def _end_round(self, t):
        self._out.record("paid", t, (("spin", self.spin),))
        if self._full:
            self._clear_round()
            self._close(t)
            self._stop_if_full(t)
        else:
            self._next_round()
            self._place_bets_again(t)

    # What comes out

    def _go(self, phase, more=()):
        self._phase = phase
        self._out.event("phase", (("phase", self.phase),) + tuple(more))
        self.show()

    def show(self):
        """Shows where the game is."""
        if self._buttons.chosen() is not None:
            picture = self._buttons.chosen()
        elif self.faults:
            picture = FAULT + "-" + self.faults[0] if self.faults[0] in PICTURED_FAULTS else FAULT
        elif self._buttons.point() is not None:
            picture = self._buttons.point()
        elif self.by_hand:
            picture = BY_HAND
        elif self._phase in (PLACE_BETS, WINNING_NUMBER) and self.last_number is not None:
            picture = _wheel.name(self.last_number)
        else:
            picture = self._phase
        self._out.show(picture)

    def _event_step(self):
        for pairs in records.step(self.wagers, self._payout.settlement, self._payout.step):
            self._out.event("step", pairs)
