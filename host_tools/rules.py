"""What a rulebook says, as data: `tablectl rules`."""

import pkgutil
from fractions import Fraction

from shared_core import rulebooks, wheel
from shared_core.places import place
from shared_core.rulebook import HALF, LOSE, STAND, load


def rulebook_ids():
    """The ids of the rulebooks that are installed, sorted."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(rulebooks.__path__))


def list_rulebooks():
    """[{"id", "title", "source", "wheels"}] of every rulebook."""
    books = [load(book_id) for book_id in rulebook_ids()]
    return [{"id": b.ID, "title": b.TITLE, "source": b.SOURCE, "wheels": list(b.WHEELS)} for b in books]


def describe(rules):
    """The object that `tablectl rules ID --json` prints, for Rules that may be incomplete."""
    layout = rules.layout
    outcomes = {number: rules.outcomes(number) for number in wheel.pockets(rules.wheel)}
    spots = {}
    for spot, name in enumerate(layout.names):
        if rules.odds[spot]:
            spots[name] = {
                "numbers": [wheel.name(number) for number in layout.covers(spot)],
                "odds": rules.odds[spot],
                "house_edge": _house_edge(rules, spot, outcomes),
                "clause": rules.wager_row(spot)[2],
                "places": _places(rules, spot),
            }
    return {
        "id": rules.id,
        "wheel": rules.wheel,
        "title": rules.book.TITLE,
        "spots": spots,
        "gaps": _unstated(rules) + list(rules.book.GAPS),
    }


def _places(rules, spot):
    name = rules.layout.names[spot]
    return [place(rules.layout, spot)] + [words for other, words, _ in rules.book.PLACES if other == name]


def _house_edge(rules, spot, outcomes):
    """ "1/19": what the house keeps of a stake on average over decided spins; None where an unstated option decides."""
    zero_rule_open = any(option == "zero_rule" for option, _, _ in rules.missing)
    if zero_rule_open and any(rules.layout.kind(spot) in row[3] for row in rules.book.ZEROS if row[0] == rules.wheel):
        return None
    kept = Fraction(0)
    decided = 0
    for row in outcomes.values():
        outcome = row[spot]
        if outcome == STAND:
            continue
        decided += 1
        if outcome == LOSE:
            kept += 1
        elif outcome == HALF:
            kept += Fraction(1, 2)
        elif spot >= rules.layout.fifths:
            kept -= Fraction(rules.odds[spot] - 4, 5)  # one fifth wins, four are lost
        else:
            kept -= rules.odds[spot]
    edge = kept / decided
    return f"{edge.numerator}/{edge.denominator}"


def _unstated(rules):
    gaps = [f"{option} is not stated, {clause}: {purpose}." for option, clause, purpose in rules.missing]
    for row in rules.book.WAGERS:
        if row[3] == "street_odds" and rules.street_odds is None:
            gaps.append(f"street_odds is not stated, {row[2]}: no {row[0]} is offered.")
    return gaps
