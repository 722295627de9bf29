"""The dealer's work after the number: which step is next, who is paid already, and which wagers may be touched."""

from shared_core.errors import Refused
from shared_core.wire import shown


class Payout:
    """The steps of one Settlement, confirmed one by one; a pay step also seat by seat."""

    def __init__(self, rules, wagers, settlement):
        self.settlement = settlement
        self.step = 0
        self._rules = rules
        self._wagers = wagers
        self._paid_seats = []  # of the pay step that is under way

    @property
    def current(self):
        """The step to do, as Settlement has it, or None when all are done."""
        steps = self.settlement.steps
        return steps[self.step] if self.step < len(steps) else None

    def confirm(self, step=None, seat=None):
        """The current step is done; with `seat` only that this seat is paid in a pay step. step: its index, as a check.

        Returns whether the step is done now. Raises Refused.
        """
        if step is not None and (type(step) is not int or step != self.step):
            raise Refused("not-now", "the step to confirm is " + str(self.step) + ", not " + shown(step))
        if seat is not None and not self._confirm_seat(seat):
            return False
        self._paid_seats = []
        self.step += 1
        return True

    def _confirm_seat(self, seat):
        """Marks a seat as paid in this step; whether all of the step's seats are."""
        current = self.current
        seats = [self._wagers.seats[i] for i in current[2]] if current[0] == "pay" else []
        if type(seat) is not int or seat not in seats:
            raise Refused("bad-request", "seat " + shown(seat) + " is not paid in this step")
        self._paid_seats.append(seat)
        return all([other in self._paid_seats for other in seats])

    def check_touch(self, seat, spot):
        """Raises Refused("not-paid-yet") where the rulebook does not let wagers on a spot (id) be touched yet.

        Its table TOUCH says when: not before every winner on the spot is paid (NZ 4.8), but for a player's own winning
        outside wager, once that is paid (NZ 4.9). A rulebook without a clause leaves them until the round is over.
        """
        name = self._rules.layout.names[spot]
        touch = self._rules.touch
        if not touch:
            until = " may be touched when the round is over: the rulebook has no clause on it"
            raise Refused("not-paid-yet", name + until)
        kind = self._rules.layout.kind(spot)
        clauses = []
        for who, kinds, clause in touch:
            paid = self._spot_paid(spot) if who == "spot" else self._seat_paid(seat, spot)
            if paid and (kinds is None or kind in kinds):
                return
            clauses.append(clause)
        raise Refused("not-paid-yet", "not before every winner on " + name + " is paid, " + clauses[0])

    def take(self, seat, spot):
        """What is left of a seat's stakes on a spot (id) is taken off the layout, once; returns it in minor units.

        Raises Refused: late where nothing is left, not-paid-yet as check_touch().
        """
        wagers = self._wagers
        own = [i for i in range(len(wagers)) if wagers.seats[i] == seat and wagers.spots[i] == spot]
        amount = 0 if (seat, spot) in wagers.taken else sum([self.settlement.returned[i] for i in own])
        if not amount:
            name = self._rules.layout.names[spot]
            raise Refused("late", "seat " + shown(seat) + " has nothing left on " + name)
        self.check_touch(seat, spot)
        wagers.taken.append((seat, spot))
        return amount

    def _pay_step(self, spot):
        """The index of the step that pays a spot, or None where nothing wins on it."""
        return self.settlement.steps.pay_step(spot)

    def _spot_paid(self, spot):
        place = self._pay_step(spot)
        return place is None or place < self.step

    def _seat_paid(self, seat, spot):
        place = self._pay_step(spot)
        return place is not None and (place < self.step or (place == self.step and seat in self._paid_seats))
