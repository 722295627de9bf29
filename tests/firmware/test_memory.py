import sys

from firmware.memory import ENOUGH, EVERY_MS, TICKS_MASK, Memory, forget


def test_only_while_nothing_goes_on_and_now_and_then():
    collected = []
    memory = Memory(lambda: collected.append(now))
    for now, quiet in (
        (5, False),
        (6, True),
        (5 + EVERY_MS, True),
        (6 + EVERY_MS, True),
        (9 * EVERY_MS, False),
        (9 * EVERY_MS + 1, True),
    ):
        memory.tick(now, quiet)
    assert collected == [6, 6 + EVERY_MS, 9 * EVERY_MS + 1]


def test_once_behind_the_bets_where_little_is_left():
    free = [ENOUGH - 1]
    collected = []
    memory = Memory(lambda: collected.append(now), lambda: free[0])
    for now, awaited in ((1, False), (2, True), (3, True), (4, False), (5, True)):
        memory.tick(now, False, False, awaited)
    assert collected == [2, 5]
    free[0] = ENOUGH
    memory.tick(6, False, False, False)
    memory.tick(7, False, False, True)
    assert collected == [2, 5]


def test_over_the_wrap_of_the_ticks():
    collected = []
    memory = Memory(lambda: collected.append(1))
    memory.tick(TICKS_MASK - 10, True)
    memory.tick(EVERY_MS - 20, True)
    assert len(collected) == 1
    memory.tick(EVERY_MS, True)
    assert len(collected) == 2


def test_a_forgotten_module_can_be_loaded_again():
    from shared_core import places

    name = places.__name__
    forget(name)
    assert name not in sys.modules
    forget(name)
    from shared_core import places as again

    assert again is not places and again.place


def test_rules_hold_without_their_rulebook():
    from shared_core.errors import Refused
    from shared_core.rulebook import Rules

    rules = Rules("new-jersey", wheel="single-zero")
    forget("shared_core.rulebooks")
    assert not [name for name in sys.modules if name.startswith("shared_core.rulebooks")]
    assert rules.void_clause("too-few-turns") == "(m)2" and rules.void_clause("zero") is None
    assert rules.outcomes(0)[rules.layout.spot_id("red")] == 0
    for spot, why in (("five-adjacent-17", "(e)1i"), ("first-four", "new-jersey does not list it")):
        try:
            rules.spot(spot)
        except Refused as error:
            assert error.message.endswith(why), error.message
            continue
        raise AssertionError(spot)
    assert "shared_core.rulebooks" not in sys.modules
    assert rules.book.CLOSING == rules.closing
