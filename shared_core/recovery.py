"""A table after the power went: the round is played again as its log tells it, and goes on from there.

    bets were open     electronic wagers are void, and said to be; what an earlier spin of the round bound stands
    bets were closed   the wagers stand, the spin is interrupted: the dealer enters the number or calls no spin
    void spin          the wagers that it left standing stand
    number known       settled, unless it was; the dealer's steps begin again at the crown

Latched faults stay latched. It may be cut short and done again: what is in the log is never written a second time.
"""

from shared_core import wheel
from shared_core.bets import GRACE_US
from shared_core.errors import Refused
from shared_core.history import BETS, NUMBER, SETTLED, UNREAD, VOID
from shared_core.records import wagers_digest
from shared_core.wager import OpenWagers

# What the log has not yet at each stage; all else that the table records again is in it.
MISSING = {BETS: ("spin",), UNREAD: (), VOID: (), NUMBER: ("settlement-part", "settlement"), SETTLED: ()}
TOLD_BEFORE = ("number", "warning")  # events


def restore(table, t, history, records):
    """Brings a new Table to where a History has its log end; returns the actions that it takes, an iterable.

    records: function that yields (seq, record, a dict) from the beginning of a segment on. A round that cannot be
    brought back, since the settings are others now, leaves the table closed with the fault "recovery".
    """
    if history.number is not None:
        table.last_number = wheel.number_id(history.number)
    table.inspected = history.inspected
    table.coasts = list(history.coasts)
    table.show()
    done = [] if history.open else [table.take()]
    try:
        wagers = _standing(table.rules, history, records)
    except Refused as error:
        if "recovery" not in history.faults:
            table.fault(t, "recovery", "round " + str(table.round) + " cannot go on: " + error.message)
            done.append(table.take())
    else:
        if history.open:
            done += _play_again(table, t, history, wagers)
    for fault in history.faults:
        table.fault(t, fault, "latched before the restart")
        done.append(_but_for(table.take(), ()))
    return _one_after_the_other(done)


def _play_again(table, t, history, wagers):
    stage = history.stage
    table.take()  # the picture of a closed table
    table.inspected = True
    table.round = history.round - 1
    table.open(t)
    table.wagers = wagers
    if stage is None:
        return [_wagers_void(table, t), _but_for(table.take(), ())]
    table.spin = history.spin - 1
    table.wheel(t, ("ball", t))
    if history.bets:
        table.wheel(t, ("drop", t, t))
        table.time(t + GRACE_US)
    table.take()  # all of it is in the log
    if stage == VOID:
        table.wheel(t, ("void", t, history.cause))
    elif stage in (NUMBER, SETTLED):
        table.wheel(t, ("number", t, table.last_number))
    else:
        table.wheel(t, ("interrupted", t))
    table.wheel(t, ("over", t))
    before = [_wagers_void(table, t)] if stage == VOID else []
    return before + [_but_for(table.take(), MISSING[stage])]


def _standing(rules, history, records):
    """The OpenWagers that stand. Raises Refused."""
    wagers = OpenWagers(rules)
    if history.stage in (NUMBER, SETTLED) and wheel.number_id(history.number) not in wheel.pockets(rules.wheel):
        raise Refused("recovery", "the wheel has no " + history.number)
    if history.bets is None:
        return wagers
    first, last, digest = history.bets
    for seq, record in records(history.since):
        kind = record["kind"]
        if first <= seq < last and kind == "bets-part":
            for seat, spot, stake in record["rows"]:
                wagers.put_back(seat, spot, stake)
        elif seq == last and wagers_digest(wagers) != digest:
            raise Refused("recovery", "its wagers have another digest than the log says")
        elif seq > last and kind == "withdrawn":
            wagers.withdraw(record["seat"], record["spot"])
        elif seq > last and kind == "taken":
            wagers.taken.append((record["seat"], rules.spot(record["spot"])))
    return wagers


def _wagers_void(table, t):
    """The power took the electronic wagers that were taken since bets were placed (again)."""
    told = (("round", table.round), ("standing", len(table.wagers)))
    return [
        ("record", (("kind", "wagers-void"), ("t", t)) + told),
        ("event", (("event", "wagers-void"),) + told),
    ]


def _but_for(actions, missing):
    """The actions without those that were done before the power went."""
    for action in actions:
        if action[0] == "record":
            again = action[1][0][1] not in missing
        elif action[0] == "event":
            again = action[1][0][1] in TOLD_BEFORE
        else:
            again = action[2]  # what blinks waited for its record
        if not again:
            yield action


def _one_after_the_other(several):
    for actions in several:
        for action in actions:
            yield action
