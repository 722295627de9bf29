"""A flash that fails or is full while the table plays: nothing is told before it is durable, and nothing is lost."""

import json

import pytest

from tests.power_cut.harness import micropython


@pytest.mark.parametrize("how", ["refuses", "full"])
def test_nothing_is_told_before_it_is_durable(how):
    found = json.loads(micropython("failing.py", how))
    assert found["unsafe"] == [] and found["lost"] == 0
    assert found["rounds"] > 10 and found["failed"] >= (10 if how == "refuses" else 3), found


@pytest.mark.parametrize(
    ("broken", "words"),
    [("acknowledges-before-it-flushes", '"phase": "place-bets"'), ("answers-again-before-it-flushes", '"ok": true')],
)
def test_what_is_told_too_early_is_found(broken, words):
    found = json.loads(micropython("failing.py", "refuses", broken))
    assert any(words in what for what in found["unsafe"]), found
