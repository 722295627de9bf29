"""A table after the power went: the round goes on where its log leaves it.

    bets were open     electronic wagers are void, and said to be; what an earlier spin of the round bound stands
    bets were closed   the wagers stand, the spin is interrupted: the dealer enters the number or calls no spin
    void spin          the wagers that it left standing stand
    number known       settled, unless it was; the dealer's steps begin again at the crown

Latched faults stay latched. It may be cut short and done again: what is in the log is never written a second time.
"""

from shared_core import wheel
from shared_core.errors import Refused
from shared_core.history import NUMBER, SETTLED, VOID
from shared_core.records import wagers_digest


def restore(table, t, history, records):
    """Brings a new Table to where a History has its log end. records: function that yields (seq, record, a dict) from
    the beginning of a segment on. A round that cannot be brought back, since the settings are others now, leaves the
    table closed with the fault "recovery"; the log tells all of it."""
    table.inspected = history.inspected
    table.faults = list(history.faults)
    if history.number is not None:
        table.last_number = wheel.number_id(history.number)
    stage = history.stage
    taken = []
    try:
        if stage in (NUMBER, SETTLED) and table.last_number not in wheel.pockets(table.rules.wheel):
            raise Refused("recovery", "the wheel has no " + wheel.name(table.last_number))
        if history.bets:
            taken = _put_back(table.wagers, history, records(history.since))
    except Refused as error:
        table.wagers.clear()
        table.fault(t, "recovery", "round " + str(table.round) + " cannot go on: " + error.message)
        return
    if stage == VOID or (stage is None and history.open):
        table.wagers_void(t)
    table.resume(t, stage, history.open, taken)


def _put_back(wagers, history, records):
    """Fills the OpenWagers with those that stand; returns the (seat, spot id) of winnings that were taken since."""
    first, last, digest = history.bets
    taken = []
    for seq, record in records:
        kind = record["kind"]
        if first <= seq < last and kind == "bets-part":
            for seat, spot, stake in record["rows"]:
                wagers.put_back(seat, spot, stake)
        elif seq == last and wagers_digest(wagers) != digest:
            raise Refused("recovery", "its wagers have another digest than the log says")
        elif seq > last and kind == "withdrawn":
            wagers.withdraw(record["seat"], record["spot"])
        elif seq > last and kind == "taken":
            taken.append((record["seat"], wagers.rules.spot(record["spot"])))
    return taken
