"""New Jersey: N.J. Admin. Code 13:47-20.32, rules of the game of roulette at casino nights."""

from shared_core.layout import EVEN_MONEY
from shared_core.rulebooks import OPERATORS

ID = "new-jersey"
TITLE = "New Jersey, casino nights"
SOURCE = "N.J. Admin. Code 13:47-20.32"
WHEELS = ("double-zero", "single-zero", "double-as-single")

WAGERS = (
    ("straight", 35, "(e)1", None),
    ("five-adjacent", 35, "(e)1i", "allow"),
    ("split", 17, "(e)2", None),
    ("street", 11, "(e)3", None),
    ("trio-0-1-2", 11, "(e)3i", None),
    ("trio-0-00-2", 11, "(e)3i", None),
    ("trio-00-2-3", 11, "(e)3i", None),
    ("corner", 8, "(e)4", None),
    ("first-five", 6, "(e)5", None),
    ("six-line", 5, "(e)6", None),
    ("column", 2, "(e)7", None),
    ("dozen", 2, "(e)8", None),
    ("red", 1, "(e)9", None),
    ("black", 1, "(e)10", None),
    ("odd", 1, "(e)11", None),
    ("even", 1, "(e)12", None),
    ("low", 1, "(e)13", None),
    ("high", 1, "(e)14", None),
    ("seven-numbers", 4, "(e)15", "allow"),
)
PLACES = (("split-0-00", 'on the line between the "2nd 12" box and the "3rd 12" box', "(e)2"),)

ZEROS = (
    ("double-zero", "half", "0", EVEN_MONEY, "half", "(g)"),
    ("double-zero", "half", "00", EVEN_MONEY, "half", "(g)"),
    ("double-zero", "all", "0", EVEN_MONEY, "lose", "(g)"),
    ("double-zero", "all", "00", EVEN_MONEY, "lose", "(g)"),
    ("single-zero", None, "0", EVEN_MONEY, "lose", "(h)"),
    ("double-as-single", None, "0", EVEN_MONEY, "lose", "(i)3"),
)

OPTIONS = (
    ("zero_rule", ("double-zero",), True, "(g)", "what an even-money wager loses on 0 and 00: half or all of it"),
    ("five-adjacent", WHEELS, False, "(e)1i", "five straight wagers on numbers adjacent on the wheel"),
    ("seven-numbers", WHEELS, False, "(e)15", "a wager on 10, 11, 12, 13, 14, 15 and 33"),
    ("chip", WHEELS, False, "(e)1iii", "the value of one of the five chips of a five-adjacent wager"),
)
LIMITS = (False, OPERATORS)
MIN_TURNS = (4, "(j)1")
CLOSING = (True, "(j)2")
TOUCH = ()
VOIDS = (
    ("same-direction", "(m)1"),
    ("too-few-turns", "(m)2"),
    ("foreign-object", "(m)3"),
    ("zero-zero", "(i)2"),
    ("ball-removed", OPERATORS),
    ("dealer", OPERATORS),
)
INSPECTION = ()
NOTICES = (
    (None, "double-zero", "zero-rule-notice", "notice at the table of what is lost on 0 and 00", "(g)"),
    (None, "double-as-single", "single-zero-notice", "notice that the wheel is used as a single zero", "(i)1"),
    ("five-adjacent", None, "wheel-replica-layout", "an approved layout with a replica of the wheel", "(e)1ii"),
    ("seven-numbers", None, "seven-numbers-layout", "an approved table with the area of the wager", "(e)15i"),
)
GAPS = (
    "(e)3i lists no three-number wager on 0, 2 and 3, so a single-zero layout has no trio-0-2-3, although its mirror"
    " trio-0-1-2 is listed.",
    '(e)5 knows "first five numbers" only; 0, 1, 2 and 3 of a single-zero layout are no permitted wager.',
    "(f) has no row for the five adjacent numbers: (e)1iii makes them straight wagers, paid 35 to 1.",
    "(b)1 describes the double-zero wheel only, while (h) and (i) give rules for a single zero.",
    "(g) does not say who has the odd unit of half a stake: the house takes the smaller half.",
    "(e)1iii does not name a chip's value: it is the operator's setting, one unit unless stated.",
    "(i) does not say what becomes of wagers that cover 00: they are refused, since 00 never decides.",
    "(m) does not say what follows when the ball cannot be removed in time: the spin stays void.",
    "Neither (i)2 nor (m) says what becomes of the wagers of a void spin: they stand, and may be withdrawn before the"
    " respin.",
    "(g) and (h) speak of even-money wagers alone: columns and dozens do not cover 0 or 00 and lose.",
    "No limits are stated: they are the operator's.",
    "(m) names no ball that leaves the wheel and no call of the dealer's own: both void the spin by operator's rule.",
    "No clause says when wagers may be touched after the number is known: not before the round is over.",
)
