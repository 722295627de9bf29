"""Windows of the journal for a host that pulls it, and its acknowledgements."""

from binascii import crc32

from firmware import pull as pull_module
from firmware.pull import WINDOW, Later, Pull
from shared_core.errors import Refused
from shared_core.journal import parse
from tests.firmware.fakes import MemoryStorage
from tests.firmware.test_board_journal import SEGMENT, filled, journal, kinds, lines, notes, whole


def code(call, *arguments):
    try:
        call(*arguments)
    except Refused as error:
        return error.code
    return None


def patiently(call, *arguments):
    """What comes of a call that is made again each turn while it raises Later."""
    for _ in range(SEGMENT // WINDOW + 3):
        try:
            return call(*arguments)
        except Later:
            pass
    raise AssertionError("it never comes")


def pulled(pull, seq):
    """(answer as a dict, bytes) of one window, its sums checked."""
    pairs, view = pull.window(seq)
    told = dict(pairs)
    data = bytes(view)
    assert told["from"] == seq and told["bytes"] == len(data) <= WINDOW
    assert told["crc"] == "%08x" % crc32(data) and told["records"] == data.count(b"\n")
    return told, data


def test_window_after_window_is_the_log():
    storage = MemoryStorage()
    made = filled(storage, 5)
    pull = Pull(made)
    got = b""
    seq = 1
    while seq <= made.durable:
        told, data = pulled(pull, seq)
        assert told["last"] == made.durable and told["log"] == made.log
        got += data
        seq += told["records"]
    assert got == b"".join(lines(storage))
    told, data = pulled(pull, seq)
    assert (told["records"], data) == (0, b"")
    notes(made, 1)
    assert pulled(pull, seq)[0]["records"] == 1


def test_a_window_may_begin_at_any_record():
    storage = MemoryStorage()
    made = filled(storage, 4)
    every = lines(storage)
    for seq in range(1, made.durable + 1):
        told, data = pulled(Pull(made), seq)
        assert told["records"] >= 1 and data == b"".join(every[seq - 1 : seq - 1 + told["records"]]), seq


def test_in_the_place_of_record_0_lie_the_settings():
    made = Pull(filled(MemoryStorage(), 1))
    assert pulled(made, 0)[1] == b""
    usual = pull_module.SETTINGS
    try:
        pull_module.SETTINGS = "LICENSE"
        pairs, view = made.window(0)
        with open("LICENSE", "rb") as file:
            assert bytes(view) == file.read() != b""
    finally:
        pull_module.SETTINGS = usual
    told = dict(pairs)
    assert (told["from"], told["records"], told["crc"]) == (0, 0, "%08x" % crc32(view))
    assert pulled(made, 1)[0]["records"]


def test_only_what_is_durable_is_sent():
    made = filled(MemoryStorage(), 2)
    durable = made.durable
    made.append((("kind", "note"),))
    assert pulled(Pull(made), durable + 1)[0]["records"] == 0
    made.flush()
    assert pulled(Pull(made), durable + 1)[0]["records"] == 1


def test_what_cannot_be_pulled():
    made = filled(MemoryStorage(), 2)
    pull = Pull(made)
    assert code(pull.window, made.durable + 2) == "not-there"
    pull.busy = True
    assert code(pull.window, 1) == "busy"
    pull.busy = False
    made.storage.segments[2] = bytearray()
    assert code(pull.window, made.durable) == "journal"
    made.storage.remove(2)
    assert code(pull.window, made.durable) == "journal"
    made.damage = "the journal is damaged"
    assert code(pull.window, 1) == code(pull.ack, 0, 1, "") == "journal"


def test_an_acknowledgement_names_the_record_by_its_hash():
    storage = MemoryStorage()
    made = filled(storage, 4, segments=4)
    pull = Pull(made)
    every = lines(storage)
    for seq in (1, 9, made.durable):
        digest = parse(every[seq - 1])[2].decode()
        assert code(pull.ack, 0, seq, digest[1:] + "0") == "other-log"
        assert pull.ack(0, seq, digest) == (("acked", seq),)
        assert pull.ack(0, 1, parse(every[0])[2].decode()) == (("acked", seq),), "it does not go back"
    assert code(pull.ack, 0, made.durable + 1, "0" * 64) == "not-there"
    pairs, view = pull.window(made.durable - 2)
    assert dict(pairs)["records"] == 3
    assert pull.ack(0, made.durable, parse(bytes(view).split(b"\n")[2])[2].decode())
    while made.last < 6:
        notes(made, 1)
    first = made.first_record(made.first)
    assert first > 1 and code(pull.window, first - 1) == "gone"
    assert pull.ack(0, first - 1, "of a deleted record")[0][1] >= first
    assert pulled(pull, first)[0]["records"] > 1


def test_a_host_that_comes_back_after_a_restart_goes_on():
    storage = MemoryStorage()
    made = filled(storage, 3)
    told, data = pulled(Pull(made), 1)
    again = Pull(journal(storage))
    digest = parse(data.split(b"\n")[told["records"] - 1])[2].decode()
    assert again.ack(0, told["records"], digest) == (("acked", told["records"]),)
    assert b"".join(lines(storage)).startswith(data + pulled(again, told["records"] + 1)[1])


def test_an_acknowledgement_in_play_waits_for_the_next_record():
    storage = MemoryStorage()
    made = filled(storage, 4)
    pull = Pull(made, lambda: True)
    before, seq = storage.appended, made.durable
    assert patiently(pull.ack, 7, seq, parse(lines(storage)[-1])[2].decode()) == (("acked", seq),)
    assert storage.appended == before and made.history.acked == seq and made.fill() < 50
    made.append((("kind", "note"), ("text", "x")))
    made.flush()
    assert storage.appended == before + 1 and kinds(storage)[-2:] == ["ack", "note"]
    assert journal(storage).history.acked == seq and whole(storage) == seq + 2


def test_an_acknowledgement_whose_record_was_lost_is_said_again():
    storage = MemoryStorage()
    made = filled(storage, 4)
    digest = parse(lines(storage)[-1])[2].decode()
    seq = made.durable
    patiently(Pull(made, lambda: True).ack, 7, seq, digest)
    again = journal(storage)
    assert again.history.acked == 0 and again.durable == seq
    assert Pull(again).ack(8, seq, digest) == (("acked", seq),)
    assert kinds(storage)[-1] == "ack" and journal(storage).history.acked == seq


def test_in_play_a_search_goes_piece_by_piece():
    storage = MemoryStorage()
    made = filled(storage, 3, segment=30_000)
    every = lines(storage)
    reads = []
    storage.read, read = lambda *where: reads.append(where) or read(*where), storage.read
    while made._looked < made.last:
        made.look()
    for seq in (1, 2, 30, made.first_record(2) - 1, made.first_record(2), made.first_record(2) + 40, made.durable):
        pull = Pull(made, lambda: True)
        turns = 0
        while True:
            del reads[:]
            turns += 1
            try:
                told, data = pulled(pull, seq)
                break
            except Later:
                assert len(reads) == 1, "no more than a piece a turn"
        assert len(reads) == 1 and data == b"".join(every[seq - 1 : seq - 1 + told["records"]]), seq
        assert turns <= 30_000 // 3500 + 2, turns


def test_a_record_is_found_with_few_looks_at_segments():
    storage = MemoryStorage()
    made = filled(storage, 33, segments=40)
    looks = []
    made.first_record, look = lambda number: looks.append(number) or look(number), made.first_record
    for seq in range(1, made.durable + 1, 7):
        del looks[:]
        segment = made.segment_of(seq)
        assert look(segment) <= seq < (look(segment + 1) if segment < made.last else made.durable + 1)
        assert len(looks) <= 6, looks
