"""One file a rulebook, found by its id: "new-jersey" lies in new_jersey.py. A rulebook is data; what its entries mean:

ID, TITLE, SOURCE   its id, the title and the source of its text
WHEELS              the wheels that it knows; the first is the one taken when none is stated
WAGERS              (kind or name of a spot, odds to 1, clause, option): every wager that it pays. A row that names a
                    spot overrules one that names its kind. odds None: the option states them; option None: always
                    offered; "allow": offered when the operator allows the spot's kind
PLACES              (spot, where else its chip may lie, clause)
ZEROS               (wheel, zero_rule or None, number, kinds, "half" or "lose", clause): what these kinds lose on a
                    number that they do not cover
OPTIONS             (option, wheels on which it applies, whether it must be stated, clause, what it is for)
LIMITS              (whether minimum and maximum must be stated, clause)
MIN_TURNS           (revolutions of the ball that make a spin valid, clause)
CLOSING             (whether only a ball in the track lets the call and the timer close the bets, clause)
TOUCH               (what must be paid before a wager is touched, kinds of spots, clause): "spot": every winner on its
                    spot; "own": only the player's own
VOIDS               (void cause, clause)
INSPECTION          (point, what the pit boss checks before opening, clause); empty where the text asks for none
NOTICES             (kind that the operator allows or None, wheel or None for any, statement, what must be there,
                    clause): the operator states in the settings that it is there
GAPS                what the text leaves out or contradicts, and how it is read

OPERATORS stands for a clause where the text is silent and the operator decides.
"""

OPERATORS = "operator's"

# What a pit boss checks where the operator asks for an inspection that the text does not.
INSPECTION_POINTS = (
    ("contrivance", "no contrivance that would affect the wheel", OPERATORS),
    ("level", "the wheel is level", OPERATORS),
    ("rotation", "all moving parts rotate freely and evenly", OPERATORS),
    ("parts", "all parts are secure and in order", OPERATORS),
    ("ball", "the ball is smooth and round", OPERATORS),
)
