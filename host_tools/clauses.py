"""By which clause of the table's rulebook a round went: for the round as a story."""

from shared_core.errors import RulesError
from shared_core.rulebook import Rules


def of_wagers(book_id, wheel, spots):
    """The clause that offers and pays each spot, None where the rulebook or the spot is not known."""
    rules = _rules(book_id, wheel)
    names = [] if rules is None else list(rules.layout.names)
    return [rules.wager_row(names.index(spot))[2] if rules and spot in names else None for spot in spots]


def of_closing(book_id):
    """The clause by which bets are closed, None where the rulebook is not known."""
    rules = _rules(book_id, None)
    return None if rules is None else rules.book.CLOSING[1]


def _rules(book_id, wheel):
    try:
        return Rules(book_id, wheel=wheel, complete=False, limits=False)
    except (RulesError, TypeError):
        return None
