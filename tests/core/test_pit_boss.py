"""Inspections, changes of dealer, corrections: what leaves a record and changes nothing of a round."""

from shared_core.errors import Refused
from shared_core.link import Link
from shared_core.settings import check
from shared_core.table import Table
from shared_core.wire import dump, parse

LIVE = {
    "table": "9",
    "rules": "live-dealer",
    "options": {"minimum": 100, "maximum": 1000},
    "notices": ["limits-on-screen"],
}
POINTS = ["contrivance", "level", "rotation", "parts", "ball"]
IDS = []
COASTED = (("turns", 4), ("uneven", 12), ("friction", 1000), ("speed_milli", 300))


def made():
    settings, errors = check(LIVE)
    assert not errors
    return Table(settings)


def records(table):
    return [dict(action[1]) for action in table.take() if action[0] == "record"]


def ask(link, do, **fields):
    IDS.append(len(IDS))
    fields.update({"id": IDS[-1], "do": do})
    return parse(link.line(IDS[-1], dump(fields).encode()))


def test_an_inspection_goes_point_by_point_and_is_a_record():
    table = made()
    link = Link(table, ())
    first = ask(link, "inspect")
    assert (first["next"], first["clause"]) == ("contrivance", "4.2.1") and "contrivance" in first["check"]
    for place, name in enumerate(POINTS):
        assert ask(link, "open")["error"] == "not-inspected"
        wrong = ask(link, "inspect", point="wheel")
        assert wrong["error"] == "not-now" and name in wrong["message"]
        after = ask(link, "inspect", point=name)
        assert after["next"] == (POINTS + [None])[place + 1]
    found = records(table)
    assert [one["kind"] for one in found] == ["inspect"] and found[0]["points"] == POINTS
    assert ask(link, "inspect", point="ball")["error"] == "not-now"
    assert ask(link, "open")["ok"] is True
    assert ask(link, "inspect", point="contrivance")["error"] == "not-now", "it is open"


def test_what_is_not_good_is_a_record_and_the_table_stays_closed():
    table = made()
    link = Link(table, ())
    ask(link, "inspect", point="contrivance")
    assert ask(link, "inspect", point="level", good=1)["error"] == "bad-request"
    assert ask(link, "inspect", point="level", good=False)["next"] == "contrivance"
    found = records(table)
    assert [(one["kind"], one["point"], one["clause"]) for one in found] == [("inspection-failed", "level", "4.2.2")]
    assert ask(link, "open")["error"] == "not-inspected"


def test_what_the_rotor_showed_stands_in_the_record_with_its_drift():
    table = made()
    table.coasts = [[10, 1000], [12, 1100], [11, 900]]
    table.wheel(1, ("rotor", 1, COASTED[:2] + (("friction", 2000), ("speed_milli", 300))))
    table.pit_boss.inspect(2, POINTS)
    warnings = []
    for action in table.take():
        pairs = dict(action[1]) if action[0] != "show" else {}
        if pairs.get("warning") == "rotor-drift":
            warnings.append(pairs["message"])
        if pairs.get("kind") == "inspect":
            assert (pairs["friction"], pairs["uneven"]) == (2000, 12)
            assert len(pairs["drift"]) == 1 and "more friction" in pairs["drift"][0]
    assert len(warnings) == 1
    assert table.coasts[-1] == [12, 2000]
    table.open(3)
    table.close(4)
    table.take()
    table.pit_boss.inspect(5, POINTS)
    assert "friction" not in records(table)[0], "the rotor was not spun since"


def test_a_table_opens_with_a_record_of_rules_limits_and_notices():
    table = made()
    table.pit_boss.inspect(0, POINTS)
    table.open(1)
    opened = records(table)[-1]
    assert opened["kind"] == "open" and opened["table"] == "9" and opened["rules"] == "live-dealer"
    assert opened["options"] == {"minimum": 100, "maximum": 1000} and opened["notices"] == ["limits-on-screen"]


def test_dealers_and_corrections_are_records_of_their_own():
    table = made()
    table.round = 7
    link = Link(table, ())
    assert ask(link, "dealer", name="D. 12")["ok"] is True
    assert ask(link, "correct", of=6, seat=3, amount=-350, reason="paid twice")["ok"] is True
    dealer, corrected = records(table)
    assert (dealer["kind"], dealer["name"]) == ("dealer", "D. 12")
    told = [corrected[key] for key in ("kind", "of", "seat", "amount", "reason")]
    assert told == ["corrected", 6, 3, -350, "paid twice"]
    for fields, word in (
        ({"of": 8}, "of must be"),
        ({"of": 0}, "of must be"),
        ({"seat": 100}, "seat"),
        ({"amount": 0}, "amount"),
        ({"amount": True}, "amount"),
        ({"amount": 2**53}, "amount"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 81}, "reason"),
    ):
        request = {"of": 6, "seat": 3, "amount": 10, "reason": "short"}
        request.update(fields)
        answer = ask(link, "correct", **request)
        assert "error" in answer and word in answer["message"], answer
    assert ask(link, "dealer", name=7)["error"] == "bad-request"
    assert records(table) == []
    try:
        table.pit_boss.inspect_point(1, "level", None)
        raise AssertionError("it was taken")
    except Refused as error:
        assert "good" in error.message
