"""A live-dealer house: its house rules of a single-zero table."""

from shared_core.layout import EVEN_MONEY
from shared_core.rulebooks import OPERATORS

ID = "live-dealer"
TITLE = "Live-dealer house, single zero"
SOURCE = "house rules, sections 1 to 4"
WHEELS = ("single-zero",)

WAGERS = (
    ("straight", 35, "1.1 straight up bet, 3", None),
    ("split", 17, "1.1 split bet, 3", None),
    ("street", None, "1.1 row or street bet", "street_odds"),
    ("corner", 8, "1.1 corner bet, 3", None),
    ("first-four", 8, "1.1 corner bet, 3", None),
    ("six-line", 5, "1.1 line bet, 3", None),
    ("column", 2, "1.1 column bet, 3", None),
    ("dozen", 2, "1.1 dozen bet, 3", None),
    ("red", 1, "1.1 red bet, 3", None),
    ("black", 1, "1.1 black bet, 3", None),
    ("odd", 1, "1.1 odd bet, 3", None),
    ("even", 1, "1.1 even bet, 3", None),
    ("low", 1, "1.1 eighteen number bet, 3", None),
    ("high", 1, "1.1 eighteen number bet, 3", None),
)
PLACES = ()

ZEROS = (("single-zero", None, "0", EVEN_MONEY, "lose", OPERATORS),)

OPTIONS = (("street_odds", WHEELS, False, "3", "the odds of a row, for which the table of odds has no line"),)
LIMITS = (True, "2.1.4")
MIN_TURNS = (7, "4.1.1")
CLOSING = (False, "2.1.1")
TOUCH = ()
VOIDS = (
    ("same-direction", "4.1.1"),
    ("too-few-turns", "4.1.1"),
    ("foreign-object", OPERATORS),
    ("ball-removed", OPERATORS),
    ("dealer", OPERATORS),
)
INSPECTION = (
    ("contrivance", "no contrivance that would affect the proper operation of the wheel", "4.2.1"),
    ("level", "the wheel is level", "4.2.2"),
    ("rotation", "all moving parts rotate freely and evenly", "4.2.2"),
    ("parts", "all parts are secure and in good working condition", "4.2.2"),
    ("ball", "the ball is smooth and round", "4.2.3"),
)
NOTICES = ((None, None, "limits-on-screen", "the minimum and maximum on the screen of the game", "2.1.4"),)
GAPS = (
    "3 has no odds for a row or street, which 1.1 defines: the twelve streets are offered only at odds that the"
    " operator states.",
    "1.1 has no three-number wager with 0, and 3 no odds for one: trios are not offered.",
    '1.1 names a "five number bet" and defines none: it is not offered.',
    "What 0 does to outside wagers is not stated: they do not cover it and lose.",
    '2.1.5 speaks of "cards being dealt": read as the betting being closed.',
    "4.1.1 does not say what follows an invalid spin: it is void, the wagers stand and the ball is spun again.",
    "No clause names a foreign object, a ball that leaves the wheel or the dealer's own call: they void the spin by"
    " operator's rule.",
    "The length of the bet timer of 2.1.1 is the operator's.",
    "No clause says when wagers may be touched after the number is known: not before the round is over.",
)
