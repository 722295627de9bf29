"""The pockets that were read as holding something, and what consecutive rotor turns agree on.

A number needs two consecutive rotor turns that read the same pocket with no other between, three if another pocket
was read within the last three turns (DESIGN, "The sensors"). A turn counts when it is over, up to where the pocket is
due again: until then another thing may still come by. Where pulses are known to be missed, the one between may have
been missed: then it takes three reads, of which a turn may be missing between two. Two pockets that are read turn
about are two things.
"""

_MOST_APART = 3  # turns between two reads that belong together
_MOST_MISSED = 6  # turns between two reads of a ball that was there all the time


class PocketReads:
    """What the pocket sensor read: the place that was read last, and the place that was read before that.

    pockets: in the wheel. pocket: the newest place; agreed: consecutive turns that read it with no other between;
    held: the same with a turn missing here and there; first_at: time of the first of them; span: turns from it to the
    last one, which came at `travel` of the rotor after `slips` of its counts. steady: turns that read it, whatever lay
    between, the first at steady_since.
    """

    def __init__(self, pockets):
        self._pockets = pockets
        self.clear()

    def clear(self):
        """Forget every read."""
        self.pocket = -1
        self.agreed = 0
        self.held = 0
        self.span = 0
        self.first_at = 0
        self.travel = 0
        self.slips = 0
        self.steady = 0
        self.steady_since = 0
        self.missed = 0  # turns without a pulse before the last read, of the same place; -1: one came that was not read
        self._timed = False  # whether any of the reads that are held was borne out by the time within the turn
        self._other = -1
        self._other_travel = 0
        self._other_steady = 0
        self._other_since = 0
        self._suspect = False  # something was read while the ball was on the track
        self._returned = False  # a place was read again after another had been: no ball does that by itself

    def read(self, pocket, t, travel, slips, timed):
        """A pocket was read at t, at the rotor's travel in marks, with so many slips of its counts so far.

        timed: whether the time within the turn told the same. False when it is only another part of the same pulse.
        """
        half_turn = self._pockets // 2
        if pocket == self.pocket and travel - self.travel < half_turn:
            return False
        if pocket == self._other and travel - self._other_travel < half_turn:
            return False
        if pocket == self.pocket:
            turns = self._turns(travel - self.travel) if slips == self.slips else 0
            self.missed = turns - 1 if turns and self.missed >= 0 else 0
            self._again(t, turns if turns <= _MOST_APART else 0)
        else:
            self._another(pocket, t, travel)
        if self.held == 1:
            self._timed = False
        self._timed = self._timed or timed
        self.travel = travel
        self.slips = slips
        return True

    def _again(self, t, turns):
        """The newest place was read again after so many whole turns, 0 when it was none."""
        self.agreed = self.agreed + 1 if turns == 1 else 1
        if turns == 1 or turns == 2:
            self.steady += 1
        else:
            self.held = 0
            self.steady, self.steady_since = 1, t
        if self.held == 0:
            self.first_at, self.span = t, 0
        else:
            self.span += turns
        self.held += 1

    def _another(self, pocket, t, travel):
        """The newest place becomes the other one; a place that comes back keeps its row of turns."""
        back = pocket == self._other and 0 < self._turns(travel - self._other_travel) <= _MOST_APART
        steady, since = self._other_steady, self._other_since
        self._other, self._other_travel = self.pocket, self.travel
        self._other_steady, self._other_since = self.steady, self.steady_since
        self.pocket = pocket
        self.steady, self.steady_since = (steady + 1, since) if back else (1, t)
        self._returned = back
        self.missed = 0
        self.agreed = self.held = 1
        self.first_at, self.span = t, 0

    def _turns(self, marks):
        """How many whole turns so many marks are, at most 6; 0 when they are not."""
        turns = (marks + self._pockets // 2) // self._pockets
        return turns if 1 <= turns <= _MOST_MISSED and -2 <= marks - turns * self._pockets <= 2 else 0

    def restart(self):
        """A read that proves nothing, its place unclear or the ball not at rest: what agrees must agree anew."""
        self.agreed = self.held = 0

    def ball_elsewhere(self):
        """The ball is on the track: what was read is not the ball, and takes more to be ruled out."""
        self.restart()
        self._suspect = self.pocket >= 0

    def agree(self, clean):
        """Whether the reads prove the newest place. clean: whether pulses are known not to be missed."""
        if not self._timed:
            return False
        if self._returned or self._suspect:
            return self.agreed >= 4
        if clean:
            recent = self._other >= 0 and self.travel - self._other_travel <= 3 * self._pockets
            return self.agreed >= (3 if recent else 2)
        return self.held >= 3

    def two_things(self):
        """Whether two places were each read again after whole turns, turn about."""
        return self._returned and self.steady >= 2 and self._other_steady >= 2

    def two_things_since(self):
        """The time of the first read of either place, when there are two."""
        return min(self.steady_since, self._other_since)

    def rebase(self, us):
        """Take us off every time."""
        self.first_at -= us
        self.steady_since -= us
        self._other_since -= us
