"""What a round leaves behind: its records for the journal and its lines for the link, cut to the sizes these allow.

Pairs of (key, value), the key "kind" first in a record. 400 wagers do not fit one record of 1,000 bytes or one line of
1,024: they become numbered parts, and the record that closes them says how many and carries a digest over their bytes.
"""

import binascii
import hashlib

from shared_core import wheel as _wheel
from shared_core.bets import CALLS
from shared_core.rulebook import LOSE, OUTCOMES
from shared_core.wire import dump

PART_BYTES = 700  # of JSON in a part's list: with other fields, hash and checksum a record stays under 1,000


def opened(settings):
    """Pairs of what a table opens with: its rules, the operator's options, limits and statements."""
    return (
        ("table", settings.table),
        ("rules", settings.rules.id),
        ("wheel", settings.rules.wheel),
        ("options", settings.options),
        ("notices", settings.notices),
    )


def parts(rows, size=PART_BYTES):
    """Cuts an iterable of JSON values into lists whose JSON text is at most `size` bytes; yields at least one list."""
    part = []
    length = 2
    for row in rows:
        more = len(dump(row)) + 2
        if part and length + more > size:
            yield part
            part = []
            length = 2
        part.append(row)
        length += more
    yield part


def bets(round_number, spin, wagers, closed):
    """Yields the records of closed bets (Bets): parts of [seat, spot, stake], then the closing one."""
    names = wagers.rules.layout.names
    rows = ([wagers.seats[i], names[wagers.spots[i]], wagers.stakes[i]] for i in range(len(wagers)))
    for pairs in _parts("bets-part", round_number, rows, len(wagers)):
        yield pairs
    yield (
        ("kind", "bets"),
        ("t", closed.closed_at),
        ("round", round_number),
        ("spin", spin),
        ("by", closed.closed_by),
        ("called", closed.closed_by in CALLS),
        ("clause", wagers.rules.closing[1]),
        ("wagers", len(wagers)),
        ("staked", sum(wagers.stakes)),
        ("digest", wagers_digest(wagers)),
    ) + closed.evidence()


def wagers_digest(wagers):
    """SHA-256 in hex over `<seat> <spot> <stake>` LF of every wager, in order."""
    digest = hashlib.sha256()
    names = wagers.rules.layout.names
    for i in range(len(wagers)):
        line = str(wagers.seats[i]) + " " + names[wagers.spots[i]] + " " + str(wagers.stakes[i]) + "\n"
        digest.update(line.encode())
    return binascii.hexlify(digest.digest()).decode()


def settlement(round_number, spin, wagers, settled):
    """Yields the records of a settlement: parts of [index, outcome, paid, returned] of every wager that did not lose
    whole, then the closing one."""
    kept = len(wagers) - settled.outcomes.count(bytes((LOSE,)))
    rows = (
        [i, OUTCOMES[settled.outcomes[i]], settled.paid[i], settled.returned[i]]
        for i in range(len(wagers))
        if settled.outcomes[i] != LOSE
    )
    for pairs in _parts("settlement-part", round_number, rows, kept):
        yield pairs
    yield (
        ("kind", "settlement"),
        ("round", round_number),
        ("spin", spin),
        ("rules", wagers.rules.id),
        ("number", _wheel.name(settled.number)),
        ("wagers", len(wagers)),
        ("kept", kept),
    ) + totals(wagers, settled)


def totals(wagers, settled):
    """What is collected, paid and returned in all, as pairs."""
    returned = sum(settled.returned)
    return (
        ("collected", sum(wagers.stakes) - returned),
        ("paid", sum(settled.paid)),
        ("returned", returned),
    )


def step(wagers, settled, place):
    """Yields the pairs of the events that tell the dealer one step: what to do, and the amount for each seat."""
    current = settled.steps[place]
    head = (("step", place), ("of", len(settled.steps)), ("do", current[0]))
    if current[0] == "crown":
        yield head + (("number", _wheel.name(current[1])),)
    elif current[0] == "move":
        i = current[1]
        yield head + (("seat", wagers.seats[i]), ("spot", wagers.rules.layout.names[wagers.spots[i]]))
    else:
        paying = current[0] == "pay"
        if paying:
            head += (("spot", wagers.rules.layout.names[current[1]]),)
        amounts = {}
        for i in current[-1]:
            amount = settled.paid[i] if paying else wagers.stakes[i] - settled.returned[i]
            amounts[wagers.seats[i]] = amounts.get(wagers.seats[i], 0) + amount
        for part in parts([[seat, amounts[seat]] for seat in sorted(amounts)]):
            yield head + (("seats", part),)


def _parts(kind, round_number, rows, count):
    if count:
        for place, part in enumerate(parts(rows)):
            yield (("kind", kind), ("round", round_number), ("part", place), ("rows", part))
