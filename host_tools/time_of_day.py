"""Tells the time of day of what the board recorded in its time since boot, by the clock records of the same boot."""

from collections import namedtuple
from datetime import UTC, datetime, timedelta

SECOND_US = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Moment = namedtuple("Moment", ("boot", "seq", "t"))  # t: microseconds since that boot, or None


class TimeOfDay:
    """Fed with all records of a log that are not odd, in their order. A clock record holds until the next one of its
    boot, and the first also for what came before it."""

    def __init__(self):
        self._boot = 0
        self._set = {}  # by boot: (record, microseconds from the epoch to the boot) of each clock record

    def feed(self, record):
        """Take in one more record; the Moment of it, for told()."""
        if record["kind"] == "boot":
            self._boot += 1
        elif record["kind"] == "clock":
            offset = record["utc"] * SECOND_US - record["t"]
            self._set.setdefault(self._boot, []).append((record["seq"], offset))
        return Moment(self._boot, record["seq"], record.get("t"))

    def told(self, moment):
        """A Moment as "2026-11-29 23:04:05Z", or None where the clock was not set in that boot."""
        found = self._set.get(moment.boot) if moment and moment.t is not None else None
        if not found:
            return None
        offset = next((offset for seq, offset in reversed(found) if seq <= moment.seq), found[0][1])
        return as_text((offset + moment.t) // SECOND_US)


def as_text(seconds):
    """Seconds since 1970 as a time of day in UTC; as they are where no calendar has that day."""
    try:
        return (EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%SZ")
    except OverflowError:
        return f"{seconds} s after 1970-01-01"
