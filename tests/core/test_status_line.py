"""The trade's line, made to the letter and read without guessing."""

from shared_core import status_line
from shared_core.output_settings import FLAGS
from shared_core.settings import check
from shared_core.table import Table
from shared_core.wheel import NUMBERS, ZERO_ZERO

ROTOR = (153, 1)
BETS = b"*X;2;001;  ;0;153;1\r\n"


def table():
    stated = {"table": "7", "rules": "new-jersey", "options": {"zero_rule": "half"}, "notices": ["zero-rule-notice"]}
    settings, errors = check(stated)
    assert not errors
    return Table(settings)


def told(table, flags=FLAGS, rotor=ROTOR):
    return status_line.line(status_line.of_table(table, flags, rotor[0], rotor[1]))


def test_a_round():
    one = table()
    assert told(one) == b"*X;6;001;  ;0;153;1\r\n"
    one.open(0)
    assert told(one) == BETS
    one.wheel(1000, ("ball", 1000))
    assert told(one) == b"*X;3;001;  ;0;153;1\r\n"
    one.no_more_bets(2000)
    assert told(one) == b"*X;4;001;  ;0;153;1\r\n"
    one.wheel(3000, ("number", 3000, 7))
    assert told(one) == b"*X;5;001; 7;0;153;1\r\n"
    one.paid(4000)
    assert told(one) == b"*X;2;002; 7;0;153;1\r\n"
    one.wheel(5000, ("ball", 5000))
    one.wheel(6000, ("drop", 6000, 6000))
    assert told(one) == b"*X;4;002; 7;0;153;1\r\n", "the previous one until it is known"
    one.wheel(7000, ("number", 7000, ZERO_ZERO))
    assert told(one) == b"*X;5;002;00;0;153;1\r\n"


def test_a_void_spin_and_faults():
    one = table()
    one.open(0)
    one.wheel(1000, ("ball", 1000))
    one.wheel(2000, ("void", 2000, "same-direction"))
    assert told(one) == b"*X;1;001;  ;2;153;1\r\n"
    assert told(one, {"same-direction": 128}) == b"*X;1;001;  ;80;153;1\r\n"
    assert told(one, {}) == b"*X;1;001;  ;0;153;1\r\n"
    one.clear(3000)
    assert told(one) == b"*X;2;002;  ;0;153;1\r\n"
    one.wheel(4000, ("ball", 4000))
    one.fault(5000, "pocket", "stuck")
    assert told(one) == b"*X;4;002;  ;4;153;1\r\n"
    one.clear(6000)
    assert told(one)[-9:] == b"0;153;1\r\n"
    one.fault(7000, "journal-full", "no room")
    assert told(one) == b"*X;4;002;  ;0;153;1\r\n", "no fault of a sensor"


def test_numbers_that_have_no_room_in_their_fields():
    one = table()
    one.spin = 255
    assert told(one) == b"*X;6;256;  ;0;153;1\r\n"
    one.spin = 256
    assert told(one, rotor=(1234, 0)) == b"*X;6;001;  ;0;999;0\r\n"


def test_every_number_there_and_back():
    for number in range(NUMBERS):
        text = status_line.number_text(number)
        assert len(text) == 2 and status_line.parse_number(text.encode()) == number
    assert status_line.number_text(0) == " 0" and status_line.number_text(ZERO_ZERO) == "00"
    assert status_line.parse_number(b"07") == 7
    for wrong in (b"37", b"7", b" 7 ", b"  ", b"-1", b"7 ", b"", b"\xb10", b"0x"):
        assert status_line.parse_number(wrong) is None, wrong


def test_every_status_there_and_back():
    for status in ((1, 1, None, 0, 0, 0), (5, 256, ZERO_ZERO, 255, 999, 1), (6, 100, 36, 16, 7, 0)):
        assert status_line.parse(status_line.line(status)[:-2]) == status
    assert status_line.parse(b"*X;3;012;17;a;001;1") == (3, 12, 17, 10, 1, 1)


def test_lines_that_are_none():
    good = b"*X;5;012;17;0;150;1"
    assert status_line.parse(good) == (5, 12, 17, 0, 150, 1)
    for wrong in (
        b"", b"*X", b"*X;", b"*Y;5;012;17;0;150;1", b"X;5;012;17;0;150;1", b"*X;0;012;17;0;150;1",
        b"*X;7;012;17;0;150;1", b"*X;5;000;17;0;150;1", b"*X;5;257;17;0;150;1", b"*X;5;12;17;0;150;1",
        b"*X;5;012;37;0;150;1", b"*X;5;012; 7 ;0;150;1", b"*X;5;012;17;G;150;1", b"*X;5;012;17;;150;1",
        b"*X;5;012;17;100;150;1", b"*X;5;012;17;0;15;1", b"*X;5;012;17;0;150;2", b"*X;5;012;17;0;150;1;",
        b"*X;5;012;17;0;150", b"*X;5;012;17;0;1 0;1", b" *X;5;012;17;0;150;1", b"*X;\xff;012;17;0;150;1",
    ):  # fmt: skip
        assert status_line.parse(wrong) is None, wrong
    for at in range(len(good)):
        assert status_line.parse(good[:at]) is None
        assert status_line.parse(good[:at] + good[at + 1 :]) is None, "a byte is lost"
