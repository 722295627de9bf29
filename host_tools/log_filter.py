"""Which rounds of a log are asked for, and the rounds as CSV: `tablectl log`."""

import csv
import io
from datetime import UTC, datetime

from host_tools.errors import ToolError

COLUMNS = (
    *("log", "table", "round", "began", "state", "number", "colour", "manual", "voids", "closed_by"),
    *("wagers", "staked", "collected", "paid", "returned", "first_seq", "last_seq"),
    *("seats", "unproven"),
)
TIMES = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d")


def chosen(found, since=None, until=None, rounds=None, results=(), causes=(), seats=(), unpaid=False):
    """The rounds that are asked for, of log.rounds(): the same object, with fewer rounds.

    since, until: times of day in UTC, as text; a round without one, its clock not set, is in no span of time. rounds:
    "118", "118-", "-118" or "100-118". results: numbers; causes: of void spins, "any" for each; seats: that had a wager
    when bets were closed; several are alternatives. unpaid: settled and not paid. Raises ToolError, status 2.
    """
    first, last = _span(rounds)
    since, until = _time("--since", since), _time("--until", until)

    def is_wanted(one):
        return (
            first <= one["round"] <= last
            and (not since or (one["began"] or "") >= since)
            and (not until or "" < (one["began"] or "") < until)
            and (not results or one["number"] in results)
            and (not causes or (bool(one["voids"]) if "any" in causes else not {*causes}.isdisjoint(one["voids"])))
            and (not seats or not {*seats}.isdisjoint(one["seats"]))
            and (not unpaid or one["state"] == "settled")
        )

    logs = [{**log, "rounds": [one for one in log["rounds"] if is_wanted(one)]} for log in found["logs"]]
    return {**found, "logs": logs}


def as_csv(found):
    """The rounds of log.rounds() as CSV with a header, one line a round; spaces between several voids or seats."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for log in found["logs"]:
        for one in log["rounds"]:
            several = {name: " ".join(map(str, one[name])) for name in ("voids", "seats")}
            row = {**one, "log": log["log"], "table": log["table"], **several}
            writer.writerow([_cell(row[name]) for name in COLUMNS])
    return text.getvalue()


def _cell(value):
    """A spreadsheet takes a text that begins like a formula for one: a quote before it keeps it a text."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return "'" + value
    return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value


def _span(text):
    """(first, last) of "118", "118-", "-118" or "100-118"."""
    if text is None:
        return 0, 2**53
    first, dash, last = text.partition("-")
    if all(part.isascii() and part.isdigit() for part in (first, last) if part) and (first or last):
        return int(first or 0), int(last or (2**53 if dash else first))
    raise ToolError(f"--rounds: {text} is no span of rounds; right is 118, 118-, -118 or 100-118", 2)


def _time(option, text):
    """A time as log.rounds() tells it, so that both compare as text."""
    if text is None:
        return None
    for form in TIMES:
        try:
            return datetime.strptime(text.removesuffix("Z"), form).replace(tzinfo=UTC).strftime("%Y-%m-%d %H:%M:%SZ")
        except ValueError:
            continue
    raise ToolError(f"{option}: {text} is no time; right is 2026-11-29 or 2026-11-29T23:04:05, in UTC", 2)
