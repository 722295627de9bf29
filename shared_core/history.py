"""What a table must know of its own log: counters that go on over boots, and where the round in play stands.

A log is kept in segments. Each begins with a record of kind "segment", the checkpoint: all that must be known of the
records before it. So a start reads the segments from the one that holds the bets of the round in play to the last,
mostly one or two, however long the log is.
"""

EVENTS_AHEAD = 10000  # event numbers that one boot, or one "events" record, sets aside

# How far the round is: bets are closed; the spin could not be read; it was void; the number is known; it is settled.
BETS, UNREAD, VOID, NUMBER, SETTLED = "bets", "unread", "void", "number", "settled"

PLANNED = ("maintenance", "crash")  # records that announce a restart
CHECKPOINT = (
    "boots", "round", "spin", "events", "acked", "open", "inspected", "number", "faults", "firmware", "coasts",
)  # fmt: skip


class History:
    """The state that the records of a log lead to, fed in order.

    boots, round, spin: the last ones; events: the first event number that was never set aside; acked: a host has stored
    the records up to this one, and overwritten: these were announced to be given up; open, inspected: as the table was
    left; number: name of the last winning number or None; faults: latched; coasts: [uneven, friction] of the last
    inspections; firmware: SHA-256 of the program as it was found last;
    planned: whether the log ends in a record that announces a restart, or has only begun: what began it, the first
    flashing or provisioning, restarts the board, too.

    stage: None between rounds and while bets are open, else one of the words above; cause: of a void spin. bets: None,
    or (first seq, last seq, digest) of the records that closed the bets of this round last; since: the segment in which
    these begin.
    """

    def __init__(self):
        self.boots = 0
        self.round = 0
        self.spin = 0
        self.events = 1
        self.acked = 0
        self.overwritten = 0
        self.open = False
        self.inspected = False
        self.number = None
        self.faults = []
        self.coasts = []
        self.firmware = None
        self.planned = False
        self.stage = None
        self.cause = None
        self.bets = None
        self.since = None
        self._parts = None  # (first seq, segment) of bets whose closing record has not come yet

    def checkpoint(self):
        """The pairs of a segment's first record that tell this state."""
        return tuple([(key, getattr(self, key)) for key in CHECKPOINT]) + (("since", self.needed()),)

    def needed(self):
        """The segment from which on all is needed to bring the round in play back, or None."""
        return self.since if self.since or not self._parts else self._parts[1]

    def begin(self, record):
        """Takes the state from the first record of a segment, a dict."""
        for key in CHECKPOINT:
            setattr(self, key, record[key])

    def feed(self, seq, record, segment):
        """Takes in one record, a dict, that has this number and stands in this segment."""
        kind = record["kind"]
        self.planned = kind in PLANNED or seq == 1
        if kind in _TAKEN:
            _TAKEN[kind](self, record)
        if kind == "bets-part":
            if record["part"] == 0:
                self._parts = seq, segment
        elif kind == "bets":
            first, self.since = self._parts if self._parts else (seq, segment)
            self.bets = first, seq, record["digest"]
            self._parts = None
        if type(record.get("round")) is int and kind != "paid":
            self.round = record["round"]
        if "spin" in record:
            self.spin = record["spin"]

    def _boot(self, record):
        self.boots = record["boot"]
        self.events = record["events"]
        self._firmware(record)

    def _firmware(self, record):
        self.firmware = record.get("firmware_sha256")

    def _events(self, record):
        self.events = record["events"]

    def _open(self, record):
        self.open = True
        self._no_round(record)

    def _close(self, record):
        self.open = self.inspected = False
        self._no_round(record)

    def _inspect(self, record):
        self.inspected = True
        if "friction" in record:
            from shared_core.coast import remembered  # a board forgets it while the table is open

            self.coasts = remembered(self.coasts, record["uneven"], record["friction"])

    def _bets(self, record):
        self.stage = BETS

    def _spin(self, record):
        self.stage = NUMBER if record["valid"] else UNREAD
        if record["valid"]:
            self.number = record["number"]

    def _void(self, record):
        self.stage = VOID
        self.cause = record["cause"]

    def _settlement(self, record):
        self.stage = SETTLED

    def _paid(self, record):
        self._no_round(record)
        self.round = record["round"] + 1  # the next round began with it, though it may have no record yet

    def _no_round(self, record):
        self.stage = self.bets = self.since = self._parts = None

    def _fault(self, record):
        if record["fault"] not in self.faults:
            self.faults = self.faults + [record["fault"]]

    def _fault_cleared(self, record):
        self.faults = [fault for fault in self.faults if fault not in record["faults"]]

    def _ack(self, record):
        self.acked = max(self.acked, record["seq"])

    def _overwritten(self, record):
        self.overwritten = max(self.overwritten, record["to"])


_TAKEN = {
    "boot": History._boot,
    "firmware": History._firmware,
    "events": History._events,
    "open": History._open,
    "close": History._close,
    "inspect": History._inspect,
    "bets": History._bets,
    "spin": History._spin,
    "void": History._void,
    "settlement": History._settlement,
    "paid": History._paid,
    "fault": History._fault,
    "fault-cleared": History._fault_cleared,
    "ack": History._ack,
    "overwritten": History._overwritten,
}
