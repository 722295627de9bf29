"""`tablectl send`: a request by hand."""

import json

import pytest

from host_tools.request import fields_of
from tests.command import tablectl
from tests.host.at_a_board import flashed_board


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A board in New Zealand, and its table.json."""
    with flashed_board(tmp_path_factory.mktemp("request"), rate=4) as made:
        yield made


def send(table, *words):
    """(status, the answer)"""
    done = tablectl("send", *words, "--port", table[0].port, "--json")
    return done.returncode, json.loads(done.stdout)


def test_a_round_is_begun_by_hand(table):
    virtual, settings = table
    status, said = send(table, "open")
    assert (status, said["ok"], said["round"]) == (0, True, 1)
    assert [event["phase"] for event in said["events"] if event["event"] == "phase"] == ["place-bets"]
    for seat, spot in ((12, "red"), (3, "split-17-20"), (3, "red")):
        assert send(table, "wager", f"seat={seat}", f"spot={spot}", "stake=500")[0] == 0
    status, said = send(table, "wager", "seat=3", "spot=red", "stake=0.5")
    assert (status, said["error"]) == (1, "bad-stake")
    status, said = send(table, "close")
    assert (status, said["error"]) == (1, "not-now")
    assert said["message"].endswith("at place-bets and has 3 wagers of seats 3, 12")

    boots = len([event for event in virtual.events if "boot" in event])
    settings.write_text(json.dumps({"table": "8", "rules": "new-zealand"}))
    done = tablectl("settings", "diff", settings, "--port", virtual.port)
    assert done.returncode == 1 and '"8"' in done.stdout, "a table in play tells its settings, too"
    assert len([event for event in virtual.events if "boot" in event]) == boots
    done = tablectl("send", "status", "--port", virtual.port)
    assert done.returncode == 0 and "phase place-bets" in done.stdout and "wagers 3" in done.stdout

    for seat, spot in ((12, "red"), (3, "split-17-20"), (3, "red")):
        assert send(table, "withdraw", f"seat={seat}", f"spot={spot}")[0] == 0
    done = tablectl("send", "close", "--port", virtual.port)
    assert done.returncode == 0 and "event phase: round 1, phase closed" in done.stdout
    done = tablectl("send", "paid", "--port", virtual.port)
    assert (done.returncode, done.stdout.split(":")[0]) == (1, "refused, not-now")


def test_words_become_fields():
    assert fields_of("wager", ("seat=3", "spot=17", "stake=500")) == {"seat": 3, "spot": "17", "stake": 500}
    assert fields_of("number", ("number=00",)) == {"number": "00"}
    assert fields_of("inspect", ("point=level", "good=false")) == {"point": "level", "good": False}
    assert fields_of("inspect", ("points=level,ball",)) == {"points": ["level", "ball"]}
    assert fields_of("calibrate", ("rotor=clockwise",)) == {"rotor": "clockwise"}


@pytest.mark.parametrize(
    "words", ["dance", "open now", "open id=3", "wager seat=1 seat=2", "wager seat=", "wager timeout=5", "wager =5"]
)
def test_a_wrong_call_is_sent_nowhere(words):
    done = tablectl("send", *words.split(), "--port", "/dev/no-such-port")
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
