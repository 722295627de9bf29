"""One table under one rulebook: which wagers it takes and how it settles them, in the plainest way there is."""

import hashlib
from fractions import Fraction

from tests.oracle import spots, texts

LARGEST_STAKE = 2**53 - 1
MOST_WAGERS = 400


class Table:
    """`book` and `wheel` are ids of the design; the options are named as on the command line.

    zero_rule: "half", "all" or None. allow: any of "five-adjacent", "seven-numbers". street_odds: int or None.
    chip, minimum, maximum: minor units of the currency; None is no limit.
    """

    def __init__(
        self, book, wheel=None, zero_rule=None, allow=(), street_odds=None, chip=1, minimum=None, maximum=None
    ):
        self.book = book
        self.wheel = wheel or texts.WHEELS[book][0]
        self.zero_rule = zero_rule
        self.allow = allow
        self.street_odds = street_odds
        self.chip = chip
        self.minimum = minimum
        self.maximum = maximum
        self.zeros = texts.ZEROS[self.wheel]
        self.pockets = spots.pockets(self.zeros)
        self.places = {name: (kind, numbers) for name, kind, numbers in spots.spots(self.zeros)}
        self.layout_order = list(self.places)
        self.offered = {name: self.odds(name) for name in self.places if self.odds(name) is not None}

    def odds(self, name):
        """What the spot pays to 1, or None if it is not offered."""
        kind, numbers = self.places[name]
        if kind == "street" and self.book == "live-dealer":
            return self.street_odds
        if kind not in texts.ODDS[self.book] or name in texts.UNLISTED[self.book]:
            return None
        if kind in texts.DISCRETION and kind not in self.allow:
            return None
        if any(number in numbers for number in texts.VOID[self.wheel]):
            return None
        return texts.ODDS[self.book][kind][0]

    def clause(self, name):
        """The clause that pays the spot, or None where the operator states the odds."""
        kind, numbers = self.places[name]
        if kind not in texts.ODDS[self.book]:
            return None
        listed = texts.ODDS[self.book][kind][1]
        return texts.ZERO_CLAUSE[self.book] or listed if "0" in numbers else listed

    # Taking wagers

    def refusal(self, taken, wager):
        """The error word for `wager`, a value read from JSON, with `taken` already on the table; None if it is good."""
        if not isinstance(wager, dict) or set(wager) != {"seat", "spot", "stake"}:
            return "bad-wager"
        seat, spot, stake = wager["seat"], wager["spot"], wager["stake"]
        if type(seat) is not int or not 1 <= seat <= 99:
            return "bad-wager"
        if not isinstance(spot, str) or spot not in self.places:
            return "unknown-spot"
        if spot not in self.offered:
            return "not-offered"
        if type(stake) is not int or not 1 <= stake <= LARGEST_STAKE:
            return "bad-stake"
        kind, numbers = self.places[spot]
        if kind == "five-adjacent" and stake % (5 * self.chip) != 0:
            return "not-multiple-of-five"
        after = self.laid([*taken, wager], seat)
        touched = ["straight-" + number for number in numbers] if kind == "five-adjacent" else [spot]
        if self.minimum is not None and any(after[name] < self.minimum for name in touched):
            return "below-minimum"
        if self.maximum is not None and any(after[name] > self.maximum for name in touched):
            return "above-maximum"
        if len(taken) == MOST_WAGERS:
            return "too-many"
        return None

    def laid(self, wagers, seat):
        """What `seat` has on each spot, each fifth of a five-adjacent wager on its own number."""
        total = {}
        for wager in wagers:
            if wager["seat"] != seat:
                continue
            kind, numbers = self.places[wager["spot"]]
            if kind == "five-adjacent":
                for number in numbers:
                    name = "straight-" + number
                    total[name] = total.get(name, 0) + wager["stake"] // 5
            else:
                total[wager["spot"]] = total.get(wager["spot"], 0) + wager["stake"]
        return total

    def take(self, wagers):
        """Lay the wagers one by one: ([taken wager], [(place from 1, error word)])."""
        taken, refused = [], []
        for place, wager in enumerate(wagers, 1):
            error = self.refusal(taken, wager)
            if error is None:
                taken.append(wager)
            else:
                refused.append((place, error))
        return taken, refused

    # Settling

    def outcome(self, spot, stake, result):
        """(outcome, paid, returned) of one wager."""
        kind, numbers = self.places[spot]
        if result in texts.VOID[self.wheel]:
            return "stand", 0, stake
        if result in numbers and kind == "five-adjacent":
            fifth = stake // 5
            return "win", 35 * fifth, fifth
        if result in numbers:
            return "win", self.offered[spot] * stake, stake
        halved = self.zero_rule == "half" and (self.book, self.wheel) == texts.HALF_RULE_WHEEL
        if halved and kind in texts.EVEN_MONEY and result in ("0", "00"):
            return "half", 0, stake - stake // 2  # an odd unit stays with the player
        return "lose", 0, 0

    def settle(self, taken, result):
        """The object of `settle --json`, with `refused` left out and each step as a tuple.

        Steps: ("no-spin",), ("crown", number), ("move", wager), ("collect", wagers), ("pay", spot, wagers).
        """
        wagers = []
        for wager in taken:
            outcome, paid, returned = self.outcome(wager["spot"], wager["stake"], result)
            wagers.append({**wager, "outcome": outcome, "paid": paid, "returned": returned})
        void = result in texts.VOID[self.wheel]
        return {
            "rules": self.book,
            "wheel": self.wheel,
            "result": result,
            "colour": spots.colour(result),
            "void": void,
            "wagers": wagers,
            "steps": [("no-spin",)] if void else self.steps(wagers, result),
            "collected": sum(wager["stake"] - wager["returned"] for wager in wagers),
            "paid": sum(wager["paid"] for wager in wagers),
            "returned": sum(wager["returned"] for wager in wagers),
        }

    def steps(self, wagers, result):
        """(j)3 the crown, (k) the fifths, (l) collect, then pay: the way of a dealer's hands."""
        steps: list[tuple] = [("crown", result)]
        winners = [index for index, wager in enumerate(wagers) if wager["outcome"] == "win"]
        steps += [("move", index) for index in winners if self.places[wagers[index]["spot"]][0] == "five-adjacent"]
        collect = [index for index, wager in enumerate(wagers) if wager["returned"] < wager["stake"]]
        if collect:
            steps.append(("collect", collect))
        for spot in self.layout_order:
            on_spot = [index for index in winners if wagers[index]["spot"] == spot]
            if on_spot:
                steps.append(("pay", spot, on_spot))
        return steps

    # What follows from it

    def house_edge(self, spot):
        """What the house keeps of a stake over all decided spins, an exact fraction."""
        stake = 10  # a multiple of five and of two: neither a fifth nor a half is rounded
        decided = [number for number in self.pockets if number not in texts.VOID[self.wheel]]
        back = 0
        for number in decided:
            _, paid, returned = self.outcome(spot, stake, number)
            back += paid + returned
        return 1 - Fraction(back, stake * len(decided))

    def fingerprint(self):
        """SHA-256 over every offered spot and pocket, for a stake of 15."""
        text = ""
        for spot in sorted(self.offered):
            for number in self.pockets:
                text += "{} {} {} {} {}\n".format(spot, number, *self.outcome(spot, 15, number))
        return hashlib.sha256(text.encode("ascii")).hexdigest()
