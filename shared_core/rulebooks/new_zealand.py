"""New Zealand: Roulette Rules and Procedures, New Zealand Gazette 1994 No. 112, page 3248 (4.7 to 6.1)."""

from shared_core.layout import EVEN_MONEY, OUTSIDE
from shared_core.rulebooks import OPERATORS

ID = "new-zealand"
TITLE = "New Zealand, casinos"
SOURCE = "New Zealand Gazette 1994 No. 112, p. 3248"
WHEELS = ("single-zero",)

WAGERS = (
    ("straight", 35, "5.1", None),
    ("straight-0", 35, "5.3", None),
    ("split", 17, "5.1", None),
    ("split-0-1", 17, "5.3", None),
    ("split-0-2", 17, "5.3", None),
    ("split-0-3", 17, "5.3", None),
    ("street", 11, "5.1", None),
    ("trio", 11, "5.3", None),
    ("corner", 8, "5.1", None),
    ("first-four", 8, "5.3", None),
    ("six-line", 5, "5.1", None),
    ("column", 2, "5.1", None),
    ("dozen", 2, "5.1", None),
    ("low", 1, "5.1", None),
    ("high", 1, "5.1", None),
    ("even", 1, "5.1", None),
    ("odd", 1, "5.1", None),
    ("red", 1, "5.1", None),
    ("black", 1, "5.1", None),
)
PLACES = ()

ZEROS = (("single-zero", None, "0", EVEN_MONEY, "lose", "5.2"),)

OPTIONS = ()
LIMITS = (False, OPERATORS)
MIN_TURNS = (0, OPERATORS)
CLOSING = (True, OPERATORS)
TOUCH = (
    ("spot", None, "4.8"),
    ("own", OUTSIDE, "4.9"),
)
VOIDS = (
    ("same-direction", "6.1"),
    ("too-few-turns", OPERATORS),
    ("foreign-object", OPERATORS),
    ("ball-removed", OPERATORS),
    ("dealer", OPERATORS),
)
INSPECTION = ()
NOTICES = ()
GAPS = (
    "The page begins at 4.7: definitions, equipment, placement of wagers and the call to end betting are not on it.",
    "No minimum of revolutions is stated: the operator may state one.",
    "6.1 is the only irregularity on the page: other causes void a spin by the operator's rule.",
    '5.2 and 5.3 do not list the "available combinations" of 0, 1, 2 and 3: read as the splits 0-1, 0-2 and 0-3, the'
    " three-number wagers 0-1-2 and 0-2-3, and the four numbers 0-1-2-3.",
    "Who calls an end to betting, and when, is not on the page: the call belongs while the ball is in the track.",
    "6.1 does not say what becomes of the wagers of such a spin: it is void, they stand, and may be withdrawn before"
    " the respin.",
    "The wheel's order of numbers and the places of the chips are not on the page: the usual single-zero ones.",
    "No limits are stated: they are the operator's.",
)
