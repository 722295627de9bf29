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


def test_a_first_start_on_a_flash_that_other_files_have_filled():
    found = json.loads(micropython("full_start.py"))
    assert found["unsafe"] == [] and found["lost"] == 0 and found["unfinished"] == 0, found
    assert found["opened"] >= 6 and found["rounds"] > 100
    refused = {(fault, why.split(": ", 1)[1]) for _, fault, why in found["refused"]}
    assert refused == {
        ("journal", "the flash is full: delete files that are not the table's"),
        ("journal-full", "the flash is full: delete files that are not the table's"),
        ("journal-full", "journal-full"),
    }
