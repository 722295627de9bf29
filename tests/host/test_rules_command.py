"""`tablectl rules` and `fingerprint` against the letter of the design, as real processes."""

import json
import re

from tests.command import tablectl
from tests.oracle.table import Table


def rules(*arguments):
    done = tablectl("rules", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_rules_has_the_shape_of_the_design():
    book = rules("new-jersey", "--zero-rule", "half")
    assert list(book) == ["id", "wheel", "title", "spots", "gaps"]
    assert (book["id"], book["wheel"]) == ("new-jersey", "double-zero")
    spot = book["spots"]["straight-17"]
    assert list(spot) == ["numbers", "odds", "house_edge", "clause", "places"]
    assert (spot["numbers"], spot["odds"], spot["house_edge"]) == (["17"], 35, "1/19")
    assert spot["clause"].startswith("(e)1")
    assert all(isinstance(gap, str) and gap for gap in book["gaps"])
    assert book["gaps"]
    for name, spot in book["spots"].items():
        assert spot["places"], name
        assert all(isinstance(place, str) and place.strip() for place in spot["places"]), name


def test_a_split_of_both_zeros_has_its_second_place():
    book = rules("new-jersey", "--zero-rule", "half")
    assert len(book["spots"]["split-0-00"]["places"]) == 2
    assert len(book["spots"]["split-0-1"]["places"]) == 1
    assert "2nd 12" in book["spots"]["split-0-00"]["places"][1]


def test_what_is_not_stated_is_a_gap_and_its_edge_is_null():
    book = rules("new-jersey")
    assert {name for name, spot in book["spots"].items() if spot["house_edge"] is None} == {
        "red", "black", "odd", "even", "low", "high"
    }  # fmt: skip
    assert any("zero_rule" in gap or "zero-rule" in gap or "zero rule" in gap for gap in book["gaps"])
    assert book["spots"]["dozen-1"]["house_edge"] == "1/19"


def test_a_live_table_without_street_odds_has_no_street_with_an_edge():
    book = rules("live-dealer")
    assert all(
        spot["house_edge"] is None for name, spot in book["spots"].items() if name.startswith(("street", "trio"))
    )
    assert any("street" in gap for gap in book["gaps"])
    assert any("minimum" in gap for gap in book["gaps"])


def test_rules_without_an_id_names_the_rulebooks():
    done = tablectl("rules", "--json")
    assert done.returncode == 0
    json.loads(done.stdout)
    for book in ("new-jersey", "new-zealand", "live-dealer"):
        assert book in done.stdout


# fingerprint


def test_fingerprint_prints_one_hash_and_nothing_else():
    done = tablectl("fingerprint", "--rules", "new-zealand")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"[0-9a-f]{64}\n", done.stdout)
    assert done.stdout == Table("new-zealand").fingerprint() + "\n"


def test_fingerprint_has_json():
    line = tablectl("fingerprint", "--rules", "new-zealand").stdout.strip()
    assert line in json.loads(tablectl("fingerprint", "--rules", "new-zealand", "--json").stdout).values()


def test_fingerprint_knows_no_limits():
    free = tablectl("fingerprint", "--rules", "new-zealand").stdout
    assert tablectl("fingerprint", "--rules", "new-zealand", "--minimum", "20", "--maximum", "30").stdout == free
