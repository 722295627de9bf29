"""Reads rounds out of journals."""

from host_tools.errors import ToolError
from host_tools.record import read
from host_tools.time_of_day import TimeOfDay
from host_tools.verify import ProofOfFiles, all_whole, journals
from shared_core import wheel
from shared_core.journal import JournalError

# Of a record's fields these are the round's own, the last record that has them counts: field -> name in a
# round.
FIELDS = {
    "bets": {"by": "closed_by", "wagers": "wagers", "staked": "staked"},
    "spin": {"number": "number", "manual": "manual"},
    "settlement": {"number": "number", "collected": "collected", "paid": "paid", "returned": "returned"},
}
# How far a round is, by the last of these records. SETTLED: its winners are not all paid, or the power went before it
# was said that they are.
SETTLED, CLOSED = "settled", "closed"
OVER = "over"  # ended, without an electronic wager that would have had to be paid
STATES = {"bets": "bets closed", "void": "no spin", "settlement": SETTLED, "paid": "paid"}
STATED = ("boot", "open", "settlement")  # kinds that tell the table, its rulebook and its wheel
NO_ROUND = ("segment",)  # kinds whose "round" tells where the log stands
# kinds without a round, which are told with the one they stand in
BETWEEN = ("boot", "firmware", "maintenance", "crash", "overwritten", "not-recorded")
MOST_ODD = 20  # that are told one by one


class Reading:
    """Reads one of journals() from its beginning to its end, while it is proven.

    odd: [{"seq", "message"}] of the first MOST_ODD records that are odd, odd_count of how many; time: the TimeOfDay;
    of: {"table", "rules", "wheel"} as they were last told, None where they were not.
    """

    def __init__(self, journal):
        self.odd = []
        self.odd_count = 0
        self.time = TimeOfDay()
        self.of = dict.fromkeys(("table", "rules", "wheel"))
        self._proof = ProofOfFiles(journal)

    def records(self, progress=lambda text: None):
        """Yield (record, what is odd about it or None, its Moment or None, whether it stands before the first bad
        record of the log) in the order of the log. A line that is no record is left out; the proof names it."""
        for line in self._proof.lines(progress):
            try:
                record, odd = read(line)
            except JournalError:
                continue
            if odd:
                self._note_odd(line, odd)
            if record is None:
                continue
            if not odd and record["kind"] in STATED:
                self.of.update({name: record[name] for name in self.of if record.get(name)})
            yield record, odd, None if odd else self.time.feed(record), self._proof.is_whole

    def told(self):
        """What is known of the log when all is read."""
        result = self._proof.result()
        told = {name: result[name] for name in ("path", "board", "log", "key", "whole", "first_bad")}
        return {**told, **self.of, "odd": self.odd, "odd_count": self.odd_count}

    def _note_odd(self, line, message):
        self.odd_count += 1
        if len(self.odd) < MOST_ODD:
            self.odd.append({"seq": int(line.split(b" ", 1)[0]), "message": message})


def rounds(path, progress=lambda text: None):
    """The rounds of every journal in `path`, a file or a folder.

    Returns {"whole": as verify() has it, "logs": [{"path", "board", "log", "key", "whole", "first_bad", "table",
    "rules", "wheel", "odd", "odd_count": as Reading has them, "rounds": [{"round", "began": "2026-11-29 23:04:05Z",
    "state": "open", "bets closed", "no spin", "unread", "settled" (not paid), "paid", "over" (no electronic wager was
    to be paid) or "closed", "number", "colour", "manual", "voids": [cause], "closed_by", "wagers", "staked",
    "collected", "paid", "returned", "seats": those with a wager when bets were closed, "first_seq", "last_seq",
    "unproven": whether one of its records is the first bad record of the log or stands behind it}]}]}; what is not
    known (yet) is None. An odd record is in no round's sums.
    """
    logs = []
    for journal in journals([path]):
        reading = Reading(journal)
        found = {}
        for record, odd, moment, proven in reading.records(progress):
            number = _round_of(record)
            if number is not None:
                if number not in found:
                    found[number] = _new_round(number, record["seq"])
                _note(found[number], record, odd, moment, proven)
        for one in found.values():
            one["began"] = reading.time.told(one["began"])
        logs.append({**reading.told(), "rounds": list(found.values())})
    return {"whole": all_whole(logs), "logs": logs}


