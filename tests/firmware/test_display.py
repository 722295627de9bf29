from firmware.display import BLINK_MS, EARLIER, RETRY_MS, TEST_MS, Display

WRAP = 2**30


class Output:
    def __init__(self, answers=True):
        self.answers = answers
        self.written = []
        self.earlier = ()
        self.ticks = 0

    def show(self, name, lit, earlier):
        self.written.append(name if lit else "dark")
        self.earlier = tuple(earlier)
        if self.answers is None:
            raise OSError(19)
        return self.answers

    def tick(self, now_ms):
        self.ticks += 1

    def take(self):
        written = self.written
        self.written = []
        return written


def tested(*outputs):
    """A Display after its self-test, at 0 ms."""
    display = Display(list(outputs))
    display.tick(WRAP - TEST_MS)
    display.tick(0)
    for output in outputs:
        output.take()
    return display


def test_the_self_test_comes_first_and_hides_nothing_for_long():
    output = Output()
    display = Display([output])
    assert output.take() == ["self-test"]
    display.show("closed")
    display.tick(100)
    display.tick(100 + TEST_MS - 1)
    assert output.take() == []
    display.tick(100 + TEST_MS)
    assert output.take() == ["closed"]
    display.self_test()
    display.show("17")
    display.tick(5000)
    assert output.take() == ["self-test"] and output.ticks == 4
    display.show("fault-pocket")
    assert output.take() == ["fault-pocket"], "a fault is not hidden"


def test_nothing_to_show_yet():
    output = Output()
    tested(output).tick(10)
    assert output.take() == []


def test_steady_is_written_once():
    output = Output()
    display = tested(output)
    display.show("17")
    assert output.take() == ["17"]
    assert display.present
    for now in range(0, 5000, 10):
        display.tick(now)
    display.show("17")
    assert output.take() == []


def test_blinking():
    for start in (0, WRAP - 600):  # the second one goes over the wrap of ticks_ms
        output = Output()
        display = tested(output)
        display.show("00", True)
        assert output.take() == ["00"]
        changes = []
        for ms in range(0, 4 * BLINK_MS + 1, 10):
            display.tick((start + ms) % WRAP)
            for written in output.take():
                changes.append((ms, written))
        assert [ms for ms, _ in changes] == [BLINK_MS, 2 * BLINK_MS, 3 * BLINK_MS, 4 * BLINK_MS], start
        assert [written for _, written in changes] == ["dark", "00", "dark", "00"]


def test_blinking_becomes_steady():
    output = Output()
    display = tested(output)
    display.show("5", True)
    display.tick(1000)
    display.tick(1000 + BLINK_MS)
    assert output.take() == ["5", "dark"]
    display.show("5")
    assert output.take() == ["5"]
    for now in range(1000 + BLINK_MS, 5000, 10):
        display.tick(now)
    assert output.take() == []


def test_showing_the_same_does_not_disturb_the_blinking():
    output = Output()
    display = tested(output)
    display.show("5", True)
    display.tick(0)
    for now in range(10, 10 * BLINK_MS, 10):
        display.show("5", True)
        display.tick(now)
    assert len(output.take()) == 10


def test_a_new_picture_starts_lit():
    output = Output()
    display = tested(output)
    display.show("5", True)
    display.tick(0)
    display.tick(BLINK_MS)
    display.show("no-spin", True)
    assert output.take()[-1] == "no-spin"
    display.tick(BLINK_MS + 10)
    assert output.take() == []


def test_one_that_does_not_answer_is_tried_again_and_stops_no_other():
    for silent in (False, None):
        output, other = Output(silent), Output()
        display = tested(output, other)
        display.show("closed")
        assert not display.present
        assert output.take() == other.take() == ["closed"]
        for now in range(0, 2 * RETRY_MS + 1, 10):
            display.tick(now)
        assert output.take() == ["closed"] * 2 and other.take() == []
        output.answers = True
        display.tick(3 * RETRY_MS)
        assert display.present and output.take() == ["closed"]
        for now in range(3 * RETRY_MS, 9 * RETRY_MS, 10):
            display.tick(now)
        assert output.take() == []


def test_the_numbers_that_were_shown_before():
    output = Output()
    display = tested(output)
    display.show("closed")
    assert output.earlier == ()
    display.show("7")  # the last number, as the log told it at the start
    assert output.earlier == ()
    display.show("no-more-bets")
    assert output.earlier == ("7",)
    for number in ("0", "00", "00"):
        display.show("no-more-bets")
        display.show(number, True)
        display.show(number)
        display.show(number)
    assert output.earlier == ("00", "0", "7")
    display.show("ball-in-rim")
    assert output.earlier == ("00", "00", "0", "7") and len(output.earlier) == EARLIER
    display.show("9", True)
    display.show("9")
    assert output.earlier == ("00", "00", "0")
    display.show("8")  # it was corrected
    assert output.earlier == ("00", "00", "0")
