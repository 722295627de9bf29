"""Each sensor line by itself: is it stuck, noisy, missing pulses, exchanged with its partner?

A line is judged by the others that must show the same: rotor_a by rotor_b and the reverse, the index by the marks,
one ball sensor by the other, any line that stays high by the rotor that goes on meanwhile. Dirt, and a hand over a
sensor for a second, are no faults. Pulses that do not come are scored: so many that dirt hardly does it are told, as
MISSES, and so many that dirt does not do it are a fault.
"""

from shared_core.sensor_lines import BALL_A, LINES, POCKET, ROTOR_A, ROTOR_B, ROTOR_INDEX

STUCK_HIGH = "stuck-high"
STUCK_LOW = "stuck-low"
NOISY = "noisy"
SWAPPED = "swapped"
MISSES = "misses pulses"
MISSING = "missing"

_STUCK_TURNS = 2  # rotor turns that a line must stay as it is while the rotor goes on
_INDEX_LATE = 4  # marks after which an index that is due has not come
_MOST_SCORE = 12  # points: two for a pulse that did not come; one that came takes one off
_TOLD = (3, 3, 6)  # points in each dirt that are told: two of three, in heavy dirt three running
_FAULT = (4, 6, 8)  # points that are a fault
_LEAST_SHARE_4 = 3  # quarters of the partner's marks that a line must show
_MARK_PARTS = 6  # a pulse shorter than this part of a pitch is no mark
_GAP_PARTS = 4  # and than this part of the gap before it
_SHORT_SHARE = 8  # one in so many of these is dirt
_OTHER_PARTS = 12  # the same at index and pocket
_MOST_SHORT = 6  # of these a rotor turn at index and pocket
_MOST_ODD = 4  # pulses a rotor turn at the index that do not fit the marks
_BURST = 5  # so many pulses at a ball sensor within this time are no ball
_BURST_US = 500_000
_GOOD_WINDOWS = 3  # windows in order after which a line is used again


