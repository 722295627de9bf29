"""Settles the open wagers for a number: what each is paid and keeps, and what the dealer does, in order.

Everything is a whole number of minor units. A settlement keeps one byte a wager, and works the rest out when it is
asked for: so it fits in what a board's program has left of its heap.
"""

from shared_core.rulebook import HALF, LOSE, STAND, WIN
from shared_core.steps import Steps


class Settlement:
    """number: id of the number; void: whether the spin decided nothing;
    outcomes: bytearray of LOSE, WIN, HALF, STAND; paid and returned: sequences of ints, all in the wagers' order;
    steps: the dealer's steps in order, Steps.
    """

    def __init__(self, rules, wagers, number):
        by_spot = rules.outcomes(number)
        self.number = number
        self.void = number == rules.void_number
        self.outcomes = bytearray([by_spot[spot] for spot in wagers.spots])
        self.paid = Amounts(rules, wagers, self.outcomes, 0)
        self.returned = Amounts(rules, wagers, self.outcomes, 1)
        self.steps = Steps(rules, wagers, self)


class Amounts:
    """What amounts() says of each wager: place 0 or 1 of it."""

    def __init__(self, rules, wagers, outcomes, place):
        self._odds = rules.odds
        self._fifths = rules.layout.fifths
        self._spots = wagers.spots
        self._stakes = wagers.stakes
        self._outcomes = outcomes
        self._place = place

    def __len__(self):
        return len(self._outcomes)

    def __getitem__(self, i):
        spot = self._spots[i]
        return amounts(self._outcomes[i], self._stakes[i], self._odds[spot], spot >= self._fifths)[self._place]

    def __iter__(self):
        for i, outcome in enumerate(self._outcomes):
            yield 0 if outcome == LOSE else self[i]


def amounts(outcome, stake, odds, fifth):
    """(paid, returned) of one wager. fifth: whether it is a five-adjacent one, of which a fifth wins and four lose.

    Of half an odd stake the house takes the smaller half: nobody loses more than the rule says.
    """
    if outcome == WIN:
        if fifth:
            stake //= 5
        return stake * odds, stake
    if outcome == HALF:
        return 0, stake - stake // 2
    return 0, stake if outcome == STAND else 0


def settle(rules, wagers, number):
    """The Settlement of OpenWagers under Rules for a number id."""
    return Settlement(rules, wagers, number)
