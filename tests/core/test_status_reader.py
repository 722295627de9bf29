"""A wheel that reads itself: what its lines make of a spin."""

from shared_core.output_settings import FLAGS
from shared_core.settings import check
from shared_core.status_line import line, number_text
from shared_core.status_reader import SILENT_US, UNCONFIRMED_US, StatusReader

ALL_FLAGS = {"ball-removed": 1, "same-direction": 2, "sensor-fault": 4, "dealer": 8, "too-few-turns": 16}
HALF = 500000
STATED = {"table": "8", "rules": "new-zealand", "options": {"min_turns": 4}}


class Wheel:
    """Sends lines to a reader, half a second apart."""

    def __init__(self, flags=ALL_FLAGS, **stated):
        settings, errors = check(dict(STATED, **stated))
        assert not errors, errors
        self.reader = StatusReader(settings.rules.wheel, flags)
        self.t = 0
        self.told = []

    def say(self, *statuses, times=2):
        """Statuses (state, spin, number, flags) in turn, each so many times; what came of it, without times."""
        for status in statuses:
            for _ in range(times):
                self.bytes(line(status + (150, 1)))
        return self.take()

    def bytes(self, data):
        self.t += HALF
        self.reader.time(self.t)
        self.reader.feed(self.t, data)

    def wait(self, us):
        for _ in range(us // 100000):
            self.t += 100000
            self.reader.time(self.t)

    def take(self):
        events = self.reader.take()
        self.told += events
        return [(event[0],) + event[2:] for _, event, _ in events]


BEFORE, BETS, RIM, NO_MORE, NUMBER = [(state, 12, 5, 0) for state in (1, 2, 3, 4, 5)]
WON = (5, 12, 17, 0)
NEXT = (2, 13, 17, 0)


def names(events):
    return [event[0] for event in events]


def test_a_round():
    wheel = Wheel()
    assert wheel.say(BETS) == [("place-bets",)]
    assert wheel.say(RIM) == [("ball",)]
    assert wheel.say(NO_MORE) == [("no-more-bets",)]
    assert wheel.say(WON) == [("number", 17), ("over",)]
    assert wheel.say(NEXT) == [("place-bets",)]
    measures = dict(wheel.told[-3][2])
    assert measures == {"wheel_spin": 12, "rotor_rpm_tenths": 150, "rotor_direction": "counterclockwise"}


def test_repeated_lines_act_once():
    wheel = Wheel()
    events = wheel.say(BETS, RIM, NO_MORE, WON, NEXT, times=40)
    assert names(events) == ["place-bets", "ball", "no-more-bets", "number", "over", "place-bets"]


def test_what_was_said_once_is_not_believed():
    wheel = Wheel()
    wheel.say(BETS)
    assert wheel.say(RIM, BETS, RIM, BETS, times=1) == []
    assert wheel.reader.asks
    assert wheel.say(RIM, times=3) == [], "after such noise two are not enough"
    assert wheel.say(RIM, times=1) == [("ball",)]
    assert wheel.say(WON, RIM, NO_MORE, RIM, times=1) == []
    assert wheel.say(RIM, times=10) == []
    assert wheel.say(NO_MORE, times=2) == [("no-more-bets",)], "the noise is forgotten"


def test_a_status_that_stays_alone_is_forgotten():
    wheel = Wheel()
    wheel.say(BETS)
    wheel.say(RIM, times=1)
    wheel.wait(UNCONFIRMED_US + 200000)
    assert wheel.say(RIM, times=3) == []
    assert wheel.say(RIM, times=1) == [("ball",)]


def test_what_may_be_no_more_bets_holds_back_what_came_after_it():
    wheel = Wheel()
    wheel.say(BETS, RIM)
    assert wheel.reader.pending is None
    wheel.say(NO_MORE, times=1)
    at = wheel.t
    assert wheel.reader.pending == at
    wheel.say(NO_MORE, times=1)
    assert wheel.reader.pending is None and wheel.told[-1][:2] == (at, ("no-more-bets", at)), "by its first line"
    wheel.say(BETS, times=1)
    assert wheel.reader.pending is None


def test_the_bare_number_bears_the_status_out():
    wheel = Wheel()
    wheel.say(BETS, RIM, NO_MORE)
    wheel.bytes(b"17\r\n")
    assert wheel.say(WON, times=1) == [("number", 17), ("over",)]
    wheel = Wheel()
    wheel.say(BETS, RIM, NO_MORE)
    wheel.say(WON, times=1)
    wheel.bytes(b"17\r\n")
    assert wheel.take() == [("number", 17), ("over",)]
    wheel = Wheel()
    wheel.say(BETS, RIM, NO_MORE)
    wheel.bytes(b"13\r\n")
    (undetermined, _) = wheel.say(WON)
    assert undetermined == ("undetermined", "the line tells 17 and 13")
    wheel = Wheel()
    wheel.say(BETS)
    wheel.bytes(b"17\r\n")
    wheel.bytes(b"17\r\n")
    assert wheel.take() == [], "a number alone decides nothing"


def test_a_number_without_its_states_is_undetermined():
    for statuses, why in (
        ((BETS, WON), "a spin came without its states; the line tells 17"),
        ((BETS, (2, 13, 5, 0)), "a spin came without its states; the line tells 5"),
        ((BETS, NEXT), "a spin came without its states; the line tells 17"),
        ((BETS, RIM, WON), "the number came without the states before it"),
        ((NO_MORE, WON), "the number came without the states before it"),
        ((BETS, RIM, NO_MORE, NEXT), "the line tells no number of this spin"),
        ((BETS, RIM, NO_MORE, BEFORE), "the line tells no number of this spin"),
        ((BETS, RIM, NO_MORE, (5, 12, None, 0)), "the line tells no number, which this wheel has not"),
        ((BETS, RIM, NO_MORE, (5, 12, 37, 0)), "the line tells 00, which this wheel has not"),
        (((5, 12, 5, 0), (2, 12, 5, 0), (2, 13, 17, 0)), "a spin came without its states; the line tells 17"),
    ):
        events = Wheel().say(*statuses)
        told = [event for event in events if event[0] not in ("place-bets", "no-more-bets")]
        assert told == [("ball",), ("undetermined", why), ("over",)], (statuses, told)


def test_a_call_that_came_before_the_ball():
    wheel = Wheel()
    assert names(wheel.say(BETS, NO_MORE, WON)) == ["place-bets", "ball", "no-more-bets", "number", "over"]


def test_where_the_line_stands_at_the_start_is_no_spin():
    for first in (BEFORE, BETS, WON, (6, 12, 17, 0)):
        assert [event for event in Wheel().say(first, times=4) if event[0] != "place-bets"] == []
    assert names(Wheel().say(RIM, NO_MORE, WON)) == ["ball", "no-more-bets", "number", "over"]
    assert Wheel().say(WON, (5, 12, 17, 2)) == []


def test_flags_void_a_spin_by_their_causes():
    for flags, cause in ((1, "ball-removed"), (2, "same-direction"), (8, "dealer"), (18, "same-direction")):
        wheel = Wheel()
        wheel.say(BETS, RIM)
        assert wheel.say((1, 12, 5, flags)) == [("void", cause), ("over",)]
        assert names(wheel.say((2, 13, 5, 0), (3, 13, 5, 0))) == ["place-bets", "ball"]
        wheel = Wheel()
        wheel.say(BETS)
        assert wheel.say((3, 12, 5, flags)) == [("ball",), ("void", cause)]
        assert wheel.say((4, 12, 5, flags), (5, 12, 17, flags)) == [("over",)], "the first cause stands"
        assert names(wheel.say((2, 12, 17, flags), (3, 12, 17, flags))) == ["place-bets", "ball"], "an old flag"


def test_a_spin_that_was_void_before_its_states_were_seen():
    wheel = Wheel()
    wheel.say(BETS)
    assert wheel.say((1, 12, 5, 2)) == [("ball",), ("void", "same-direction"), ("over",)]
    assert wheel.say((1, 12, 5, 3), times=5) == [], "it has its cause"
    assert names(wheel.say((2, 13, 5, 0), (3, 13, 5, 0))) == ["place-bets", "ball"]
    assert [event for event in Wheel().say((1, 12, 5, 2)) if event[0] != "over"] == [], "it stood there at the start"


def test_a_flag_that_the_map_does_not_have_is_nothing():
    wheel = Wheel(FLAGS)
    assert names(wheel.say(BETS, RIM, (4, 12, 5, 16), (5, 12, 17, 16))) == [
        "place-bets", "ball", "no-more-bets", "number", "over",
    ]  # fmt: skip
    wheel = Wheel(FLAGS)
    wheel.say(BETS, RIM)
    assert wheel.say((1, 12, 5, 16))[0][0] == "undetermined"


def test_a_fault_that_the_wheel_tells():
    wheel = Wheel()
    wheel.say(BETS, RIM)
    fault = ("fault", "status-line", "the wheel tells a fault of its own", True)
    assert wheel.say((4, 12, 5, 4)) == [("no-more-bets",), fault]
    assert wheel.say((5, 12, 17, 4), times=5) == [("over",)]
    wheel.reader.clear_fault("status-line")
    assert wheel.say((5, 12, 17, 4)) == [fault], "it is still there"
    assert wheel.say((5, 12, 17, 0), (5, 12, 17, 4)) == [fault]


def test_silence_while_a_ball_is_live():
    wheel = Wheel()
    wheel.say(BETS)
    wheel.wait(10 * SILENT_US)
    assert wheel.say(BETS, RIM) == [("ball",)]
    wheel.wait(SILENT_US - 100000)
    assert wheel.take() == []
    wheel.wait(100000)
    assert wheel.take() == [("fault", "status-line", "the line is silent for 2 s while a ball is live", True)]
    wheel.wait(10 * SILENT_US)
    assert wheel.say(NO_MORE, WON) == [("over",)], "the dealer tells this one"
    assert names(wheel.say(NEXT, (3, 13, 17, 0))) == ["place-bets", "ball"]


def test_noise_is_as_good_as_silence():
    wheel = Wheel()
    wheel.say(BETS, RIM)
    for _ in range(5):
        wheel.bytes(b"*X;3;012;05;0;15\r\n\xff\x00\r\n")
    assert names(wheel.take()) == ["fault"] and wheel.reader.garbage == 10


def test_after_a_gap_the_states_have_to_be_seen_again():
    wheel = Wheel()
    wheel.say(BETS)
    wheel.wait(2 * SILENT_US)
    assert names(wheel.say(NO_MORE, WON)) == ["ball", "no-more-bets", "undetermined", "over"]
    wheel = Wheel()
    wheel.say(BETS)
    wheel.wait(2 * SILENT_US)
    assert names(wheel.say(BETS, NO_MORE, WON)) == ["ball", "no-more-bets", "number", "over"], "bets were placed again"


def test_a_line_that_jumps_is_another_wheels():
    for before, after in (
        (BETS, (2, 201, 30, 0)),
        (BETS, (2, 12, 30, 0)),
        (BETS, (3, 12, 30, 0)),
        (BETS, (3, 13, 30, 0)),
        (RIM, (4, 12, 30, 0)),
        (RIM, (3, 13, 5, 0)),
        (NO_MORE, (5, 13, 30, 0)),
        (NO_MORE, (6, 1, None, 0)),
        (WON, (5, 12, 18, 0)),
    ):
        wheel = Wheel()
        wheel.say(BETS, before)
        told = wheel.say(after, times=4)
        assert names(told)[0] == "fault" and "jumped" in told[0][2], (before, after, told)
        if after[0] in (3, 4, 5):
            assert set(names(wheel.say((4,) + after[1:], (5, after[1], 33, 0)))) <= {"over", "fault"}, (before, after)


def test_after_a_jump_its_next_spin_counts():
    wheel = Wheel()
    wheel.say(BETS, RIM)
    wheel.say((4, 201, 30, 0), (5, 201, 33, 0))
    events = wheel.say((2, 202, 33, 0), (3, 202, 33, 0), (4, 202, 33, 0), (5, 202, 8, 0))
    assert names(events) == ["place-bets", "ball", "no-more-bets", "number", "over"]


def test_the_dealers_no_spin():
    wheel = Wheel()
    wheel.say(BETS)
    assert not wheel.reader.no_spin(wheel.t)
    wheel.say(RIM)
    assert wheel.reader.no_spin(wheel.t, "foreign-object")
    assert wheel.take() == [("void", "foreign-object")]
    assert wheel.say(NO_MORE, WON) == [("over",)]
    assert not wheel.reader.no_spin(wheel.t)
    wheel = Wheel()
    wheel.say(BETS, RIM)
    wheel.reader.no_spin(wheel.t)
    wheel.take()
    assert wheel.say((1, 13, 5, 8)) == [("over",)], "the wheel's word for the same"


def test_cut_lines_and_all_kinds_of_ends():
    wheel = Wheel()
    for data in (
        b"2;012; 5;0;150;1\r\n",  # begins in the middle
        b"*X;2;012; 5;0;150;1\n",
        b"*X;3;012; 5;0;1",  # cut
        b"*X;2;012; 5;0;150;1\r",
        b"*X;2;0",
        b"12; 5;0;150;1" + b"\r\n",  # in pieces
        b"*X\r\n" * 3 + b"x" * 500 + b"\r\n",  # an echo, a line without end
        b"*X;2;012; 5;0;150;1\r\n",
        b"*X;3;012; 5;0;150;1\r\n*X;3;012; 5;0;150;1\r\n" * 2,  # several at once
    ):
        wheel.bytes(data)
    assert wheel.take() == [("place-bets",), ("ball",)] and wheel.reader.garbage == 2


def test_a_spins_number_goes_round():
    wheel = Wheel()
    events = wheel.say((2, 256, 5, 0), (3, 256, 5, 0), (4, 256, 5, 0), (5, 256, 17, 0), (2, 1, 17, 0), (3, 1, 17, 0))
    assert names(events) == ["place-bets", "ball", "no-more-bets", "number", "over", "place-bets", "ball"]


def test_00_on_a_wheel_that_is_used_as_a_single_zero():
    wheel = Wheel(
        rules="new-jersey", wheel="double-as-single", options={}, notices=["single-zero-notice"]
    )  # fmt: skip
    assert wheel.say(BETS, RIM, NO_MORE, (5, 12, 37, 0))[-2:] == [("void", "zero-zero"), ("over",)]


def test_times_are_told_since_boot():
    wheel = Wheel()
    wheel.say(BETS)
    wheel.reader.rebase(wheel.t)
    wheel.t = 0
    wheel.say(RIM)
    assert wheel.told[-1][0] == wheel.told[-1][1][1] == wheel.reader.base + wheel.t == 2 * HALF + 2 * HALF
    wheel.reader.rebase(wheel.t)
    wheel.t = 0
    wheel.wait(SILENT_US)
    assert names(wheel.take()) == ["fault"] and wheel.reader.rotor(0) == (150, 1)


def test_the_base_moves_under_what_is_undecided():
    wheel = Wheel()
    wheel.say(BETS, RIM)
    wheel.say(NO_MORE, times=1)
    since_boot = wheel.t
    wheel.reader.rebase(wheel.t)
    wheel.t = 0
    assert wheel.reader.pending == 0
    assert wheel.say(NO_MORE, times=1) == [("no-more-bets",)] and wheel.told[-1][0] == since_boot
    wheel.t += 10 * SILENT_US
    wheel.reader.feed(wheel.t, b"13\r\n*X;4;012; 5;0;150;1\r\n")
    wheel.reader.rebase(wheel.t)
    wheel.t = 0
    wheel.say(NO_MORE, times=5)
    assert wheel.say(WON) == [("number", 17), ("over",)], "the bare number was long ago"
    wheel.say((2, 13, 17, 0))
    wheel.say((3, 13, 17, 0), times=1)
    wheel.reader.rebase(wheel.t)
    wheel.t = 0
    wheel.wait(UNCONFIRMED_US + 200000)
    assert wheel.say((3, 13, 17, 0), times=1) == [], "it stayed alone for too long"
    assert number_text(5) == " 5"
