"""What each rule text pays, word by word: kind of wager -> (odds to 1, clause that lists it).

UNLISTED names places that a layout has and the text does not.
"""

# N.J. Admin. Code 13:47-20.32 (e) lists the wagers, (f) their odds.
NEW_JERSEY = {
    "straight": (35, "(e)1"),
    "five-adjacent": (35, "(e)1i"),  # "a separate straight wager of equal value on each of the five numbers"
    "split": (17, "(e)2"),
    "street": (11, "(e)3"),
    "trio": (11, "(e)3i"),
    "corner": (8, "(e)4"),
    "first-five": (6, "(e)5"),
    "six-line": (5, "(e)6"),
    "column": (2, "(e)7"),
    "dozen": (2, "(e)8"),
    "red": (1, "(e)9"),
    "black": (1, "(e)10"),
    "odd": (1, "(e)11"),
    "even": (1, "(e)12"),
    "low": (1, "(e)13"),
    "high": (1, "(e)14"),
    "seven-numbers": (4, "(e)15"),
}

# New Zealand Gazette 1994 No. 112, p. 3248, 5.1 for the odds; by 5.3 what covers zero, "straight up" or in "any
# available combination of the zero and the numbers one, two and three", is paid as the same type of bet elsewhere.
NEW_ZEALAND = {
    "straight": (35, "5.1"),
    "split": (17, "5.1"),
    "street": (11, "5.1"),
    "trio": (11, "5.1"),
    "corner": (8, "5.1"),
    "first-four": (8, "5.1"),
    "six-line": (5, "5.1"),
    "column": (2, "5.1"),
    "dozen": (2, "5.1"),
    "low": (1, "5.1"),
    "high": (1, "5.1"),
    "even": (1, "5.1"),
    "odd": (1, "5.1"),
    "red": (1, "5.1"),
    "black": (1, "5.1"),
}

# House rules of a live single-zero table, chapter 3. Its corner bet also stands "on the following four numbers":
# zero, one, two, three (1.1). No row for three numbers: a street has the odds that the operator states, or none.
LIVE_DEALER = {
    "straight": (35, "3"),
    "split": (17, "3"),
    "corner": (8, "3"),
    "first-four": (8, "3"),
    "six-line": (5, "3"),
    "column": (2, "3"),
    "dozen": (2, "3"),
    "red": (1, "3"),
    "black": (1, "3"),
    "odd": (1, "3"),
    "even": (1, "3"),
    "low": (1, "3"),
    "high": (1, "3"),
}

# What is cited for a spot that covers 0, where the text has a clause of its own for that.
ZERO_CLAUSE = {"new-jersey": None, "new-zealand": "5.3", "live-dealer": None}

ODDS = {"new-jersey": NEW_JERSEY, "new-zealand": NEW_ZEALAND, "live-dealer": LIVE_DEALER}

WHEELS = {
    "new-jersey": ("double-zero", "single-zero", "double-as-single"),
    "new-zealand": ("single-zero",),
    "live-dealer": ("single-zero",),
}

ZEROS = {"double-zero": "double", "single-zero": "single", "double-as-single": "double"}

# (e)3i names 0-1-2, 0-2-00 and 00-2-3 only.
UNLISTED = {"new-jersey": ("trio-0-2-3",), "new-zealand": (), "live-dealer": ()}

# 13:47-20.32(e)1i and (e)15: "may, at his or her discretion, offer".
DISCRETION = ("five-adjacent", "seven-numbers")

EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")

# (g) on a double-zero wheel: half or all of these six, by the operator's option; (h), (i)3 and New Zealand 5.2: lost.
HALF_RULE_WHEEL = ("new-jersey", "double-zero")

# (i)2: on a double-zero wheel used as a single-zero wheel, 00 voids the spin.
VOID = {"double-zero": (), "single-zero": (), "double-as-single": ("00",)}
