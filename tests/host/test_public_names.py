import ast
import keyword
import re

from host_tools import board_files
from host_tools.public_names import GIVEN, IN_FLASH, rename
from host_tools.smaller import smaller


def renamed(*sources, kept=()):
    """(the sources with other names, the names in flash that are left)."""
    trees = [ast.parse(source) for source in sources]
    free = rename(trees, set(kept))
    return [ast.unparse(tree) for tree in trees], free


def words(texts):
    return [word for text in texts for word in re.findall(r"\w+", text)]


def test_a_name_is_another_one_in_flash_and_the_same_in_all_files():
    sources = (
        "class Wheel:\n\n    def turn_by(self, pockets):\n        self.travel = pockets",
        "from one import Wheel as Rotor\nRotor().turn_by(pockets=Rotor().travel)",
    )
    found, free = renamed(*sources)
    new = dict(zip(words(sources), words(found), strict=True))
    changed = {old: new[old] for old in new if new[old] != old}
    assert set(changed) == {"Wheel", "turn_by", "travel", "Rotor"}
    others = set(changed.values())
    assert len(others) == 4 and others < set(GIVEN) and not others & set(free)
    assert [re.sub(r"\w+", lambda word: new[word[0]], text) for text in sources] == found


def test_what_stays():
    for source in (
        "append = []",  # is in flash
        "_own = []",  # of its file alone
        "class Odd(Exception):\n    pass\n\nclass Odder(ValueError):\n    pass",  # in a record of a crash
        "class Signal:\n\n    def __len__(self):\n        return 0",
        "from machine import reset_pin\nreset_pin(foreign.name_of(7))",  # not the program's
    ):
        assert renamed(source)[0] == [source]
    assert renamed("one_name = []", kept=["one_name"])[0] == ["one_name = []"]


def test_a_name_that_is_in_use_is_given_to_no_other():
    """Not even where it is one of MicroPython, or of a program beside."""
    (one, *_), free = renamed("some_name = []")
    assert one.split()[0] not in free
    for taken in (f"x.{one.split()[0]}", one.split()[0] + "()"):
        assert renamed("some_name = []", taken)[0][0] != one
    assert renamed("some_name = []", kept=[one.split()[0]])[0][0] != one


def test_one_more_name_leaves_the_others_as_they_are():
    before = renamed("\n".join(f"name_{number} = []" for number in range(300)))[0][0].split()
    after = renamed("\n".join(f"name_{number} = []" for number in range(301)))[0][0].split()
    changed = [one for one, other in zip(before, after, strict=False) if one != other]
    assert len(changed) < 10


def test_more_names_than_there_are_in_flash_keep_their_own():
    sources = "\n".join(f"name_{number} = []" for number in range(len(GIVEN) + 5))
    found, free = renamed(sources)
    assert free == [] and found[0].count("name_") == 5


def test_the_list():
    assert len(set(IN_FLASH)) == len(IN_FLASH) > 500
    assert not set(IN_FLASH) & set(keyword.kwlist)
    # short_names.py gives the names that begin with an underscore, and letters
    assert all(name.isidentifier() and not name.startswith("_") and len(name) > 1 for name in IN_FLASH)


def test_nothing_is_called_like_an_error_or_what_micropython_asks_for():
    assert len(GIVEN) > 800 and set(GIVEN) < set(IN_FLASH)
    for name in ("write", "ioctl", "throw", "ValueError", "OSError", "StopIteration", "KeyboardInterrupt"):
        assert name in IN_FLASH and name not in GIVEN


def test_there_are_enough_for_the_program():
    sources = {file.path: file.data.decode() for file in board_files.program()}
    found = "\n".join(smaller(sources).values())
    assert set(re.findall(r"\b_\w+", found)) <= set(re.findall(r"\b_\w+", "\n".join(sources.values())))
