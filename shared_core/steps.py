"""What the dealer does for a settlement, in order: crown, a move for each winning five-adjacent, one collect, one pay a
spot."""

from shared_core.rulebook import HALF, LOSE, WIN


class Steps:
    """A sequence of tuples ("crown", number id), ("move", index), ("collect", [indices]), ("pay", spot id, [indices]),
    or of ("no-spin",) alone. Each is made when it is asked for: 400 wagers that all win and move would have taken more
    of a board's heap as a list of steps than as wagers.

    settled: the Settlement of the OpenWagers, but for its steps.
    """

    def __init__(self, rules, wagers, settled):
        self._number = settled.number
        self._void = settled.void
        self._spots = spots = bytes(wagers.spots)
        self._stakes = wagers.stakes
        self._outcomes = outcomes = settled.outcomes
        self._fifths = rules.layout.fifths
        self._moves = 0
        won = bytearray(len(rules.odds))
        collects = False
        for i in range(len(outcomes)):
            if outcomes[i] == WIN:
                won[spots[i]] = 1
                self._moves += self._moved(i)
            collects = collects or self._collected(i)
        self._collects = int(collects)
        self._paid = bytes([spot for spot in rules.layout.covered_by(self._number) if won[spot]])
        self._last = 0, self._make(0)  # the step that was asked for last

    def __len__(self):
        return 1 if self._void else 1 + self._moves + self._collects + len(self._paid)

    def __getitem__(self, place):
        if not 0 <= place < len(self):
            raise IndexError(place)
        if self._last[0] != place:
            self._last = place, self._make(place)
        return self._last[1]

    def __iter__(self):
        for place in range(len(self)):
            yield self[place]

    def pay_step(self, spot):
        """The place of the step that pays a spot, or None where nothing wins on it."""
        place = self._paid.find(bytes((spot,)))
        return None if place < 0 else 1 + self._moves + self._collects + place

    def _make(self, place):
        if self._void:
            return ("no-spin",)
        if place == 0:
            return ("crown", self._number)
        place -= 1
        if place < self._moves:
            return ("move", self._nth_move(place))
        place -= self._moves
        if place < self._collects:
            return ("collect", [i for i in range(len(self._outcomes)) if self._collected(i)])
        spot = self._paid[place - self._collects]
        return ("pay", spot, self._on(spot))

    def _on(self, spot):
        """The wagers on a spot."""
        found = []
        one = bytes((spot,))
        at = self._spots.find(one)
        while at >= 0:
            found.append(at)
            at = self._spots.find(one, at + 1)
        return found

    def _nth_move(self, place):
        for i in range(len(self._outcomes)):
            if self._outcomes[i] == WIN and self._moved(i):
                if not place:
                    return i
                place -= 1
        raise IndexError(place)

    def _moved(self, i):
        """Whether a winner is a five-adjacent one, of which the winning fifth is moved to the number."""
        return self._spots[i] >= self._fifths

    def _collected(self, i):
        """Whether something of a wager is taken: all, half (of one unit nothing), or four fifths."""
        outcome = self._outcomes[i]
        return outcome == LOSE or (outcome == WIN and self._moved(i)) or (outcome == HALF and self._stakes[i] > 1)
