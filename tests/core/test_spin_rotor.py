"""The rotor's place: counted through dirt, told by two of three sources, never when they disagree."""

from shared_core.rotor import CLOCKWISE, COUNTERCLOCKWISE, UNCLEAR, UNKNOWN, Rotor
from shared_core.sensor_lines import default_offsets

POCKETS = 37
PITCH_US = 64000
A, B, INDEX = range(3)


def pulses(marks, way, first=0, pitch=PITCH_US):
    """The middles of the pulses of a steady rotor in order, as (t, line); mark `first` is that of pocket 0."""
    found = []
    for mark in range(marks):
        t = 1000000 + mark * pitch
        found.append((t, A))
        found.append((t + way * pitch // 4, B))
        if (mark - first) % POCKETS == 0:
            found.append((t + 1, INDEX))
    found.sort()
    return found


def turned(found, rotor=None):
    """A rotor that has seen such pulses."""
    rotor = rotor or Rotor(POCKETS, default_offsets(POCKETS))
    for t, line in found:
        (rotor.mark_a, rotor.mark_b, rotor.index)[line](t)
    return rotor


def at(mark, pitch=PITCH_US):
    """When a mark passes the reader."""
    return 1000000 + mark * pitch


def test_pockets_come_in_printed_order_on_a_counterclockwise_rotor_and_in_reverse_on_a_clockwise_one():
    for way, sign in ((COUNTERCLOCKWISE, 1), (CLOCKWISE, -1)):
        rotor = turned(pulses(4 * POCKETS, way))
        assert rotor.direction == way
        last = 4 * POCKETS - 1
        assert rotor.place(at(last)) == sign * last % POCKETS
        assert rotor.timed and rotor.proven()


def test_the_direction_is_proven_within_a_second_of_the_slowest_rotor():
    slow = 175000
    found = [pulse for pulse in pulses(40, CLOCKWISE, first=99, pitch=slow) if pulse[0] <= 1000000 + 1000000]
    assert turned(found).direction == CLOCKWISE


def test_missing_marks_are_counted_and_too_many_are_not_guessed():
    found = [pulse for pulse in pulses(4 * POCKETS, COUNTERCLOCKWISE)]
    holes = [pulse for place, pulse in enumerate(found) if pulse[1] == INDEX or place % 9]
    rotor = turned(holes)
    assert rotor.place(at(4 * POCKETS - 1)) == (4 * POCKETS - 1) % POCKETS
    gone = [pulse for pulse in found if not at(100) < pulse[0] < at(140)]
    assert turned(gone).place(at(4 * POCKETS - 1)) == UNKNOWN


def test_a_count_that_slipped_tells_no_place_until_the_index_has_proven_it_again():
    found = pulses(3 * POCKETS, COUNTERCLOCKWISE)
    rotor = turned(found)
    rotor.a.count += 1
    assert rotor.place(at(3 * POCKETS - 1)) == UNCLEAR
    rotor.b.count += 1
    assert rotor.place(at(3 * POCKETS - 1)) == UNCLEAR  # the time within the turn tells another


def test_one_line_of_marks_and_the_time_tell_the_place_and_one_line_alone_does_not():
    rotor = turned(pulses(4 * POCKETS, COUNTERCLOCKWISE))
    last = 4 * POCKETS - 1
    rotor.trust(False, True, True)
    assert rotor.place(at(last)) == last % POCKETS
    rotor.trust(False, True, False)
    assert rotor.place(at(last)) == UNKNOWN


def test_exchanged_lines_are_seen_at_the_index_and_tell_no_place():
    swapped = [(t, {A: B, B: A, INDEX: INDEX}[line]) for t, line in pulses(4 * POCKETS, COUNTERCLOCKWISE)]
    rotor = turned(swapped)
    assert rotor.swapped >= 2
    assert rotor.place(at(4 * POCKETS - 1)) == UNKNOWN


def test_lines_exchanged_while_it_turns_are_no_rotor_that_turned_round():
    found = pulses(6 * POCKETS, COUNTERCLOCKWISE)
    rotor = turned([pulse for pulse in found if pulse[0] < at(100)])
    exchanged = [(t, {A: B, B: A, INDEX: INDEX}[line]) for t, line in found if t >= at(100)]
    turned(exchanged, rotor)
    assert rotor.swapped >= 2


def test_a_rotor_that_stopped_may_come_back_the_other_way_round():
    rotor = turned(pulses(3 * POCKETS, COUNTERCLOCKWISE))
    later = at(3 * POCKETS) + 3000000
    turned([(t + later, line) for t, line in pulses(4 * POCKETS, CLOCKWISE)], rotor)
    assert rotor.direction == CLOCKWISE and rotor.swapped == 0
    assert rotor.place(later + at(4 * POCKETS - 1)) == -(4 * POCKETS - 1) % POCKETS


def test_twice_or_half_the_marks_are_not_taken_for_a_count():
    fast = Rotor(POCKETS, default_offsets(POCKETS))
    for mark in range(4):
        fast.mark_a(1000000 + mark * PITCH_US // 2)
    assert fast.a.locked
    for mark in range(4, 40):
        fast.mark_a(1000000 + mark * PITCH_US)
    assert fast.a.period > PITCH_US * 3 // 4


def test_rebase_changes_nothing():
    found = pulses(4 * POCKETS, COUNTERCLOCKWISE)
    rotor = turned([pulse for pulse in found if pulse[0] < at(100)])
    rotor.rebase(900000)
    turned([(t - 900000, line) for t, line in found if t >= at(100)], rotor)
    assert rotor.place(at(4 * POCKETS - 1) - 900000) == (4 * POCKETS - 1) % POCKETS
