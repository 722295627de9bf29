"""Examples of limits and fifths at a new-jersey table: (what it shows, options, wagers, what becomes of each).

None is a wager that is taken. Limits count per seat and spot, over the open wagers, and each fifth of a five-adjacent
wager is a straight wager of its own. Where two things are wrong the first is named: below the minimum, then above the
maximum.
"""


def wager(spot, stake, seat=1):
    return {"seat": seat, "spot": spot, "stake": stake}


FIVES = {"wheel": "double-zero", "zero_rule": "all", "allow": ("five-adjacent",)}
TEN_TO_HUNDRED = {**FIVES, "minimum": 10, "maximum": 100}

# five-adjacent-17 on a double-zero wheel: 20, 32, 17, 5, 22
LIMITS = (
    ("on the limits", TEN_TO_HUNDRED, [wager("red", 10), wager("odd", 100)], [None, None]),
    ("beyond them", TEN_TO_HUNDRED, [wager("red", 9), wager("red", 101)], ["below-minimum", "above-maximum"]),
    ("a second wager may be small", TEN_TO_HUNDRED, [wager("red", 10), wager("red", 1)], [None, None]),
    (
        "a second wager counts with the first",
        TEN_TO_HUNDRED,
        [wager("red", 60), wager("red", 41), wager("red", 40)],
        [None, "above-maximum", None],
    ),
    ("what was refused does not count", TEN_TO_HUNDRED, [wager("red", 9), wager("red", 9)], ["below-minimum"] * 2),
    ("each seat for itself", TEN_TO_HUNDRED, [wager("red", 100, seat) for seat in (1, 2, 99)], [None] * 3),
    ("each spot for itself", TEN_TO_HUNDRED, [wager("red", 100), wager("straight-1", 100)], [None] * 2),
    (
        "each fifth has the limits",
        TEN_TO_HUNDRED,
        [wager("five-adjacent-17", stake) for stake in (45, 500, 5)],
        ["below-minimum", None, "above-maximum"],
    ),
    (
        "a fifth counts as a straight wager",
        TEN_TO_HUNDRED,
        [wager("five-adjacent-17", 450), wager("straight-22", 11), wager("straight-22", 10), wager("straight-2", 100)],
        [None, "above-maximum", None, None],
    ),
    (
        "a straight wager counts against a fifth",
        TEN_TO_HUNDRED,
        [wager("straight-20", 95), wager("five-adjacent-17", 50), wager("five-adjacent-5", 50)],
        [None, "above-maximum", None],
    ),
    (
        "fifths of two wagers meet on 17",
        TEN_TO_HUNDRED,
        [wager("five-adjacent-17", 300), wager("five-adjacent-34", 300), wager("five-adjacent-34", 200)],
        [None, "above-maximum", None],
    ),
    (
        "a small fifth may lie on straight wagers",
        TEN_TO_HUNDRED,
        [*(wager("straight-" + number, 10) for number in ("20", "32", "17", "5", "22")), wager("five-adjacent-17", 5)],
        [None] * 6,
    ),
    (
        "below the minimum is named before above the maximum",
        TEN_TO_HUNDRED,
        [wager("straight-20", 100), wager("five-adjacent-17", 5)],
        [None, "below-minimum"],
    ),
    (
        "five chips or a multiple",
        {**FIVES, "chip": 3},
        [wager("five-adjacent-00", stake) for stake in (15, 10, 5, 30)],
        [None, "not-multiple-of-five", "not-multiple-of-five", None],
    ),
)
