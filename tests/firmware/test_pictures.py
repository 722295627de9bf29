from firmware.pictures import DIGITS, GLYPHS, code, picture, segments
from shared_core.table import PICTURED_FAULTS, PICTURES
from shared_core.wheel import NUMBERS, name
from tests.all_pictures import names, text, worded

# The rows of a seven-segment digit, drawn by hand for what a human must be able to tell apart.
DRAWN = (
    ("0", " _ ", "| |", "|_|"),
    ("1", "   ", "  |", "  |"),
    ("2", " _ ", " _|", "|_ "),
    ("3", " _ ", " _|", " _|"),
    ("4", "   ", "|_|", "  |"),
    ("5", " _ ", "|_ ", " _|"),
    ("6", " _ ", "|_ ", "|_|"),
    ("7", " _ ", "  |", "  |"),
    ("8", " _ ", "|_|", "|_|"),
    ("9", " _ ", "|_|", " _|"),
    ("A", " _ ", "|_|", "| |"),
    ("b", "   ", "|_ ", "|_|"),
    ("C", " _ ", "|  ", "|_ "),
    ("d", "   ", " _|", "|_|"),
    ("E", " _ ", "|_ ", "|_ "),
    ("F", " _ ", "|_ ", "|  "),
    ("H", "   ", "|_|", "| |"),
    ("I", "   ", "|  ", "|  "),
    ("J", "   ", "  |", "|_|"),
    ("L", "   ", "|  ", "|_ "),
    ("n", "   ", " _ ", "| |"),
    ("o", "   ", " _ ", "|_|"),
    ("P", " _ ", "|_|", "|  "),
    ("r", "   ", " _ ", "|  "),
    ("S", " _ ", "|_ ", " _|"),
    ("t", "   ", "|_ ", "|_ "),
    ("U", "   ", "| |", "|_|"),
    ("-", "   ", " _ ", "   "),
    (" ", "   ", "   ", "   "),
)


def drawing(code):
    """The three rows of a segment code: a is bit 0, then clockwise, g in the middle."""
    a, b, c, d, e, f, g = [mark if code >> bit & 1 else " " for bit, mark in enumerate("_||_||_")]
    return " " + a + " ", f + g + b, e + d + c


def test_glyphs_are_as_drawn():
    assert sorted([row[0] for row in DRAWN]) == sorted(GLYPHS)
    for char, top, middle, bottom in DRAWN:
        assert drawing(code(char)) == (top, middle, bottom), char


def test_numbers_are_right_aligned_and_all_different():
    for number in range(NUMBERS):
        digits = name(number)
        assert text(picture(digits)) == " " * (DIGITS - len(digits)) + digits
    assert text(picture("0")) == "   0"
    assert text(picture("00")) == "  00"
    assert len({picture(name(number)) for number in range(NUMBERS)}) == NUMBERS


def test_words():
    for picture_name, word in (
        ("closed", "CLSd"),
        ("place-bets", "bEtS"),
        ("ball-in-rim", "SPIn"),
        ("no-more-bets", "----"),
        ("no-spin", "noSP"),
        ("by-hand", "HAnd"),
        ("fault", "Er00"),
        ("fault-rotor_index", "Er01"),
        ("fault-no_spin", "Er08"),
        ("fault-capture", "Er09"),
        ("fault-status-line", "Er12"),
        ("settings", "SEt "),
        ("fault-journal-full", "FULL"),
        ("journal-90", "J 90"),
        ("hand-7", "H  7"),
        ("hand-00", "H 00"),
        ("inspect-3", "In 3"),
        ("self-test", "8.8.8.8."),
        ("dark", "    "),
    ):
        assert text(picture(picture_name)) == word, picture_name
        assert len(picture(picture_name)) == DIGITS


def test_no_two_pictures_are_alike():
    assert len({picture(one) for one in names()}) == len(names()) > 2 * NUMBERS + len(worded())


def test_the_tables_pictures_are_there():
    for one in PICTURES:
        assert picture(one)
    for fault in PICTURED_FAULTS:
        assert picture("fault-" + fault)


def test_unknown_pictures_are_refused():
    for wrong in ("37", "-1", "01", "000", "", "Closed", "fault-none"):
        try:
            picture(wrong)
        except ValueError as error:
            assert repr(wrong) in str(error)
        else:
            raise AssertionError(wrong)


def test_text_of_any_code():
    assert text(segments("17")) == "  17"
    assert text(b"\x86\x01\x00\x3f") == "1.? 0"
