"""Compares shared_core with the oracle: every spot, pocket, rulebook, wheel and option, and random tables of wagers.

Each check raises AssertionError at the first difference. As a script it runs them all, so that a changed copy of
shared_core can be put before the real one:

    PYTHONPATH=COPY:. python tests/settlement_check.py [SEEDS]
"""

import random
import sys

import shared_core
from shared_core import settlement, wheel
from shared_core.errors import Refused
from shared_core.fingerprint import fingerprint
from shared_core.rulebook import OUTCOMES, Rules
from shared_core.wager import OpenWagers, check_fields
from tests.limits import LIMITS
from tests.oracle.table import LARGEST_STAKE, Table

_ALLOWED = ((), ("five-adjacent",), ("seven-numbers",), ("five-adjacent", "seven-numbers"))
_NO_LIMITS = {"minimum": 1, "maximum": LARGEST_STAKE}

# (rulebook, options) of every table there is; live-dealer must state its limits.
COMBINATIONS = (
    *(
        ("new-jersey", {"wheel": "double-zero", "zero_rule": zero_rule, "allow": allow})
        for zero_rule in ("half", "all")
        for allow in _ALLOWED
    ),
    *(
        ("new-jersey", {"wheel": name, "allow": allow})
        for name in ("single-zero", "double-as-single")
        for allow in _ALLOWED
    ),
    ("new-zealand", {"wheel": "single-zero"}),
    ("live-dealer", {"wheel": "single-zero", **_NO_LIMITS}),
    ("live-dealer", {"wheel": "single-zero", "street_odds": 11, **_NO_LIMITS}),
    ("live-dealer", {"wheel": "single-zero", "street_odds": 5, **_NO_LIMITS}),
)

# Odd and even, one unit, the most that a stake may be.
STAKES = (1, 2, 15, 1000, LARGEST_STAKE)


def flags(options):
    """The options as they stand on the command line."""
    words = []
    for option, value in options.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                words += ["--" + option.replace("_", "-"), str(one)]
    return words


def both(book, options):
    """The same table twice: (Rules of the core, Table of the oracle)."""
    return Rules(book, **options), Table(book, **options)


# What the core answers, in the oracle's words


def core_take(open_wagers, wagers):
    """[(place from 1, error word)] of the wagers that the core refuses; the others lie in open_wagers."""
    refused = []
    for place, wager in enumerate(wagers, 1):
        try:
            open_wagers.add(*check_fields(wager))
        except Refused as error:
            assert error.message, f"{error.code} without a message"
            refused.append((place, error.code))
    return refused


def core_settle(rules, open_wagers, result):
    """settle() for the number called `result`, shaped as Table.settle() shapes it."""
    number = wheel.number_id(result)
    settled = settlement.settle(rules, open_wagers, number)
    wagers = [
        {
            "seat": open_wagers.seats[i],
            "spot": rules.layout.names[open_wagers.spots[i]],
            "stake": open_wagers.stakes[i],
            "outcome": OUTCOMES[settled.outcomes[i]],
            "paid": settled.paid[i],
            "returned": settled.returned[i],
        }
        for i in range(len(open_wagers))
    ]
    return {
        "rules": rules.id,
        "wheel": rules.wheel,
        "result": wheel.name(settled.number),
        "colour": wheel.colour(settled.number),
        "void": settled.void,
        "wagers": wagers,
        "steps": [_step(rules, step) for step in settled.steps],
        "collected": sum(wager["stake"] - wager["returned"] for wager in wagers),
        "paid": sum(settled.paid),
        "returned": sum(settled.returned),
    }


def _step(rules, step):
    if step[0] == "crown":
        return ("crown", wheel.name(step[1]))
    if step[0] == "pay":
        return ("pay", rules.layout.names[step[1]], step[2])
    return tuple(step)


# The checks


def check_spots(book, options):
    """The same places in the same order, the same numbers, the same odds."""
    rules, table = both(book, options)
    layout = rules.layout
    assert list(layout.names) == table.layout_order
    assert [wheel.name(number) for number in wheel.pockets(rules.wheel)] == table.pockets
    for spot, name in enumerate(layout.names):
        kind, numbers = table.places[name]
        assert (layout.kind(spot), tuple(map(wheel.name, layout.covers(spot)))) == (kind, numbers), name
        assert rules.odds[spot] == table.offered.get(name, 0), name


def check_every_wager(book, options):
    """A wager on every offered spot, in several stakes, settled for every pocket."""
    rules, table = both(book, options)
    for stake in STAKES:
        wagers = [
            {"seat": 1 + place % 99, "spot": spot, "stake": _whole_fifths(table, spot, stake)}
            for place, spot in enumerate(table.offered)
        ]
        open_wagers = OpenWagers(rules)
        assert core_take(open_wagers, wagers) == []
        for result in table.pockets:
            same(core_settle(rules, open_wagers, result), table.settle(wagers, result), (book, options, stake))


