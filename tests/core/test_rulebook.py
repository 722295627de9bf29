"""The rulebooks resolved: options that must be stated, that do not apply, and what hangs on them."""

from shared_core.errors import Refused, RulesError
from shared_core.rulebook import HALF, LOSE, STAND, WIN, Rules, load


def refused_option(book_id, **options):
    try:
        Rules(book_id, **options)
    except RulesError as error:
        return error.option
    return None


def refused_spot(rules, name):
    try:
        rules.spot(name)
    except Refused as error:
        return error.code
    return None


def test_what_must_be_stated():
    assert refused_option("new-jersey") == "zero_rule"
    assert refused_option("new-jersey", wheel="single-zero") is None
    assert refused_option("live-dealer") == "minimum"
    assert refused_option("live-dealer", minimum=1) == "maximum"
    assert refused_option("live-dealer", limits=False) is None
    assert [row[0] for row in Rules("live-dealer", complete=False).missing] == ["minimum", "maximum"]


def test_what_does_not_apply():
    assert refused_option("new-zealand", zero_rule="half") == "zero_rule"
    assert refused_option("new-jersey", wheel="single-zero", zero_rule="all") == "zero_rule"
    assert refused_option("new-zealand", allow=("seven-numbers",)) == "allow"
    assert refused_option("new-zealand", street_odds=11) == "street_odds"
    assert refused_option("new-zealand", chip=5) == "chip"
    assert refused_option("new-jersey", zero_rule="all", chip=5) == "chip"
    assert refused_option("new-zealand", wheel="double-zero") == "wheel"


def test_what_is_out_of_range():
    assert refused_option("new-zealand", minimum=0) == "minimum"
    assert refused_option("new-zealand", maximum=2.5) == "maximum"
    assert refused_option("new-zealand", minimum=True) == "minimum"
    assert refused_option("new-zealand", minimum=10, maximum=9) == "minimum"
    assert refused_option("new-jersey", zero_rule="both") == "zero_rule"
    assert refused_option("new-jersey", zero_rule="all", min_turns=3) == "min_turns"
    assert refused_option("live-dealer", limits=False, street_odds=0) == "street_odds"
    for wrong in ("", "no-such", "--init--", "../x", "New-Jersey", 7, None):
        assert refused_option(wrong) == "rules"


def test_minimum_of_revolutions():
    assert Rules("new-jersey", zero_rule="all").min_turns == 4
    assert Rules("new-zealand").min_turns == 0
    assert Rules("new-zealand", min_turns=5).min_turns == 5
    assert Rules("live-dealer", limits=False).min_turns == 7


def test_offered_or_not():
    single = Rules("new-jersey", wheel="single-zero")
    assert refused_spot(single, "trio-0-2-3") == "not-offered"
    assert refused_spot(single, "first-four") == "not-offered"
    assert refused_spot(single, "trio-0-1-2") is None
    assert refused_spot(single, "split-0-00") == "unknown-spot"
    assert refused_spot(single, "five-adjacent-17") == "not-offered"
    assert refused_spot(single, "straight-37") == "unknown-spot"
    as_single = Rules("new-jersey", wheel="double-as-single", allow=("five-adjacent",))
    for name in ("straight-00", "split-0-00", "first-five", "five-adjacent-1"):
        assert refused_spot(as_single, name) == "not-offered"
    assert refused_spot(as_single, "five-adjacent-17") is None
    live = Rules("live-dealer", limits=False)
    assert refused_spot(live, "street-1") == "not-offered"
    assert refused_spot(live, "trio-0-1-2") == "not-offered"
    assert refused_spot(Rules("live-dealer", limits=False, street_odds=11), "street-1") is None


def test_zero_rules():
    for options, zero, expected in (
        (("new-jersey", "double-zero", "half"), 37, HALF),
        (("new-jersey", "double-zero", "half"), 0, HALF),
        (("new-jersey", "double-zero", "all"), 0, LOSE),
        (("new-jersey", "single-zero", None), 0, LOSE),
        (("new-jersey", "double-as-single", None), 0, LOSE),
        (("new-jersey", "double-as-single", None), 37, STAND),
        (("new-zealand", "single-zero", None), 0, LOSE),
    ):
        rules = Rules(options[0], wheel=options[1], zero_rule=options[2])
        row = rules.outcomes(zero)
        for kind in ("red", "black", "odd", "even", "low", "high"):
            assert row[rules.layout.spot_id(kind)] == expected, (options, kind)
        if expected != STAND:
            assert row[rules.layout.spot_id("dozen-1")] == LOSE
            assert row[rules.layout.straight(zero)] == WIN


def test_no_rulebook_has_two_rows_for_a_spot():
    """The odds of a spot are looked up by its name and its kind, so there is one row for each."""
    for book_id in ("new-jersey", "new-zealand", "live-dealer"):
        names = [row[0] for row in load(book_id).WAGERS]
        assert len(set(names)) == len(names) > 10, book_id
