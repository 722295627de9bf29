"""The last records of a board's journal, over the link, without a word to the board that they were taken."""

import json

from shared_core.journal import JournalError, parse


def recent(link, hello, count):
    """The last records that the board told of in `hello`, at most so many, as a list of dicts, each with its "seq".

    Nothing is acknowledged, and nothing proven.
    """
    if not hello.get("log"):
        return []
    return records(link, max(hello["first"], hello["seq"] - count + 1), hello["seq"])


def last_boot(link, hello, count=400):
    """The record of the board's last start, a dict, or None where it is not among the last records."""
    boots = [record for record in recent(link, hello, count) if record.get("kind") == "boot"]
    return boots[-1] if boots else None


def records(link, first, last):
    """The records from `first` to `last` as far as the board has them."""
    found = []
    while first <= last:
        _, data = link.window(first)
        lines = data.splitlines()
        if not lines:
            break
        first += len(lines)
        for line in lines:
            try:
                seq, _, _, body = parse(line + b"\n")
                found.append({"seq": seq, **json.loads(body)})
            except (JournalError, ValueError):
                continue  # verify names it
    return found
