"""The link: one line of JSON in, one answer out (DESIGN, "The link").

A request carries an id and gets exactly one answer with it; a repeated id gets its first answer again, so that no
wager is doubled. The last answers are kept, and the id of each wager of the round while that lasts. Only
pull is done anew each time: it changes nothing, and its answer has a window of the journal's records behind it.
"""

from shared_core.answers import Answers
from shared_core.errors import Refused
from shared_core.journal import is_hex
from shared_core.wager import check_fields
from shared_core.wager_ids import MOST as MOST_WAGERS
from shared_core.wager_ids import WagerIds
from shared_core.wire import WireError, dump, parse, shown

MOST_BYTES = 1024  # of a line, with its LF
MOST_ID = 2**53 - 1

# verb: fields it must have, fields it may have
VERBS = {
    "hello": ((), ()),
    "status": ((), ()),
    "open": ((), ()),
    "close": ((), ()),
    "inspect": ((), ("points", "point", "good")),
    "wager": ((), ("seat", "spot", "stake")),  # check_fields() names what is missing as bad-wager
    "withdraw": (("seat", "spot"), ()),
    "no-more-bets": ((), ()),
    "number": (("number",), ()),
    "no-spin": ((), ("cause",)),
    "paid": ((), ("step", "seat")),
    "correct": (("of", "seat", "amount", "reason"), ()),
    "dealer": (("name",), ()),
    "clear": ((), ()),
    "pull": (("from",), ()),
    "ack": (("seq", "hash"), ()),
    "self-test": ((), ("reset",)),
    "calibrate": ((), ("rotor", "ball")),
    "set-clock": (("utc",), ()),
    "maintenance": ((), ()),
}
WITHOUT_A_TABLE = ("hello", "status", "pull", "ack", "set-clock", "maintenance")
WHILE_STUCK = ("hello", "status", "pull", "ack", "maintenance")
WHEN_STOPPED = ("hello", "status", "maintenance")


