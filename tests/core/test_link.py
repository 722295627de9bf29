"""The link's lines: one answer each, the first answer again for a repeated id, and an error line for all else."""

from shared_core.link import MOST_BYTES, Link
from shared_core.settings import check
from shared_core.table import Table
from shared_core.wire import parse

SETTINGS = {"table": "7", "rules": "new-zealand"}
WAGER = b'{"id": %d, "do": "wager", "seat": 3, "spot": "split-17-20", "stake": 500}'


def link(opened=True):
    table = Table(check(SETTINGS)[0], round_number=117)
    if opened:
        table.open(0)
    return Link(table, (("firmware", "0.1.0"), ("board", "e6614c311b7e6f35")))


def ask(made, line, t=1):
    return parse(made.line(t, line))


def test_the_answers_of_the_contract():
    made = link()
    assert ask(made, WAGER % 7) == {"id": 7, "ok": True, "round": 118}
    answer = ask(made, b'{"id": 8, "do": "wager", "seat": 3, "spot": "split-17-21", "stake": 500}')
    assert answer["id"] == 8 and answer["error"] == "unknown-spot" and answer["message"]


def test_a_repeated_id_is_not_done_twice():
    made = link()
    first = made.line(1, WAGER % 7)
    assert made.line(2, WAGER % 7) == first and len(made.table.wagers) == 1
    refused = made.line(3, WAGER % 8 + b" x")
    assert parse(refused)["error"] == "bad-line"
    made.line(3, b'{"id": 9, "do": "open"}')
    for other in range(100, 200):
        made.line(4, b'{"id": %d, "do": "status"}' % other)
    assert made.line(5, WAGER % 7) == first and len(made.table.wagers) == 1, "a wager's id lives as long as its round"


def test_lines_that_are_no_requests_get_one_error_line():
    made = link()
    for line in (
        b"",
        b"hello",
        b"[]",
        b"7",
        b"null",
        b'{"do": "status"}',
        b'{"id": null, "do": "status"}',
        b'{"id": true, "do": "status"}',
        b'{"id": 1.5, "do": "status"}',
        b'{"id": -1, "do": "status"}',
        b'{"id": "", "do": "status"}',
        b'{"id": [1], "do": "status"}',
        b'{"id": 1, "id": 2, "do": "status"}',
        b'{"a" 1}',
        b"\xff\xfe",
        b"{" * 500,
        None,
        b'{"id": 1, "do": "status", "x": "' + b"y" * MOST_BYTES + b'"}',
    ):
        answer = ask(made, line)
        assert answer["id"] is None and answer["error"] == "bad-line" and answer["message"], line


def test_requests_of_the_wrong_shape_are_refused_by_name():
    made = link()
    for line, code in (
        (b'{"id": 1}', "unknown-verb"),
        (b'{"id": 2, "do": "dance"}', "unknown-verb"),
        (b'{"id": 3, "do": 5}', "unknown-verb"),
        (b'{"id": 4, "do": "open", "now": true}', "bad-request"),
        (b'{"id": 5, "do": "number"}', "bad-request"),
        (b'{"id": 6, "do": "wager"}', "bad-wager"),
        (b'{"id": 7, "do": "wager", "seat": 1, "spot": "red", "stake": 1, "tip": 1}', "bad-wager"),
        (b'{"id": 8, "do": "wager", "seat": 1, "spot": "red", "stake": 1.0}', "bad-stake"),
        (b'{"id": 9, "do": "wager", "seat": 1, "spot": "red", "stake": true}', "bad-stake"),
        (b'{"id": 10, "do": "wager", "seat": true, "spot": "red", "stake": 1}', "bad-wager"),
        (b'{"id": 11, "do": "set-clock", "utc": "now"}', "bad-request"),
        (b'{"id": 12, "do": "withdraw", "seat": 1, "spot": "red"}', "bad-wager"),
        (b'{"id": 13, "do": "paid"}', "not-now"),
        (b'{"id": 14, "do": "number", "number": "17"}', "not-now"),
        (b'{"id": 15, "do": "no-spin"}', "not-now"),
        (b'{"id": 18, "do": "no-spin", "cause": 1.5}', "bad-request"),
        (b'{"id": 19, "do": "no-spin", "cause": "zero-zero"}', "bad-request"),
        (b'{"id": 20, "do": "paid", "seat": null}', "bad-request"),
        (b'{"id": 16, "do": "clear"}', "not-now"),
        (b'{"id": 17, "do": "inspect", "points": []}', "not-now"),
    ):
        answer = ask(made, line)
        assert answer.get("error") == code, (line, answer)
    assert len(made.table.wagers) == 0


