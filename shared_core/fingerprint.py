"""A fingerprint of how rules settle: an auditor compares a board's with a PC's."""

import binascii
import hashlib

from shared_core import wheel as _wheel
from shared_core.rulebook import OUTCOMES
from shared_core.settlement import amounts

STAKE = 15


def lines(rules):
    """Yields "<spot> <result> <outcome> <paid> <returned>": every offered spot, sorted, and pocket, from 0."""
    layout = rules.layout
    numbers = _wheel.pockets(rules.wheel)
    rows = [rules.outcomes(number) for number in numbers]
    for name in sorted([layout.names[spot] for spot in range(len(rules.odds)) if rules.odds[spot]]):
        spot = layout.spot_id(name)
        for number, row in zip(numbers, rows):
            outcome = row[spot]
            paid, returned = amounts(outcome, STAKE, rules.odds[spot], spot >= layout.fifths)
            yield name + " " + _wheel.name(number) + " " + OUTCOMES[outcome] + " " + str(paid) + " " + str(returned)


def fingerprint(rules):
    """SHA-256 in hex over the lines, each ended by LF."""
    digest = hashlib.sha256()
    for line in lines(rules):
        digest.update((line + "\n").encode())
    return binascii.hexlify(digest.digest()).decode()
