"""The wheel and the layout: counts and neighbours that a printed wheel and cloth show."""

from shared_core import layout, wheel
from shared_core.places import place

NO_NAMES = (
    "", "-", "red-", "red-1", "-red", "Red", "red\n", "\nred", "red\0", "r\xe9d", "straight", "straight-", "straight17",
    "straight--1", "straight-01", "straight-1-", "straight-1\n", "straight-1\nstraight-2", "straight-37",
    "first-four-0",
    "five-adjacent", "five-adjacent0", "split-17-14", "split-014-17", "split-14-17-", "split-14", "14-17", "B14-17",
    "A0", "A0\n", "K", "K\n", None, 17, b"red",
)  # fmt: skip


def kinds_of(cloth):
    counts = {}
    for spot in range(len(cloth.names)):
        kind = cloth.kind(spot)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def test_wheels_hold_every_number_once():
    for name, size in (("single-zero", 37), ("double-zero", 38), ("double-as-single", 38)):
        order = wheel.pockets(name)
        assert len(order) == size and sorted(order) == list(range(size))
        assert order[0] == 0


def test_colours_alternate_but_for_the_zeros():
    for name in wheel.WHEELS:
        colours = [wheel.colour(number) for number in wheel.pockets(name)]
        assert colours.count("red") == colours.count("black") == 18
        for i in range(len(colours)):
            assert colours[i] != colours[i - 1]


def test_names_and_ids_agree():
    for number in range(wheel.NUMBERS):
        assert wheel.number_id(wheel.name(number)) == number
    for wrong in ("37", "007", "", " 1", "-1", 17, None):
        try:
            wheel.number_id(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def test_neighbours_on_the_wheel():
    def around(name, number):
        return [wheel.name(n) for n in wheel.neighbours(name, wheel.number_id(number))]

    assert around("single-zero", "0") == ["3", "26", "0", "32", "15"]
    assert around("double-zero", "00") == ["13", "1", "00", "27", "10"]
    assert around("double-zero", "2") == ["35", "14", "2", "0", "28"]


def test_places_are_157_and_161():
    for name, expected in (("single-zero", 157), ("double-zero", 161)):
        counts = kinds_of(layout.layout_of(name))
        operators = counts.pop("five-adjacent") + counts.pop("seven-numbers")
        assert sum(counts.values()) == expected
        assert operators == len(wheel.pockets(name)) + 1
        assert counts["corner"] == 22 and counts["street"] == 12 and counts["six-line"] == 11


def test_spots_that_others_got_wrong():
    single = layout.layout_of("single-zero")
    double = layout.layout_of("double-zero")
    assert list(single.covers(single.spot_id("street-1"))) == [1, 2, 3]
    assert list(double.covers(double.spot_id("trio-0-00-2"))) == [0, wheel.ZERO_ZERO, 2]
    assert double.spot_id("trio-0-2-3") is None and single.spot_id("trio-0-2-3") is not None
    assert double.spot_id("split-0-3") is None and single.spot_id("split-0-00") is None
    assert single.spot_id("corner-3") is None and single.spot_id("split-3-4") is None
    assert single.spot_id("six-line-34") is None and single.spot_id(17) is None
    for kind in layout.OUTSIDE:
        for cloth in (single, double):
            for spot in range(len(cloth.names)):
                if cloth.kind(spot) == kind:
                    assert 0 not in cloth.covers(spot) and wheel.ZERO_ZERO not in cloth.covers(spot)


def test_every_name_finds_its_spot_and_nothing_else_does():
    for name in ("single-zero", "double-zero"):
        cloth = layout.layout_of(name)
        assert [cloth.spot_id(one) for one in cloth.names] == list(range(len(cloth.names)))
        for wrong in NO_NAMES:
            assert cloth.spot_id(wrong) is None, wrong


def test_covered_by_is_covers_turned_round():
    for name in ("single-zero", "double-zero"):
        cloth = layout.layout_of(name)
        for number in wheel.pockets(name):
            expected = [spot for spot in range(len(cloth.names)) if number in cloth.covers(spot)]
            assert list(cloth.covered_by(number)) == expected
            assert cloth.names[cloth.straight(number)] == "straight-" + wheel.name(number)


def test_every_spot_says_where_its_chip_lies():
    for name in ("single-zero", "double-zero"):
        cloth = layout.layout_of(name)
        for spot in range(len(cloth.names)):
            assert place(cloth, spot) and "{" not in place(cloth, spot)
    assert place(cloth, cloth.spot_id("dozen-3")) == 'in the box labelled "3rd 12"'
    assert place(cloth, cloth.spot_id("six-line-4")) == "on the outside corner of the rows that begin with 4 and 7"