def round_in_full(path, number, progress=lambda text: None):
    """One round of the one journal in `path`: as in rounds(), with what that tells of the log, "records", "times",
    "proven_records" and "bets".

    records: all records of the round, and the boots in its midst; times: the time of day of each, or None.
    proven_records: how many of them stand before the first bad record of the log, from the first on. bets: the
    wagers as they were last closed and how they were settled, [{"seat", "spot", "stake", "outcome", "paid",
    "returned"}], the last three None where the round is not settled.
    """
    logs = journals([path])
    if len(logs) > 1:
        folders = ", ".join(str(journal[0]) for journal in logs)
        raise ToolError(f"{path} holds {len(logs)} logs, name one: {folders}", 2)
    reading = Reading(logs[0])
    known = []
    of_round = []
    between = []  # records since the last of the round, which are in its midst if it goes on
    for entry in reading.records(progress):
        found = _round_of(entry[0])
        if found is not None:
            known = [min([found, *known]), max([found, *known])]
        if found == number:
            of_round += [*between, entry]
            between = []
        elif of_round and found is None and entry[0].get("kind") in BETWEEN:
            between.append(entry)
    if not of_round:
        told = f"it has rounds {known[0]} to {known[-1]}" if known else "it has none yet"
        raise ToolError(f"there is no round {number} in {path}: {told}", 2)
    found = _new_round(number, of_round[0][0]["seq"])
    for entry in of_round:
        _note(found, *entry)
    found["began"] = reading.time.told(found["began"])
    return {
        **found,
        **reading.told(),
        "records": [record for record, *_ in of_round],
        "times": [reading.time.told(moment) for _, _, moment, _ in of_round],
        "proven_records": sum(proven for *_, proven in of_round),
        "bets": _bets([record for record, odd, *_ in of_round if not odd]),
    }


def _round_of(record):
    """The round that a record belongs to, or None."""
    number = record.get("of" if record.get("kind") == "corrected" else "round")
    return number if type(number) is int and number > 0 and record.get("kind") not in NO_ROUND else None


def _new_round(number, seq):
    unknown = dict.fromkeys(("closed_by", "wagers", "staked", "collected", "paid", "returned"))
    return {
        "round": number,
        "began": None,
        "state": "open",
        "number": None,
        "colour": None,
        "manual": False,
        "voids": [],
        **unknown,
        "seats": [],
        "first_seq": seq,
        "last_seq": seq,
        "unproven": False,
    }


def _note(found, record, odd, moment, proven):
    """Take into a round what one more of its records says."""
    found["last_seq"] = record["seq"]
    found["unproven"] = found["unproven"] or not proven
    if odd:
        return
    kind = record["kind"]
    if not found["began"] and moment.t is not None:
        found["began"] = moment
    if kind == "void":
        found["voids"].append(record["cause"])
    if kind == "bets-part":
        found["seats"] = sorted({*(found["seats"] if record["part"] else ()), *(row[0] for row in record["rows"])})
    for field, name in FIELDS.get(kind, {}).items():
        if field in record:
            found[name] = record[field]
    found["colour"] = None if found["number"] is None else wheel.colour(wheel.number_id(found["number"]))
    found["state"] = _state(found["state"], record, found["wagers"])


def _state(state, record, wagers):
    kind = record["kind"]
    if kind == "paid" and wagers == 0:
        return OVER
    if kind == "spin" and record.get("number") is None:
        return "unread"
    if kind == "close" and state == "open":
        return CLOSED
    return STATES.get(kind, state)


def _bets(records):
    wagers = []
    for seat, spot, stake in _rows(records, "bets"):
        wagers.append({"seat": seat, "spot": spot, "stake": stake, "outcome": None, "paid": None, "returned": None})
    if any(record["kind"] == "settlement" for record in records):
        for wager in wagers:
            wager.update(outcome="lose", paid=0, returned=0)
    for index, outcome, paid, returned in _rows(records, "settlement"):
        if index < len(wagers):
            wagers[index].update(outcome=outcome, paid=paid, returned=returned)
    return wagers


def _rows(records, kind):
    """The rows of the numbered parts that the last record of this kind closes."""
    last = []
    rows = []
    for record in records:
        if record["kind"] == kind + "-part":
            if record["part"] == 0:
                rows = []
            rows += record["rows"]
        elif record["kind"] == kind:
            last, rows = rows, []
    return last
