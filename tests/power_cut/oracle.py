"""What a table must be after a power cut, from the records alone, and written without a look at the code that does it.

Before bets were closed electronic wagers are void; after it they stand, and the dealer enters the number or calls no
spin; a void spin leaves its wagers; a known number is settled; faults stay until they are cleared.
"""

COMES_AND_GOES = "journal-full"  # a fault that follows the room there is, not the records


def states(records):
    """What the table must be after each prefix of the records (dicts), the empty one first: dicts with under (the
    phase below a fault), round, by_hand, last, faults, wagers: [[seat, spot, stake]], settled: [[round, spin]]."""
    told = {"under": "closed", "by_hand": False, "last": None, "faults": [], "wagers": [], "settled": []}
    told["round"] = 0
    parts = []
    found = [dict(told)]
    for record in records:
        told = follow(told, record, parts)
        found.append(told)
    return found


def follow(told, record, parts):
    kind = record["kind"]
    told = {**told}
    if kind == "open":
        told.update(under="place-bets", wagers=[], round=record["round"])
    elif kind == "close":
        told.update(under="closed", wagers=[], round=record["round"])
    elif kind == "bets-part":
        if record["part"] == 0:
            parts.clear()
        parts += record["rows"]
    elif kind == "bets":
        told.update(under="no-more-bets", by_hand=True, wagers=list(parts))
        assert len(parts) == record["wagers"] and sum(row[2] for row in parts) == record["staked"]
        parts.clear()
    elif kind == "spin" and record["valid"]:
        told.update(under="winning-number", by_hand=False, last=record["number"])
    elif kind == "void":
        told.update(under="no-spin", by_hand=False)
    elif kind == "withdrawn":
        told["wagers"] = [row for row in told["wagers"] if row[:2] != [record["seat"], record["spot"]]]
    elif kind == "settlement":
        told["settled"] = [*told["settled"], [record["round"], record["spin"]]]
    elif kind == "paid":
        told.update(under="place-bets", wagers=[], round=record["round"] + 1)
    elif kind == "fault":
        told["faults"] = [*told["faults"], *([record["fault"]] if record["fault"] != COMES_AND_GOES else [])]
    elif kind == "fault-cleared":
        told["faults"] = [fault for fault in told["faults"] if fault not in record["faults"]]
    return told