class SensorHealth:
    """Judges the lines. `found` holds (line, kind, evidence) of each fault since it was last emptied.

    pockets: in the wheel. distrusted: for each line whether it must not be used now; changed: whether that or `found`
    has changed. burst_at: for each ball sensor when its last pulses began. The tracker writes rise_travel, the rotor's
    travel when each line went high last, and glitches.
    """

    def __init__(self, pockets):
        self._pockets = pockets
        self._window = pockets * 3 // 4
        lines = len(LINES)
        self.found = []
        self.changed = False
        self.glitches = 0
        self.distrusted = [False] * lines
        self._told = [0] * lines  # 1: it was told that it misses pulses, 2: that it has a fault
        self._good = [0] * lines
        self._bad = [0] * lines
        self._pulses = [0] * lines  # in this window
        self._short = [0] * lines
        self._long = [False] * lines
        self._marked_at = [0] * lines
        self._silent = [0] * lines  # marks of the partner since the last pulse of a mark line
        self.rise_travel = [0] * lines
        self.burst_at = [0] * lines
        self._burst = [0] * lines
        self._misses = [0] * lines  # points
        self._odd = 0
        self._index_travel = 0
        self._turn_from = 0

    # -- rotor marks ------------------------------------------------------------------------------------

    def mark(self, line, t, width, pitch, levels):
        """A pulse of rotor_a or rotor_b with its middle at t; width and pitch in us; levels: of all lines now."""
        gap = t - self._marked_at[line]
        self._marked_at[line] = t
        self._pulses[line] += 1
        self._silent[line] = 0
        partner = ROTOR_A + ROTOR_B - line
        if width * _MARK_PARTS < pitch and width * _GAP_PARTS < gap:
            self._short[line] += 1
        else:
            silent = self._silent[partner] + 1
            self._silent[partner] = silent
            if silent == _STUCK_TURNS * self._pockets - 4:
                kind = STUCK_HIGH if levels[partner] else STUCK_LOW
                self.fault(partner, kind, f"no change in {silent} marks of {LINES[line]}")
        if pitch and width > 2 * pitch:
            self._long[line] = True
        if self._pulses[line] >= self._window:
            self._judge_marks(levels)

    def _judge_marks(self, levels):
        for line in (ROTOR_A, ROTOR_B):
            partner = ROTOR_A + ROTOR_B - line
            pulses, others = self._pulses[line], self._pulses[partner]
            short = self._short[line]
            if short * _SHORT_SHARE > pulses:
                self._bad_window(line, NOISY, f"{short} of {pulses} pulses are too short for a mark")
            elif self._short[partner] * _SHORT_SHARE > others or self._long[line] or not pulses:
                pass  # nothing to judge it by: its partner's noise, a hand, or it may be stuck
            elif pulses * 4 < others * _LEAST_SHARE_4 and not self.faulty(partner):
                self._bad_window(line, MISSING, f"{pulses} marks where {LINES[partner]} shows {others}")
            else:
                self._good_window(line)
        for line in (ROTOR_A, ROTOR_B):
            self._pulses[line] = self._short[line] = 0
            self._long[line] = False

    def _bad_window(self, line, kind, evidence):
        self._good[line] = 0
        self._bad[line] += 1
        if self._bad[line] >= 2:
            self.fault(line, kind, evidence)

    def _good_window(self, line):
        self._bad[line] = 0
        if self.distrusted[line] and self._silent[line] < self._window:
            self._good[line] += 1
            if self._good[line] >= _GOOD_WINDOWS:
                self._trust(line)

    # -- index and pocket -------------------------------------------------------------------------------

    def fits(self, line, width, pitch):
        """Whether a pulse at index or pocket is as long as one may be; it is counted."""
        self._pulses[line] += 1
        if pitch == 0:
            return True
        if width * _OTHER_PARTS < pitch:
            self._short[line] += 1
            return False
        return width < pitch

    def index(self, fits, travel, dirt):
        """An index pulse came at this travel of the rotor; fits: whether the marks bear it out."""
        if fits:
            missed = (travel - self._index_travel + self._pockets // 2) // self._pockets - 1
            self.due(ROTOR_INDEX, max(missed, 0), True, dirt)
        else:
            self._odd += 1
        self._index_travel = travel

    def turned(self, travel, levels, dirt):
        """The rotor's travel is so many marks: called every few marks."""
        for line in (ROTOR_INDEX, POCKET, BALL_A, BALL_A + 1):
            if levels[line] and travel - self.rise_travel[line] >= _STUCK_TURNS * self._pockets:
                self.fault(line, STUCK_HIGH, f"high while the rotor made {_STUCK_TURNS} turns")
        missed = (travel - self._index_travel - _INDEX_LATE) // self._pockets
        if missed > 0 and not levels[ROTOR_INDEX]:
            self.due(ROTOR_INDEX, missed, False, dirt)
        if self._odd >= _MOST_ODD:
            self.fault(ROTOR_INDEX, NOISY, f"{self._odd} pulses that fit no turn of the rotor")
        for line in (ROTOR_INDEX, POCKET):
            if self._short[line] >= _MOST_SHORT:
                self.fault(line, NOISY, f"{self._short[line]} pulses in a rotor turn are too short")
        if travel - self._turn_from >= self._pockets:
            self._turn_from = travel
            self._next_turn(levels)

    def _next_turn(self, levels):
        for line in (ROTOR_INDEX, POCKET, BALL_A, BALL_A + 1):
            if self.distrusted[line] and not levels[line] and self._pulses[line] <= 3 and self._short[line] <= 1:
                self._good[line] += 1
                if self._good[line] >= _GOOD_WINDOWS:
                    self._trust(line)
            else:
                self._good[line] = 0
            self._pulses[line] = self._short[line] = 0
        self._odd = 0

    # -- pulses that do not come -------------------------------------------------------------------------

    def due(self, line, missed, came, dirt):
        """So many pulses running were due and did not come, up to now; came: whether one did now.

        dirt: 0 none, 1 light or 2 heavy; the dirtier the lines, the more must be missed.
        """
        score = min(self._misses[line] + 2 * missed, _MOST_SCORE)
        if came:
            self._misses[line] = max(score - 1, 0)
            if score <= 1 and not self.distrusted[line]:
                self._told[line] = 0
        if score < _TOLD[dirt]:
            return
        evidence = "pulses that were due did not come"
        if score >= _FAULT[dirt]:
            self.fault(line, MISSING, evidence)
        else:
            self.misses(line, evidence)

    def misses(self, line, evidence):
        """A line may be failing: that is told, and no more."""
        if not self._told[line]:
            self._told[line] = 1
            self.changed = True
            self.found.append((line, MISSES, evidence))

    # -- ball sensors -----------------------------------------------------------------------------------

    def ball(self, line, t):
        """A pulse of a ball sensor at t. False when there are too many for it to be a ball."""
        self._pulses[line] += 1
        if t - self.burst_at[line] > _BURST_US:
            self.burst_at[line] = t
            self._burst[line] = 0
        self._burst[line] += 1
        if self._burst[line] >= _BURST:
            self.fault(line, NOISY, f"{self._burst[line]} pulses in {_BURST_US // 1000} ms")
        return not self.distrusted[line]

    def _trust(self, line):
        """A line was in order for some windows: it is used again, its fault stays told."""
        self.distrusted[line] = False
        self.changed = True

    # -- faults -----------------------------------------------------------------------------------------

    def fault(self, line, kind, evidence):
        """A line has a fault: kind, one of those above, and what shows it."""
        self.changed = True
        if kind != MISSING or line in (ROTOR_A, ROTOR_B):
            self.distrusted[line] = True
        self._good[line] = 0
        if self._told[line] < 2:
            self._told[line] = 2
            self.found.append((line, kind, evidence))

    def faulty(self, line):
        """Whether a line has a fault that was neither cleared nor has passed."""
        return self._told[line] == 2

    def reliable(self, line):
        """Whether a line has no fault and has missed no pulse of late."""
        return not (self._told[line] or self._misses[line])

    def first_faulty(self):
        """The first line that has one, or None."""
        return self._told.index(2) if 2 in self._told else None

    def clear(self, line):
        """A line was mended: judge it anew."""
        self._told[line] = 0
        self.distrusted[line] = False
        self._misses[line] = self._silent[line] = self._bad[line] = 0

    def rebase(self, us):
        """Take us off every time."""
        self.burst_at = [at - us for at in self.burst_at]
        self._marked_at = [at - us for at in self._marked_at]
