"""What is told and shown, and when: never before the records ahead of it are durable."""

from firmware.actions import MOST_WAITING, RETRY_US, Actions
from shared_core.wire import parse
from tests.firmware.fakes import MemoryStorage
from tests.firmware.test_board_journal import NOTE, kinds, started

RECORD = ("record", NOTE)


class Seen:
    """A writer and a display that note what they get and how many records were durable then."""

    def __init__(self, storage):
        self.storage = storage
        self.seen = []

    def event(self, line):
        self._note(parse(line)["event"])

    def answer(self, line):
        self._note(line)

    def show(self, picture, blink):
        self._note(picture)

    def _note(self, what):
        self.seen.append((what, kinds(self.storage).count("note")))


def actions():
    storage = MemoryStorage()
    seen = Seen(storage)
    made = Actions(started(storage), seen, seen)
    storage.appended = 0
    return storage, seen, made


def event(name):
    return ("event", (("event", name), ("round", 1)))


def test_records_are_durable_before_what_follows_them_and_together():
    storage, seen, made = actions()
    assert made.perform(0, [RECORD, RECORD, event("bets"), ("show", "17", True), RECORD, RECORD, ("show", "17", False)])
    assert made.perform(0, [("answer", b"ok")]) and made.perform(0, ())
    assert seen.seen == [("bets", 2), ("17", 2), ("17", 4), (b"ok", 4)]
    assert storage.appended == 2
    assert made.perform(0, [RECORD])
    assert kinds(storage).count("note") == 5, "and at the end of all"


def test_a_picture_is_shown_early_only_where_nothing_waits():
    storage, seen, made = actions()
    assert made.show_early("17", True) and seen.seen == [("17", 0)]
    made.hold = True
    made.perform(0, [RECORD, event("bets")])
    assert not made.show_early("18", True)
    made.hold = False
    assert made.perform(1, ()) and made.show_early("19", True)
    storage.broken = 1
    assert not made.perform(2, [RECORD]) and not made.show_early("20", True)
    assert [what for what, _ in seen.seen] == ["17", "bets", "19"]


def test_while_the_flash_fails_all_waits_in_its_order():
    storage, seen, made = actions()
    storage.broken = 3
    assert not made.perform(0, [event("before"), RECORD, event("first"), ("show", "17", False)])
    assert "full" in made.failed and seen.seen == [("before", 0)]
    assert not made.perform(1, [RECORD, ("answer", b"ok")])
    assert storage.broken == 2, "it is not tried again at once"
    assert not made.perform(RETRY_US, ())
    assert not made.perform(2 * RETRY_US, [event("second")])
    assert seen.seen == [("before", 0)]
    assert made.perform(3 * RETRY_US, ()) and made.failed is None
    assert seen.seen[1:] == [("first", 1), ("17", 1), (b"ok", 2), ("second", 2)]
    assert kinds(storage).count("note") == 2


def test_what_comes_without_end_while_the_flash_fails_is_counted():
    storage, seen, made = actions()
    storage.broken = 10**6
    for _ in range(MOST_WAITING + 7):
        assert not made.perform(0, [RECORD, event("stray")])
    storage.broken = 0
    assert made.perform(RETRY_US, ()) and made.perform(RETRY_US, [RECORD])
    assert len(seen.seen) == MOST_WAITING and kinds(storage).count("note") == MOST_WAITING + 1
    assert kinds(storage).count("not-recorded") == 1


def test_records_are_made_one_by_one():
    storage, _, made = actions()
    most = []

    def many():
        for _ in range(60):
            yield RECORD
            most.append(len(made._journal._waiting))

    storage.broken = 1
    assert not made.perform(0, many())
    assert made.perform(RETRY_US, ())
    assert kinds(storage).count("note") == 60 and max(most) < 15
    assert storage.appended < 25


def test_event_numbers_are_set_aside_before_they_are_used():
    storage, seen, made = actions()
    journal = made._journal
    journal._next_event = journal._set_aside
    storage.broken = 1
    assert not made.perform(0, [event("one")]) and seen.seen == []
    assert made.perform(RETRY_US, ()) and seen.seen == [("one", 0)]
    assert kinds(storage)[-1] == "events"


def test_without_a_journal_there_is_still_the_link():
    _, seen, made = actions()
    made._journal.damage = "the journal is damaged"
    assert made.perform(0, [RECORD, event("settings"), ("answer", b"ok")])
    assert [what for what, _ in seen.seen] == ["settings", b"ok"]


def test_while_held_nothing_is_written_and_nothing_overtakes():
    storage, seen, made = actions()
    made.hold = True
    assert made.perform(0, [event("before"), RECORD, event("after"), ("show", "17", True)])
    assert made.perform(0, [RECORD, ("answer", b"ok")]) and made.perform(0, ())
    assert seen.seen == [("before", 0)] and storage.appended == 0 and made.waiting
    made.hold = False
    assert made.perform(0, ()) and not made.waiting
    assert seen.seen[1:] == [("after", 1), ("17", 1), (b"ok", 2)]
