"""The board's journal on a storage in memory: what is durable, how the ring turns, and what a start makes of it."""

from firmware.journal import ENOUGH, FULL, LOW, RESERVE, Journal
from shared_core.journal import parse
from shared_core.proof import ANY, Known, verify
from tests.firmware.fakes import MemoryStorage

BOARD = "e6614c311b7e6f35"
SEGMENT = 4000
KEY = bytes(range(32))
NOTE = (("kind", "note"), ("text", "x" * 400))


def journal(storage, **options):
    made = Journal(storage, BOARD, segment=options.pop("segment", SEGMENT), **options)
    assert made.damage is None, made.damage
    return made


def started(storage, **options):
    made = journal(storage, **options)
    made.append(made.boot((("cause", "test"),)))
    made.flush()
    return made


def kinds(storage):
    return [parse_kind(line) for line in lines(storage)]


def parse_kind(line):
    return parse(line)[3].split(b'"')[3].decode()


def lines(storage):
    return [line for number in storage.numbers() for line in storage.lines(number)]


def whole(storage, key=None):
    proof = verify(lines(storage), None, key)
    assert proof.first_bad is None, proof
    return proof.records


def notes(made, count):
    for _ in range(count):
        made.append(NOTE)
        made.flush()


def fails(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return str(error)
    return None


def filled(storage, until, **options):
    """A journal with notes until its ring has turned to segment `until`."""
    made = started(storage, **options)
    while made.last < until:
        notes(made, 1)
    return made


def test_a_new_log_begins_with_its_segment_and_the_boot():
    storage = MemoryStorage()
    made = started(storage)
    assert kinds(storage) == ["segment", "boot"] and whole(storage) == 2
    assert len(made.log) == 16 and made.durable == 2 and storage.appended == 1
    again = started(storage)
    assert again.log == made.log and again.history.boots == 2 and whole(storage) == 3
    assert journal(MemoryStorage()).log != made.log
    assert journal(MemoryStorage()).history.planned, "what began a log restarts the board"
    assert not journal(storage).history.planned


def test_what_belongs_together_is_one_write_and_durable_when_flushed():
    storage = MemoryStorage()
    made = started(storage)
    for _ in range(3):
        made.append(NOTE)
    assert (made.durable, whole(storage)) == (2, 2)
    made.flush()
    assert (made.durable, whole(storage), storage.appended) == (5, 5, 2)
    made.flush()
    assert storage.appended == 2


def test_a_failed_write_waits_and_is_not_written_twice():
    storage = MemoryStorage()
    made = started(storage)
    made.append(NOTE)
    storage.broken = 2
    assert fails(made.flush) and fails(made.flush) and made.durable == 2
    made.append(NOTE)
    made.flush()
    assert whole(storage) == made.durable == 4


def test_segments_begin_with_a_checkpoint_and_the_chain_goes_on():
    storage = MemoryStorage()
    made = filled(storage, 4)
    assert storage.numbers() == [1, 2, 3, 4]
    for number in storage.numbers():
        data = storage.segments[number]
        assert len(data) <= SEGMENT and parse_kind(next(storage.lines(number))) == "segment"
    assert whole(storage) == made.durable


def test_a_start_reads_the_last_segment_alone_between_rounds():
    storage = MemoryStorage()
    first = started(storage)
    first.append((("kind", "open"), ("t", 1), ("round", 7)))
    first.append((("kind", "fault"), ("t", 1), ("round", 7), ("fault", "pocket"), ("evidence", "stuck")))
    first.append((("kind", "spin"), ("t", 1), ("round", 7), ("spin", 9), ("valid", True), ("number", "00")))
    first.append((("kind", "paid"), ("t", 1), ("round", 7), ("spin", 9)))
    while first.last < 4:
        notes(first, 1)
    storage.read_from = []
    history = journal(storage).history
    assert set(storage.read_from) == {4}
    assert (history.open, history.round, history.spin, history.number) == (True, 8, 9, "00")
    assert (history.boots, history.faults, history.stage) == (1, ["pocket"], None)


def test_a_start_reads_from_the_bets_of_the_round_in_play():
    storage = MemoryStorage()
    made = filled(storage, 3)
    made.append((("kind", "bets-part"), ("round", 7), ("part", 0), ("rows", [[1, "red", 5]])))
    made.append((("kind", "bets"), ("t", 1), ("round", 7), ("spin", 9), ("digest", "d")))
    while made.last < 5:
        notes(made, 1)
    storage.read_from = []
    again = journal(storage)
    assert set(storage.read_from) == {3, 4, 5}
    first, last, digest = again.history.bets
    assert (again.history.stage, again.history.since, last - first, digest) == ("bets", 3, 1, "d")
    rows = [record["rows"] for seq, record in again.records(3) if seq == first]
    assert rows == [[[1, "red", 5]]]


def test_bets_whose_parts_stand_in_two_segments():
    storage = MemoryStorage()
    made = started(storage)
    made.append((("kind", "bets-part"), ("round", 7), ("part", 0), ("rows", [[1, "red", 5]])))
    while made.last < 2:
        made.append((("kind", "bets-part"), ("round", 7), ("part", 1), ("rows", [[2, "a long spot's name" * 9, 5]])))
    made.append((("kind", "bets"), ("t", 1), ("round", 7), ("spin", 9), ("digest", "d")))
    made.flush()
    history = journal(storage).history
    assert (history.since, history.bets[0]) == (1, 3)


def test_bets_that_were_not_closed_leave_the_ones_before_them():
    storage = MemoryStorage()
    made = started(storage)
    made.append((("kind", "bets"), ("t", 1), ("round", 7), ("spin", 9), ("digest", "old")))
    made.append((("kind", "void"), ("t", 1), ("round", 7), ("spin", 9), ("cause", "dealer")))
    while made.last < 2:
        notes(made, 1)
    made.append((("kind", "bets-part"), ("round", 7), ("part", 0), ("rows", [])))
    made.flush()
    history = journal(storage).history
    assert (history.since, history.stage, history.bets[2]) == (1, "void", "old")


def test_a_full_ring_overwrites_nothing_that_is_not_acknowledged():
    storage = MemoryStorage()
    made = started(storage, segments=4)
    levels = []
    for _ in range(1000):
        if made.level() not in levels:
            levels.append(made.level())
            if made.level() == FULL:
                left = (RESERVE - 1) * SEGMENT
                assert made.last == made.segments - RESERVE + 1 and made.size < 1000, left
        if fails(made.append, NOTE):
            break
        made.flush()
    assert levels == [ENOUGH, LOW, FULL]
    assert "full" in fails(made.append, NOTE)
    assert storage.numbers() == [1, 2, 3, 4] and whole(storage) == made.durable
    assert journal(storage, segments=4).level() == FULL


def test_whole_acknowledged_segments_go_when_room_is_needed():
    storage = MemoryStorage()
    made = filled(storage, 4, segments=4)
    second = made.first_record(3)
    made.acknowledge(0, second - 2)  # not all of segment 2
    assert kinds(storage).count("ack") == 1
    made.acknowledge(0, second - 1)
    assert kinds(storage).count("ack") == 2 and made.level() == ENOUGH
    assert storage.numbers() == [1, 2, 3, 4], "none goes before its room is needed"
    while made.last < 6:
        notes(made, 1)
    assert storage.numbers() == [3, 4, 5, 6] and made.first == 3
    again = journal(storage, segments=4)
    assert (again.first, again.history.acked) == (3, second - 1)
    while not fails(again.append, NOTE):
        again.flush()
    assert storage.numbers() == [3, 4, 5, 6]


def test_acknowledged_segments_go_when_other_files_have_taken_the_room():
    storage = MemoryStorage()
    made = filled(storage, 5)
    made.acknowledge(0, made.first_record(3) - 1)
    storage.broken = 2
    notes(made, 1)
    assert storage.numbers() == [3, 4, 5] and made.first == 3
    storage.broken = 1
    made.append(NOTE)
    assert fails(made.flush) and storage.numbers() == [3, 4, 5], "what no host has stays"
    made.flush()
    assert verify(lines(storage), Known(first=ANY)).last == lines(storage)[-1][:-1]
    assert (journal(storage).first, made.durable) == (3, parse(lines(storage)[-1])[0])


def test_acknowledgements_of_the_last_records_leave_no_record():
    storage = MemoryStorage()
    made = started(storage)
    for _ in range(5):
        made.acknowledge(0, made.durable)
    assert whole(storage) == 2 and made.history.acked == 2


def test_the_bets_of_the_round_in_play_stay_though_acknowledged():
    storage = MemoryStorage()
    made = started(storage, segments=4)
    made.append((("kind", "bets"), ("t", 1), ("round", 7), ("spin", 9), ("digest", "d")))
    while made.last < 4:
        notes(made, 1)
    made.acknowledge(0, made.durable)
    while not fails(made.append, NOTE):
        made.flush()
    assert storage.numbers() == [1, 2, 3, 4] and made.level() == FULL
    assert journal(storage, segments=4).history.since == 1


def test_a_table_without_a_host_may_overwrite_its_oldest():
    storage = MemoryStorage()
    made = started(storage, segments=4, overwrite=True)
    while made.last < 9:
        notes(made, 1)
        assert made.level() == ENOUGH
    assert storage.numbers() == [6, 7, 8, 9]
    assert kinds(storage).count("overwritten") == 4
    again = journal(storage, segments=4, overwrite=True)
    assert again.history.overwritten == again.first_record(6) - 1


def test_a_cut_between_the_announcement_and_the_deletion():
    storage = MemoryStorage()
    made = filled(storage, 4, segments=4, overwrite=True)
    before = bytes(storage.segments[1])
    while made.last < 5:
        notes(made, 1)
    storage.segments[1] = bytearray(before)
    assert journal(storage, segments=4, overwrite=True).first == 2
    assert storage.numbers() == [2, 3, 4, 5]


def test_every_torn_end_is_cut_off_and_counted():
    storage = MemoryStorage()
    made = filled(storage, 2)
    notes(made, 1)
    durable = made.durable
    end = storage.size(2)
    made.append(NOTE)
    made.flush()
    data = bytes(storage.segments[2])
    for size in range(end, len(data)):
        for garbage in (b"", b"\x00\xff", b"\n", b"\n\n{}\n"):
            torn = storage.copy()
            torn.segments[2] = bytearray(data[:size] + garbage)
            again = journal(torn)
            if size == len(data) - 1 and garbage[:1] == b"\n":
                assert again.durable == durable + 1
                continue
            assert (again.durable, again.torn, torn.size(2)) == (durable, size - end + len(garbage), end), size
            again.append(again.boot(()))
            again.flush()
            assert whole(torn) == durable + 1


def test_a_segment_that_was_not_begun_is_taken_away():
    storage = MemoryStorage()
    made = filled(storage, 3)
    head = bytes(next(storage.lines(3)))
    durable = made.first_record(3) - 1
    for start in (b"", head[:1], head[:-1], b"\xff" * 256):
        torn = storage.copy()
        torn.segments[3] = bytearray(start)
        again = journal(torn)
        assert (again.durable, again.last, again.torn, torn.numbers()) == (durable, 2, len(start), [1, 2])
        again.append(again.boot(()))
        again.flush()
        assert whole(torn) > durable
    torn = MemoryStorage({1: bytearray(head[:-3])})
    assert whole(torn.copy()) == 0 if not head else True
    again = started(torn)
    assert again.torn == len(head) - 3 and kinds(torn) == ["segment", "boot"]


def damage(storage, **options):
    return Journal(storage, options.pop("board", BOARD), segment=SEGMENT, **options).damage


def test_what_no_power_cut_leaves_is_damage():
    storage = MemoryStorage()
    made = filled(storage, 2)
    notes(made, 3)
    data = bytes(storage.segments[2])
    for at in range(0, len(data) - 600, 7):
        changed = storage.copy()
        changed.segments[2][at] ^= 4
        assert damage(changed), at
    missing = storage.copy()
    records = list(missing.lines(2))
    missing.segments[2] = bytearray(b"".join(records[:2] + records[3:]))
    assert "does not follow" in damage(missing)
    gap = filled(MemoryStorage(), 3).storage
    gap.remove(2)
    assert "not there" in damage(gap)
    bad = Journal(changed, BOARD, segment=SEGMENT)
    assert fails(bad.append, NOTE) == bad.damage
    assert bad.event_number() < bad.event_number()


def test_a_log_is_bound_to_its_board_and_its_key():
    storage = MemoryStorage()
    made = started(storage, key=KEY)
    assert whole(storage, KEY) == 2 and verify(lines(storage)).keyless is not None
    assert made.key == "630dcd2966c43366"  # SHA-256 of the bytes 0 to 31
    assert "board" in damage(storage.copy(), board="e6614c311b7e6f36", key=KEY)
    assert "key" in damage(storage.copy()) and "key" in damage(storage.copy(), key=bytes(32))
    assert damage(storage.copy(), key=KEY) is None
    assert "key" in damage(started(MemoryStorage()).storage, key=KEY)
    for no_key in (b"", b"short", KEY + b"x"):
        assert "64 hex digits" in damage(MemoryStorage(), key=no_key)


def test_event_numbers_go_on_over_boots():
    storage = MemoryStorage()
    made = started(storage)
    told = [made.event_number() for _ in range(3)]
    again = started(storage)
    assert again.event_number() > told[-1]
    again._next_event = again._set_aside  # ten thousand events later
    last = again.event_number()
    assert kinds(storage)[-1] == "events"
    assert started(storage).event_number() > last


def test_a_small_flash_makes_a_small_ring():
    storage = MemoryStorage()
    storage.free = lambda: 10 * SEGMENT
    assert journal(storage, segments=24).segments == 9
    storage.free = lambda: 0
    assert journal(storage, segments=24).segments == 2 * RESERVE