def _whole_fifths(table, spot, stake):
    if table.places[spot][0] != "five-adjacent":
        return stake
    return min(stake, LARGEST_STAKE // 5) * 5


def check_limits(options, wagers, words):
    """An example of tests/limits.py: the oracle and the core refuse what it says."""
    rules, table = both("new-jersey", options)
    refused = [(place, word) for place, word in enumerate(words, 1) if word]
    assert table.take(wagers)[1] == refused
    assert core_take(OpenWagers(rules), wagers) == refused


def check_fingerprint(book, options):
    rules, table = both(book, options)
    assert fingerprint(rules) == table.fingerprint(), (book, options)


def check_random_table(seed):
    """Up to 400 open wagers, and bad ones, of several seats under random limits, on a table that had a round before."""
    rng = random.Random(seed)
    book, options = rng.choice(COMBINATIONS)
    options = {**options, **random_limits(rng, book)}
    if "five-adjacent" in options.get("allow", ()) and rng.random() < 0.5:
        options["chip"] = rng.choice((1, 2, 3, 10))
    rules, table = both(book, options)
    wagers = random_wagers(rng, table, rng.choice((3, 30, 100, 600)))
    open_wagers = OpenWagers(rules)
    core_take(open_wagers, wagers[:30])
    open_wagers.clear()
    taken, refused = table.take(wagers)
    assert core_take(open_wagers, wagers) == refused, (seed, book, options)
    for result in rng.sample(table.pockets, 3):
        same(core_settle(rules, open_wagers, result), table.settle(taken, result), (seed, book, options))


def random_limits(rng, book):
    """minimum and maximum as options, in every mixture of stated and not."""
    low = rng.choice((1, 3, 10))
    limits = {"minimum": low, "maximum": low * rng.choice((1, 4, 30))}
    if book == "live-dealer":
        return limits
    return {option: value for option, value in limits.items() if rng.random() < 0.5}


_ODD_SEATS = (0, -1, 100, 1.0, "1", None, True)
_ODD_SPOTS = ("", "straight-37", "split-3-4", "split-2-1", "street-2", "corner-3", "first-four", "first-five",
              "trio-0-2-3", "trio-00-2-3", "seven-numbers", "straight-00", "five-adjacent-00", 17, None)  # fmt: skip
_ODD_STAKES = (0, -5, 2.0, "5", None, True, LARGEST_STAKE, LARGEST_STAKE + 1, 2**64)
_ODD_WAGERS = (None, 17, "red", [], {}, {"seat": 1, "spot": "red"}, {"seat": 1, "spot": "red", "stake": 5, "tip": 1})


def random_wagers(rng, table, count):
    """`count` wagers, most of them good, crowded on few seats and spots so that limits bite."""
    seats = rng.sample(range(1, 100), rng.choice((1, 3, 9)))
    spots = rng.sample(list(table.offered), rng.choice((3, 30, len(table.offered))))
    fives = [spot for spot in table.offered if table.places[spot][0] == "five-adjacent"]
    if fives and rng.random() < 0.7:
        crowd = rng.choice(fives)
        spots += [crowd, *("straight-" + number for number in table.places[crowd][1])] * 3
    return [random_wager(rng, table, seats, spots) for _ in range(count)]


def random_wager(rng, table, seats, spots):
    wager = {"seat": rng.choice(seats), "spot": rng.choice(spots), "stake": rng.randint(1, 40)}
    if wager["spot"].startswith("five-adjacent") and rng.random() < 0.8:
        wager["stake"] *= 5 * rng.choice((1, table.chip))
    bad = rng.random()
    if bad < 0.02:
        return rng.choice(_ODD_WAGERS)
    if bad < 0.04:
        wager["seat"] = rng.choice(_ODD_SEATS)
    if 0.03 < bad < 0.06:
        wager["spot"] = rng.choice(_ODD_SPOTS)
    if 0.05 < bad < 0.08:
        wager["stake"] = rng.choice(_ODD_STAKES)
    return wager


def same(core, oracle, where):
    """Fails with the part that differs, not with the whole table."""
    for key, value in oracle.items():
        if key in ("wagers", "steps"):
            for ours, theirs in zip(core[key], value, strict=False):
                assert ours == theirs, (where, oracle["result"], key)
        assert core[key] == value, (where, oracle["result"], key)
    assert list(core) == list(oracle)


def check_all(seeds):
    for book, options in COMBINATIONS:
        check_spots(book, options)
        check_fingerprint(book, options)
    for example in LIMITS:
        check_limits(*example[1:])
    for seed in range(seeds):
        check_random_table(seed)
    for book, options in COMBINATIONS:
        check_every_wager(book, options)


if __name__ == "__main__":
    print(shared_core.__file__)
    try:
        check_all(int(sys.argv[1]))
    except Exception as difference:  # a core that breaks is told apart from the oracle too
        print(f"{type(difference).__name__}: {difference}")
        sys.exit(1)
    print("same")
