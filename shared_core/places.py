"""Where the chip lies for each spot, in the words of the trade. For people: the board does not load it."""

from shared_core import wheel as _wheel

# kind: the sentence; {numbers} are the covered ones, {first} the first of them
_PLACES = {
    "straight": "within the box of {first}",
    "split": "on the line between the boxes of {numbers}",
    "street": "on the outside line of the box of {first}",
    "trio": "on the common corner of the boxes of {numbers}",
    "corner": "on the common corner of the boxes of {numbers}",
    "first-four": "on the outside corner of the boxes of 0 and 1",
    "first-five": 'on the common corner of the boxes of "1st 12", 0 and 1',
    "six-line": "on the outside corner of the rows that begin with {first} and {fourth}",
    "column": "in the box at the bottom of the column of {first}",
    "dozen": 'in the box labelled "{ordinal} 12"',
    "red": "within the red box",
    "black": "within the black box",
    "odd": 'within the box labelled "Odd"',
    "even": 'within the box labelled "Even"',
    "low": 'within the box labelled "1 to 18"',
    "high": 'within the box labelled "19 to 36"',
    "seven-numbers": 'within the area of "seven numbers"',
    "five-adjacent": "on {middle} of the replica of the wheel",
}


def place(layout, spot):
    """Where the chip of a spot id lies on the layout, as a phrase."""
    covers = layout.covers(spot)
    texts = [_wheel.name(number) for number in covers]
    return _PLACES[layout.kind(spot)].format(
        numbers=", ".join(texts[:-1]) + " and " + texts[-1],
        first=texts[0],
        fourth=texts[3] if len(texts) > 3 else "",
        ordinal=("1st", "2nd", "3rd")[covers[0] // 12 if len(covers) == 12 else 0],
        middle=texts[len(texts) // 2],
    )
