"""Settles the open wagers for a number: what each is paid and keeps, and what the dealer does, in order.

Everything is a whole number of minor units. 400 wagers must settle in 60 ms on a Pico, so the loop over them handles
small ints and looks up one byte for a wager that lost.
"""

from shared_core.rulebook import HALF, STAND, WIN


class Settlement:
    """number: id of the number; void: whether the spin decided nothing;
    outcomes: bytearray of LOSE, WIN, HALF, STAND; paid and returned: lists of ints, all in the wagers' order;
    steps: the dealer's steps in order, tuples ("crown", number id), ("move", index), ("collect", [indices]),
    ("pay", spot id, [indices]), ("no-spin",).
    """

    def __init__(self, number, void, outcomes, paid, returned, steps):
        self.number = number
        self.void = void
        self.outcomes = outcomes
        self.paid = paid
        self.returned = returned
        self.steps = steps


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
    count = len(wagers.stakes)
    spots = wagers.spots
    stakes = wagers.stakes
    by_spot = rules.outcomes(number)
    outcomes = bytearray(count)
    paid = [0] * count
    returned = [0] * count
    if number == rules.void_number:
        for i in range(count):
            outcomes[i] = STAND
            returned[i] = stakes[i]
        return Settlement(number, True, outcomes, paid, returned, [("no-spin",)])

    odds = rules.odds
    fifths = rules.layout.fifths
    moves = []
    collect = []
    winners = [None] * len(odds)
    for i in range(count):
        spot = spots[i]
        outcome = by_spot[spot]
        if not outcome:
            collect.append(i)
            continue
        outcomes[i] = outcome
        paid[i], returned[i] = amounts(outcome, stakes[i], odds[spot], spot >= fifths)
        if outcome == HALF:
            if returned[i] < stakes[i]:
                collect.append(i)
            continue
        if spot >= fifths:
            moves.append(("move", i))
            collect.append(i)
        if winners[spot] is None:
            winners[spot] = []
        winners[spot].append(i)

    steps = []
    steps.append(("crown", number))
    steps.extend(moves)
    if collect:
        steps.append(("collect", collect))
    for spot in rules.layout.covered_by[number]:
        if winners[spot]:
            steps.append(("pay", spot, winners[spot]))
    return Settlement(number, False, outcomes, paid, returned, steps)