class Link:
    """Answers the lines of one link.

    table: Table, or None where the settings cannot be used; identity: pairs that tell a host what board this is;
    errors: sentences that say why there is no table; wheel: has no_spin(t, cause), which voids the spin on the wheel
    and returns whether there was one, clear_fault(line), key_on(), self_test(t, reset) and calibrate(rotor, ball), see
    wheel_check.py; log: has the journal's told(), window(seq) and ack(t, seq, hash).

    window: bytes to be sent right behind the last answer, or None. stuck: None, or why the journal cannot be written:
    then only what changes nothing is done. unsaid: the answers that wait for it.
    """

    def __init__(self, table, identity, errors=(), wheel=None, log=None):
        self.table = table
        self.identity = identity
        self.errors = errors
        self.window = None
        self.stuck = None
        self.unsaid = []
        self._stopped = False  # maintenance was asked for, and the table is leaving
        self._wheel = wheel
        self._log = log
        self._answers = Answers()
        self._wager_ids = WagerIds()
        self._actions = []

    def take(self):
        """Actions of the link's own: ("record", pairs), ("maintenance",)."""
        actions = self._actions
        self._actions = []
        return actions

    def line(self, t, data):
        """The answer (str, no LF) to one line (bytes without LF, or None for one that was too long) read at t; None for
        a request that is sent again while its answer still waits for the journal."""
        self.window = None
        if data is None or len(data) >= MOST_BYTES:
            return _bad_line("a line has at most " + str(MOST_BYTES) + " bytes with its LF")
        try:
            request = parse(data)
        except WireError as error:
            return _bad_line("the line is no JSON: " + str(error))
        if not isinstance(request, dict):
            return _bad_line("a request is an object with id and do, not " + shown(request))
        request_id = request.pop("id", None)
        if not _is_id(request_id):
            right = "a whole number from 0 to 2**53 - 1 or a text of up to 40 characters"
            return _bad_line("the id of a request is " + right + ", not " + shown(request_id))
        first = self._remembered(request_id)
        if first is not None and first in self.unsaid:
            return None
        if first is None:
            first = self._answer(t, request_id, request)
            if self.window is None:
                self._answers.add(first)
        return first

    def _remembered(self, request_id):
        if self.table is not None and self._wager_ids.has(self.table.round, request_id):
            return self._ok(request_id)
        return self._answers.find(request_id)

    def _ok(self, request_id, more=()):
        head = (("id", request_id), ("ok", True))
        if self.table is not None:
            head += (("round", self.table.round),)
        return dump(head + tuple(more))

    def _answer(self, t, request_id, request):
        verb = request.pop("do", None)
        try:
            _check_request(verb, request)
            if self.table is None and verb not in WITHOUT_A_TABLE:
                raise Refused("no-settings", "the table is closed: " + self.errors[0])
            if self._stopped and verb not in WHEN_STOPPED:
                raise Refused("closed", "the table has stopped for maintenance")
            if self.stuck is not None and verb not in WHILE_STUCK:
                raise Refused("journal", "the journal cannot be written: " + self.stuck)
            more = self._do(t, verb, request)
            if verb == "wager":
                self._wager_ids.add(self.table.round, request_id)
            return self._ok(request_id, more)
        except Refused as error:
            return dump((("id", request_id), ("error", error.code), ("message", error.message)))

    def _do(self, t, verb, request):
        """Does one request; the pairs that its answer carries beyond ok and round."""
        table = self.table
        if verb == "hello":
            return self._hello(t)
        if verb == "status":
            return (("phase", "closed"),) if table is None else table.status()[:2] + table.status()[3:]
        if verb == "set-clock":
            return self._set_clock(t, request["utc"])
        if verb == "pull":
            more, self.window = self._log.window(_record_number("from", request["from"], 0))
            return more
        if verb == "ack":
            return self._log.ack(t, _record_number("seq", request["seq"]), _record_hash(request["hash"]))
        if verb in ("self-test", "calibrate"):
            return self._check_wheel(t, verb, request)
        if verb == "maintenance":
            if table is not None and table.in_play() and not self._key_on():
                raise Refused("in-play", "round " + str(table.round) + " is in play: finish it, then close the table")
            self._actions.append(("record", (("kind", "maintenance"), ("t", t))))
            self._actions.append(("maintenance",))
            self._stopped = True
            return ()
        if verb == "wager":
            if self._wager_ids.full(table.round):
                told = "at most " + str(MOST_WAGERS) + " wagers are taken in a round, those withdrawn included"
                raise Refused("too-many", told)
            table.wager(t, *check_fields(request))
        elif verb == "withdraw":
            return (("amount", table.withdraw(t, request["seat"], request["spot"])),)
        elif verb == "no-spin":
            cause = request.get("cause", "dealer")
            table.check_cause(cause)
            if not (table.live and self._wheel is not None and self._wheel.no_spin(t, cause)):
                table.no_spin(t, cause)
        elif verb == "clear":
            self._clear(t)
        elif verb == "paid":
            if request.get("seat", 0) is None:
                raise Refused("bad-request", "seat is a number from 1 to 99; leave it out to confirm the whole step")
            table.paid(t, request.get("step"), request.get("seat"))
        elif verb == "inspect":
            return self._inspect(t, request)
        elif verb == "number":
            table.number(t, request["number"])
        elif verb == "dealer":
            table.pit_boss.dealer(t, request["name"])
        elif verb == "correct":
            table.pit_boss.correct(t, *[request[field] for field in VERBS["correct"][0]])
        elif verb == "no-more-bets":
            table.no_more_bets(t)
        elif verb == "open":
            table.open(t)
        else:
            table.close(t)
        return ()

    def _inspect(self, t, request):
        """All points at once, or the next one; without either it only tells the next."""
        boss = self.table.pit_boss
        if "points" in request:
            boss.inspect(t, request["points"])
        elif "point" in request:
            boss.inspect_point(t, request["point"], request.get("good", True))
        self.table.show()
        return boss.inspection.next()

    def _key_on(self):
        """Whether the supervisor's key lets a tool in while the table is in play."""
        return self._wheel is not None and self._wheel.key_on()

    def _clear(self, t):
        """A line whose fault the table clears is judged anew by the tracker, too."""
        lines = list(self.table.faults)
        self.table.clear(t)
        if self._wheel is not None:
            for line in lines:
                self._wheel.clear_fault(line)

    def _check_wheel(self, t, verb, request):
        """The wheel's lines are looked at while no game is on: there is no time for it in play."""
        if self.table.under != "closed":
            raise Refused("not-now", "close the table first: it is at " + self.table.phase)
        if verb == "self-test":
            return self._wheel.self_test(t, request.get("reset", False))
        return self._wheel.calibrate(request.get("rotor"), request.get("ball"))

    def _hello(self, t):
        pairs = self.identity + (("t", t),)
        if self._log is not None:
            pairs += self._log.told()
        if self.stuck is not None:
            pairs += (("stuck", self.stuck),)
        if self.table is None:
            return pairs + (("phase", "closed"), ("settings", [text[:200] for text in self.errors[:3]]))
        rules = self.table.rules
        return pairs + (
            ("table", self.table.settings.table),
            ("rules", rules.id),
            ("wheel", rules.wheel),
            ("phase", self.table.phase),
        )

    def _set_clock(self, t, utc):
        if type(utc) is not int or not 0 < utc < 2**40:
            raise Refused("bad-request", "utc is whole seconds since 1970-01-01, not " + shown(utc))
        self._actions.append(("record", (("kind", "clock"), ("t", t), ("utc", utc))))
        return ()


def _record_number(field, value, least=1):
    if type(value) is not int or not least <= value <= MOST_ID:
        raise Refused("bad-request", field + " is the number of a record, from 1, not " + shown(value))
    return value


def _record_hash(value):
    # its shape is checked here, since a record that is deleted has nothing left to compare it with
    if not isinstance(value, str) or not is_hex(value.encode(), 64):
        raise Refused("bad-request", "hash is that of a record, 64 digits 0-9 a-f, not " + shown(value))
    return value


def _check_request(verb, fields):
    if not isinstance(verb, str) or verb not in VERBS:
        raise Refused("unknown-verb", "do must be one of " + ", ".join(sorted(VERBS)) + ", not " + shown(verb))
    must, may = VERBS[verb]
    for field in must:
        if field not in fields:
            raise Refused("bad-request", verb + " needs " + field)
    if verb == "wager":
        return
    for field in sorted(fields):
        if field not in must and field not in may:
            raise Refused("bad-request", verb + " has no field " + shown(field))


def _is_id(value):
    if isinstance(value, str):
        return 0 < len(value) <= 40
    return type(value) is int and 0 <= value <= MOST_ID


def _bad_line(message):
    return dump((("id", None), ("error", "bad-line"), ("message", message)))
