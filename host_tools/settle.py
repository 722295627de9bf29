"""Settles wagers from a file: `tablectl settle`."""

from shared_core import wheel
from shared_core.errors import Refused
from shared_core.rulebook import OUTCOMES
from shared_core.settlement import settle
from shared_core.wager import OpenWagers, check_fields
from shared_core.wire import WireError, parse


def settle_text(rules, number, text):
    """Settles the wagers in `text` (bytes: a JSON array, or one object a line) for a number id.

    Returns the object of DESIGN, "Settling from the command line". A wager that is refused is not settled.
    """
    wagers = OpenWagers(rules)
    refused = []
    for line, wager in read_wagers(text):
        try:
            if isinstance(wager, Refused):
                raise wager
            wagers.add(*check_fields(wager))
        except Refused as error:
            refused.append({"line": line, "error": error.code, "message": error.message})
    return describe(rules, wagers, settle(rules, wagers, number), refused)


def read_wagers(text):
    """Yields (line or place in the array from 1, value or Refused) for each wager in a text."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        value = parse(text)
    except WireError as error:
        if text.lstrip()[:1] == b"[":
            line = text.count(b"\n", 0, error.at) + 1
            yield line, Refused("bad-wager", f"the array of wagers is no JSON, so none is taken: {error}")
        else:
            yield from _read_lines(text)
        return
    if isinstance(value, list):
        yield from enumerate(value, 1)
    else:
        yield text[: len(text) - len(text.lstrip())].count(b"\n") + 1, value


def _read_lines(text):
    for line, row in enumerate(text.split(b"\n"), 1):
        if row.strip():
            try:
                yield line, parse(row)
            except WireError as error:
                yield line, Refused("bad-wager", f"the line is no JSON: {error}")


def describe(rules, wagers, settlement, refused=()):
    """A Settlement as the JSON object of DESIGN."""
    names = rules.layout.names
    rows = [
        {
            "seat": wagers.seats[i],
            "spot": names[wagers.spots[i]],
            "stake": wagers.stakes[i],
            "outcome": OUTCOMES[settlement.outcomes[i]],
            "paid": settlement.paid[i],
            "returned": settlement.returned[i],
        }
        for i in range(len(wagers))
    ]
    return {
        "rules": rules.id,
        "wheel": rules.wheel,
        "result": wheel.name(settlement.number),
        "colour": wheel.colour(settlement.number),
        "void": settlement.void,
        "wagers": rows,
        "refused": list(refused),
        "steps": [_step(rules, wagers, settlement, step) for step in settlement.steps],
        "collected": sum(row["stake"] - row["returned"] for row in rows),
        "paid": sum(settlement.paid),
        "returned": sum(settlement.returned),
    }


def _step(rules, wagers, settlement, step):
    names = rules.layout.names
    if step[0] == "crown":
        return {"do": "crown", "number": wheel.name(step[1])}
    if step[0] == "move":
        spot = names[wagers.spots[step[1]]]
        return {"do": "move", "spot": spot, "number": wheel.name(settlement.number), "wagers": [step[1]]}
    if step[0] == "collect":
        return {"do": "collect", "wagers": step[1]}
    if step[0] == "pay":
        return {"do": "pay", "spot": names[step[1]], "wagers": step[2]}
    return {"do": "no-spin"}
