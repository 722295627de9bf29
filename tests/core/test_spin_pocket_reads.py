"""What reads prove: two turns running, three after another pocket, more where it was read turn about."""

from shared_core.pocket_reads import PocketReads

POCKETS = 37
TURN_US = 2500000


def read(*places, timed=True):
    """Reads as (pocket, turn in tenths of a turn)."""
    reads = PocketReads(POCKETS)
    for pocket, tenths in places:
        reads.read(pocket, tenths * TURN_US // 10, tenths * POCKETS // 10, 0, timed)
    return reads


def test_two_turns_running_agree():
    assert not read((5, 0)).agree(True)
    assert read((5, 0), (5, 10)).agree(True)
    assert not read((5, 0), (5, 20)).agree(True)
    assert read((5, 0), (5, 20), (5, 30)).agree(True)


def test_three_are_needed_within_three_turns_of_another_pocket():
    assert not read((9, 0), (5, 3), (5, 13)).agree(True)
    assert read((9, 0), (5, 3), (5, 13), (5, 23)).agree(True)
    assert read((9, 0), (5, 33), (5, 43)).agree(True)


def test_where_pulses_are_missed_three_are_needed_and_one_may_be_missing():
    assert not read((5, 0), (5, 10)).agree(False)
    assert read((5, 0), (5, 20), (5, 30)).agree(False)
    assert not read((5, 0), (5, 30), (5, 40)).agree(False)


def test_a_part_of_the_same_pulse_is_no_read():
    reads = read((5, 0))
    assert not reads.read(5, 1000, 1, 0, True)
    assert not reads.agree(True)


def test_two_things_are_read_turn_about():
    assert not read((5, 0), (9, 4), (5, 10)).two_things()
    reads = read((5, 0), (9, 4), (5, 10), (9, 14))
    assert reads.two_things() and reads.two_things_since() == 0
    assert not read((5, 0), (5, 10), (9, 14), (9, 24)).two_things()


def test_a_pocket_that_came_back_takes_four_turns():
    assert not read((5, 0), (9, 4), (5, 10), (5, 20), (5, 30)).agree(True)
    assert read((5, 0), (9, 4), (5, 10), (5, 20), (5, 30), (5, 40)).agree(True)


def test_a_slip_of_the_count_or_an_unclear_read_begins_anew():
    reads = read((5, 0))
    reads.read(5, TURN_US, POCKETS, 1, True)
    assert not reads.agree(True)
    reads = read((5, 0))
    reads.restart()
    reads.read(5, TURN_US, POCKETS, 0, True)
    assert not reads.agree(True) and reads.first_at == TURN_US


def test_no_number_without_the_time_within_the_turn_to_bear_it_out():
    assert not read((5, 0), (5, 10), (5, 20), timed=False).agree(True)


def test_what_is_read_while_the_ball_is_on_the_track_takes_more_to_rule_out():
    reads = read((9, 0))
    reads.ball_elsewhere()
    for tenths in (50, 60, 70):
        reads.read(5, tenths * TURN_US // 10, tenths * POCKETS // 10, 0, True)
    assert not reads.agree(True)
    reads.read(5, 8 * TURN_US, 8 * POCKETS, 0, True)
    assert reads.agree(True)


def test_the_span_is_the_turns_from_the_first_of_the_reads_that_are_held():
    assert read((5, 0)).span == 0
    assert read((5, 0), (5, 10)).span == 1
    assert read((5, 0), (5, 20), (5, 30)).span == 3
    assert read((5, 0), (5, 10), (9, 14), (9, 24)).span == 1
    assert read((5, 0), (5, 10), (5, 50)).span == 0


def test_turns_without_a_read_between_two_of_one_pocket_are_counted():
    for turns, missed in ((1, 0), (2, 1), (5, 4), (6, 5), (7, 0)):
        assert read((5, 0), (5, 10 * turns)).missed == missed
    assert read((5, 0), (9, 13), (5, 30)).missed == 0
    reads = read((5, 0))
    reads.missed = -1  # something was seen that had no place
    reads.read(5, 2 * TURN_US, 2 * POCKETS, 0, True)
    assert reads.missed == 0
