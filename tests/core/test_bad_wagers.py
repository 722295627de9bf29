"""Bad wagers: each line of bad_wagers.txt is refused with its word, by either interpreter, and leaves no trace."""

from shared_core.errors import Refused
from shared_core.rulebook import MOST_STAKE, Rules
from shared_core.wager import OpenWagers, check_fields
from shared_core.wire import WireError, parse

WORDS = (
    "bad-wager", "unknown-spot", "not-offered", "bad-stake", "not-multiple-of-five", "below-minimum", "above-maximum",
)  # fmt: skip


def table():
    """The open wagers of the table that bad_wagers.txt describes."""
    rules = Rules(
        "new-jersey", wheel="double-zero", zero_rule="all", allow=("five-adjacent",), chip=2, minimum=10, maximum=1000
    )
    return OpenWagers(rules)


def corpus():
    """[(line number, error word, text of the wager)]"""
    rows = []
    with open("tests/core/bad_wagers.txt", "rb") as file:
        lines = file.read().split(b"\n")
    for place, line in enumerate(lines):
        if line and not line.startswith(b"#"):
            word, text = line.split(b" ", 1)
            rows.append((place + 1, word.decode(), text))
    return rows


def refusal(wagers, text):
    """(error word, message), or ("taken", "") when it was. A line that is no JSON is a bad wager."""
    try:
        value = parse(text)
    except WireError as error:
        return "bad-wager", error.message
    try:
        wagers.add(*check_fields(value))
    except Refused as error:
        return error.code, error.message
    return "taken", ""


def test_each_bad_wager_is_refused_with_its_word():
    wagers = table()
    wrong = []
    for line, word, text in corpus():
        found = refusal(wagers, text)
        if found[0] != word:
            wrong.append((line, word, found))
    assert wrong == [], wrong
    assert len(wagers) == 0


def test_the_corpus_has_every_word():
    found = set([word for _, word, _ in corpus()])
    assert found == set(WORDS), found
    assert len(corpus()) > 130


def test_each_refusal_says_what_is_wrong():
    wagers = table()
    for line, _, text in corpus():
        found = refusal(wagers, text)
        assert 10 < len(found[1]) < 300, (line, found)


def test_a_refused_wager_leaves_the_limits_as_they_were():
    wagers = table()
    for _, _, text in corpus():
        refusal(wagers, text)
    for spot in ("red", "straight-17", "straight-00"):
        wagers.add(1, spot, 1000)
    assert refusal(wagers, b'{"seat": 1, "spot": "red", "stake": 1}')[0] == "above-maximum"
    assert len(wagers) == 3


def test_the_401st_wager_is_one_too_many():
    wagers = table()
    for place in range(400):
        wagers.add(1 + place % 99, "red", 10)
    assert refusal(wagers, b'{"seat": 1, "spot": "red", "stake": 10}')[0] == "too-many"
    assert len(wagers) == 400


def test_what_the_bad_ones_look_like_when_they_are_good():
    wagers = table()
    for text in (
        b'{"seat": 1, "spot": "red", "stake": 10}',
        b' {"stake":1000,"spot":"straight-00","seat":99} ',
        b'{"seat": 2, "spot": "five-adjacent-17", "stake": 50}',
        b'{"seat": 2, "spot": "\\u0072ed", "stake": 50}\r',
    ):
        assert refusal(wagers, text)[0] == "taken", text
    assert len(wagers) == 4


def test_there_is_room_for_every_stake_under_the_maximum():
    for maximum, most in ((None, MOST_STAKE), (2**30, 2**30), ((2**32 - 1) // 5, (2**32 - 1) // 5), (2**32, 2**32)):
        rules = Rules("new-jersey", wheel="double-zero", zero_rule="all", allow=("five-adjacent",), maximum=maximum)
        wagers = OpenWagers(rules)
        wagers.add(1, "straight-17", most)
        five = most // 5 * 5 if maximum is None else 5 * most
        wagers.add(2, "five-adjacent-17", five)
        assert list(wagers.stakes) == [most, five]
