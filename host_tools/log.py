"""Reads rounds out of journals."""

import json

from host_tools.errors import ToolError
from host_tools.verify import ProofOfFiles, all_whole, journals
from shared_core import wheel
from shared_core.journal import JournalError, parse

# Of a record's fields these are the round's own, the last record that has them counts: field -> name in a
# round.
FIELDS = {
    "bets": {"by": "closed_by", "wagers": "wagers", "staked": "staked"},
    "spin": {"number": "number", "manual": "manual"},
    "settlement": {"number": "number", "collected": "collected", "paid": "paid", "returned": "returned"},
}
NO_ROUND = ("segment",)  # kinds whose "round" tells where the log stands
BETWEEN = ("boot", "maintenance", "overwritten")  # kinds without a round, which are told with the one they stand in


def records_of(proof, progress=lambda text: None):
    """Yield the records of a ProofOfFiles in the order of the log, as dicts, each with its "seq".

    A line that is no record is left out; the proof names it.
    """
    for line in proof.lines(progress):
        try:
            seq, _, _, body = parse(line)
            record = json.loads(body)
        except (JournalError, ValueError):
            continue
        if isinstance(record, dict):
            yield {"seq": seq, **record}


def rounds(path, progress=lambda text: None):
    """The rounds of every journal in `path`, a file or a folder.

    Returns {"whole": as verify() has it, "logs": [{"path", "board", "log", "key", "whole", "first_bad", "rounds":
    [{"round", "number", "colour", "manual", "voids": [cause], "closed_by", "wagers", "staked", "collected", "paid",
    "returned", "first_seq", "last_seq"}]}]}; what is not known (yet) is None.
    """
    logs = []
    for journal in journals([path]):
        proof = ProofOfFiles(journal)
        found = {}
        for record in records_of(proof, progress):
            number = _round_of(record)
            if number is not None:
                _note(found.setdefault(number, _new_round(number, record["seq"])), record)
        logs.append({**_told(proof), "rounds": list(found.values())})
    return {"whole": all_whole(logs), "logs": logs}


def round_in_full(path, number, progress=lambda text: None):
    """One round of the one journal in `path`: as in rounds(), with what that tells of the log, "records" and "bets".

    records: all records of the round, and the boots in its midst. bets: the wagers as they were last closed and how
    they were settled, [{"seat", "spot", "stake", "outcome", "paid", "returned"}], the last three None where the round
    is not settled.
    """
    logs = journals([path])
    if len(logs) > 1:
        folders = ", ".join(str(journal[0]) for journal in logs)
        raise ToolError(f"{path} holds {len(logs)} logs, name one: {folders}", 2)
    proof = ProofOfFiles(logs[0])
    known = []
    of_round = []
    between = []  # records since the last of the round, which are in its midst if it goes on
    for record in records_of(proof, progress):
        found = _round_of(record)
        if found is not None:
            known = [min([found, *known]), max([found, *known])]
        if found == number:
            of_round += [*between, record]
            between = []
        elif of_round and found is None and record.get("kind") in BETWEEN:
            between.append(record)
    if not of_round:
        told = f"it has rounds {known[0]} to {known[-1]}" if known else "it has none yet"
        raise ToolError(f"there is no round {number} in {path}: {told}", 2)
    found = _new_round(number, of_round[0]["seq"])
    for record in of_round:
        _note(found, record)
    return {**found, **_told(proof), "records": of_round, "bets": _bets(of_round)}


def _told(proof):
    result = proof.result()
    return {name: result[name] for name in ("path", "board", "log", "key", "whole", "first_bad")}


def _round_of(record):
    """The round that a record belongs to, or None."""
    number = record.get("round")
    return number if type(number) is int and number > 0 and record.get("kind") not in NO_ROUND else None


def _new_round(number, seq):
    unknown = dict.fromkeys(("closed_by", "wagers", "staked", "collected", "paid", "returned"))
    return {
        "round": number,
        "number": None,
        "colour": None,
        "manual": False,
        "voids": [],
        **unknown,
        "first_seq": seq,
        "last_seq": seq,
    }


def _note(found, record):
    """Take into a round what one more of its records says."""
    kind = record.get("kind")
    found["last_seq"] = record["seq"]
    if kind == "void":
        found["voids"].append(record.get("cause"))
    for field, name in FIELDS.get(kind, {}).items():
        if field in record:
            found[name] = record[field]
    found["colour"] = _colour(found["number"])


def _bets(records):
    wagers = []
    for seat, spot, stake in _rows(records, "bets", 3):
        wagers.append({"seat": seat, "spot": spot, "stake": stake, "outcome": None, "paid": None, "returned": None})
    if any(record.get("kind") == "settlement" for record in records):
        for wager in wagers:
            wager.update(outcome="lose", paid=0, returned=0)
    for index, outcome, paid, returned in _rows(records, "settlement", 4):
        if type(index) is int and 0 <= index < len(wagers):
            wagers[index].update(outcome=outcome, paid=paid, returned=returned)
    return wagers


def _rows(records, kind, length):
    """The rows of the numbered parts that the last record of this kind closes."""
    last = []
    rows = []
    for record in records:
        if record.get("kind") == kind + "-part":
            if record.get("part") == 0:
                rows = []
            rows += [row for row in record.get("rows", []) if isinstance(row, list) and len(row) == length]
        elif record.get("kind") == kind:
            last, rows = rows, []
    return last


def _colour(name):
    try:
        return wheel.colour(wheel.number_id(name))
    except ValueError:
        return None