def test_hello_status_and_maintenance():
    made = link()
    hello = ask(made, b'{"id": 1, "do": "hello"}')
    assert hello["board"] == "e6614c311b7e6f35" and hello["rules"] == "new-zealand" and hello["phase"] == "place-bets"
    status = ask(made, b'{"id": 2, "do": "status"}')
    assert status["wagers"] == 0 and status["round"] == 118
    assert ask(made, b'{"id": 3, "do": "maintenance"}')["ok"] is True
    assert [action[0] for action in made.take()] == ["record", "maintenance"]
    late = ask(made, WAGER % 33)
    assert late["error"] == "closed" and "maintenance" in late["message"], "what is answered ok would be lost"
    made = link()
    made.line(1, WAGER % 4)
    assert ask(made, b'{"id": 5, "do": "maintenance"}')["error"] == "in-play"


def test_the_supervisors_key_lets_maintenance_in_while_a_round_is_in_play():
    made = link()
    made._wheel = Key()
    made.line(1, WAGER % 4)
    assert ask(made, b'{"id": 5, "do": "maintenance"}')["error"] == "in-play"
    made._wheel.on = True
    assert ask(made, b'{"id": 6, "do": "maintenance"}')["ok"] is True


class Key:
    on = False

    def key_on(self):
        return self.on


def test_without_settings_the_link_says_why():
    made = Link(None, (("firmware", "0.1.0"),), ("rules is missing: it must be the id of a rulebook",))
    hello = ask(made, b'{"id": 1, "do": "hello"}')
    assert hello["phase"] == "closed" and "rules is missing" in hello["settings"][0]
    answer = ask(made, b'{"id": 2, "do": "open"}')
    assert answer["error"] == "no-settings" and "rules is missing" in answer["message"]
    assert ask(made, b'{"id": 3, "do": "maintenance"}')["ok"] is True


def test_the_clock_is_a_record():
    made = link()
    assert ask(made, b'{"id": 1, "do": "set-clock", "utc": 1790000000}')["ok"] is True
    assert made.take() == [("record", (("kind", "clock"), ("t", 1), ("utc", 1790000000)))]


class Log:
    """A journal of three records, as the link wants it."""

    def __init__(self):
        self.acked = []

    def told(self):
        return (("log", "b118f3a1cc608f66"), ("seq", 3))

    def window(self, seq):
        return (("from", seq), ("bytes", 4)), b"one\n"

    def ack(self, t, seq, digest):
        self.acked.append((seq, digest))
        return (("acked", seq),)


def test_a_window_follows_the_answer_to_a_pull_each_time():
    log = Log()
    made = Link(None, (), ("no settings",), None, log)
    assert ask(made, b'{"id": 1, "do": "hello"}')["log"] == "b118f3a1cc608f66"
    for seq in (1, 2, 0):
        answer = ask(made, b'{"id": 2, "do": "pull", "from": %d}' % seq)
        assert (answer["ok"], answer["from"], made.window) == (True, seq, b"one\n"), "a repeated id is no answer to it"
    for wrong in (b"-1", b"true", b'"1"', b"1.0", b"null", b"9007199254740992"):
        assert ask(made, b'{"id": %d, "do": "pull", "from": %s}' % (10 + len(wrong), wrong))["error"] == "bad-request"
        assert made.window is None
    digest = b"0a" * 32
    for _ in range(2):
        assert ask(made, b'{"id": 3, "do": "ack", "seq": 3, "hash": "%s"}' % digest)["acked"] == 3
    assert log.acked == [(3, digest.decode())]
    for wrong in (
        b'"seq": 3',
        b'"seq": 0, "hash": "%s"' % digest,
        b'"seq": 3, "hash": null',
        b'"seq": 3, "hash": "ab"',
        b'"seq": 3, "hash": "%s"' % digest.upper(),
    ):
        assert ask(made, b'{"id": 4%d, "do": "ack", %s}' % (len(wrong), wrong))["error"] == "bad-request"


def test_while_the_journal_cannot_be_written_nothing_is_changed():
    made = link()
    made.stuck = "[Errno 28] ENOSPC"
    answer = ask(made, WAGER % 7)
    assert answer["error"] == "journal" and "ENOSPC" in answer["message"] and len(made.table.wagers) == 0
    for verb in (b"hello", b"status"):
        assert ask(made, b'{"id": "%s", "do": "%s"}' % (verb, verb))["ok"] is True
    assert ask(made, b'{"id": 5, "do": "hello"}')["stuck"] == made.stuck
    made.stuck = None
    assert ask(made, WAGER % 8)["ok"] is True
    made = link()
    made.stuck = "[Errno 28] ENOSPC"
    assert ask(made, b'{"id": 9, "do": "maintenance"}')["ok"] is True
