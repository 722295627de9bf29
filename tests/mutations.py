"""Mistakes that a settlement core could have, each as one change of shared_core's text: (what breaks, file, old, new).

Many were shipped by others: a street without its first number, 0 counted as even, the last round's bet settled again.
Each is applied to a copy of shared_core, which the oracle must then tell from the rule texts (test_mutations.py). The
old text must stand exactly once in its file, so that a row cannot go stale unseen.
"""

MUTATIONS = (
    # odds
    ("straight-odds-of-new-jersey", "rulebooks/new_jersey.py", '("straight", 35,', '("straight", 36,'),
    ("seven-numbers-odds", "rulebooks/new_jersey.py", '("seven-numbers", 4,', '("seven-numbers", 5,'),
    ("odds-of-splits-with-zero", "rulebooks/new_zealand.py", '("split-0-3", 17,', '("split-0-3", 8,'),
    ("first-four-paid-as-first-five", "rulebooks/live_dealer.py", '("first-four", 8,', '("first-four", 6,'),
    ("fifth-paid-on-the-whole-stake", "settlement.py", "stake //= 5", "pass"),
    ("street-odds-of-the-operator-ignored", "rule_options.py", 'return values["street_odds"] or 0', "return 11"),
    # what is offered
    ("trio-0-2-3-in-new-jersey", "rulebooks/new_jersey.py", '("trio-0-1-2", 11,', '("trio", 11,'),
    ("first-four-in-new-jersey", "rulebooks/new_jersey.py", '("corner", 8, "(e)4", None),',
     '("corner", 8, "(e)4", None), ("first-four", 8, "(e)4", None),'),
    ("trios-in-live-dealer", "rulebooks/live_dealer.py", '("corner", 8,', '("trio", 11, "3", None), ("corner", 8,'),
    ("allowed-without-the-operator", "rule_options.py", 'if layout.kind(spot) in values["allow"] else 0', "or 0"),
    # spots
    ("street-without-its-first-number", "geometry.py", "bytes(range(first, first + 3))",
     "bytes(range(first + 1, first + 3))"),
    ("last-six-line-missing", "geometry.py", "for first in range(1, 34, 3):", "for first in range(1, 31, 3):"),
    ("00-not-above-2", "geometry.py", "_wheel.ZERO_ZERO] = (3, 6, 0, 1)", "_wheel.ZERO_ZERO] = (4, 6, 0, 1)"),
    ("0-counted-as-even", "geometry.py", "bytes(range(2, 37, 2))", "bytes(range(0, 37, 2))"),
    ("0-counted-as-low", "geometry.py", "bytes(range(1, 19))", "bytes(range(0, 19))"),
    ("32-for-33-in-seven-numbers", "geometry.py", "14, 15, 33)", "14, 15, 32)"),
    ("colour-of-one-number", "wheel.py", "16, 18, 19, 21, 23", "16, 18, 20, 21, 23"),
    ("two-pockets-of-the-wheel-swapped", "wheel.py", "0, 28, 9, 26, 30,", "0, 28, 26, 9, 30,"),
    ("neighbours-one-pocket-off", "wheel.py", "range(-each_side, each_side + 1)",
     "range(1 - each_side, each_side + 2)"),
    # zero
    ("half-on-0-but-all-on-00", "rulebooks/new_jersey.py", '"half", "00", EVEN_MONEY, "half"',
     '"half", "00", EVEN_MONEY, "lose"'),
    ("half-under-the-rule-of-all", "rulebooks/new_jersey.py", '"all", "0", EVEN_MONEY, "lose"',
     '"all", "0", EVEN_MONEY, "half"'),
    ("half-on-a-single-zero-wheel", "rulebooks/new_jersey.py", '"single-zero", None, "0", EVEN_MONEY, "lose"',
     '"single-zero", None, "0", EVEN_MONEY, "half"'),
    ("high-not-even-money", "layout.py", '"odd", "even", "low", "high")\nOUTSIDE', '"odd", "even", "low")\nOUTSIDE'),
    ("house-takes-the-larger-half", "settlement.py", "stake - stake // 2", "stake // 2"),
    ("00-decides-on-double-as-single", "wheel.py", '"double-as-single": (_DOUBLE, ZERO_ZERO)',
     '"double-as-single": (_DOUBLE, None)'),
    ("void-spin-takes-the-stakes", "settlement.py", "stake if outcome == STAND else 0", "0"),
    # the dealer's order
    ("collected-before-the-crown", "steps.py", '            return ("no-spin",)\n',
     '            return ("no-spin",)\n'
     "        if self._collects and place <= self._moves + 1:\n            place = (place - 1) % (self._moves + 2)\n"),
    ("paid-before-collected", "steps.py", "        place -= self._moves\n",
     "        place = (place - self._moves + self._collects) % (self._collects + len(self._paid))\n"),
    ("four-fifths-not-collected", "steps.py", " or (outcome == WIN and self._moved(i))", ""),
    ("half-of-one-unit-collected", "steps.py", "outcome == HALF and self._stakes[i] > 1", "outcome == HALF"),
    ("paid-from-the-outside-in", "steps.py", "in rules.layout.covered_by(self._number) if",
     "in reversed(rules.layout.covered_by(self._number)) if"),
    # taking wagers
    ("minimum-itself-refused", "wager.py", "not None and total < minimum", "not None and total <= minimum"),
    ("maximum-itself-refused", "wager.py", "total > maximum", "total >= maximum"),
    ("limits-of-all-seats-together", "wager.py", "at = self._seats.find(bytes((seat,)), at + 1, count)",
     "at = at + 1 if at + 1 < count else -1"),
    ("limits-forget-the-wagers-before", "wager.py", "self._total(seat, spot) + stake)", "stake)"),
    ("fifths-do-not-count-as-straight-wagers", "wager.py", "elif self._spots[at] in fifths:", "elif False:"),
    ("fifths-no-straight-wagers", "wager.py", "(layout.straight(number), stake // 5)", "(spot, stake // 5)"),
    ("fifths-checked-one-by-one", "wager.py", "        for spot, total in totals:\n            if maximum",
     "            if maximum"),
    ("chip-ignored", "wager.py", "five = 5 * self.rules.chip", "five = 5"),
    ("true-taken-as-a-stake", "wager.py", "type(stake) is not int", "not isinstance(stake, int)"),
    ("stake-of-2-to-the-53", "rulebook.py", "MOST_STAKE = 2**53 - 1", "MOST_STAKE = 2**53"),
    ("hundredth-seat", "wager.py", "MOST_SEAT = 99", "MOST_SEAT = 100"),
    ("one-wager-fewer", "wager.py", "MOST_OPEN = 400", "MOST_OPEN = 399"),
    # the fingerprint
    ("fingerprint-of-another-stake", "fingerprint.py", "STAKE = 15", "STAKE = 10"),
    ("fingerprint-in-layout-order", "fingerprint.py", "for name in sorted(", "for name in list("),
)  # fmt: skip
