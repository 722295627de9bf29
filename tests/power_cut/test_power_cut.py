"""The power fails at the operations of the flash: nothing that was told or is binding is lost, nothing settled twice,
every board starts, and every log is whole.

A sample here; with BENCH=1 every operation of a session of 50 rounds, and every operation of the starts after them.
"""

import json
import os

import pytest

from host_tools.record import read
from tests.power_cut.harness import cut, micropython, record

BENCH = "BENCH" in os.environ
ENDURANCE = 100_000  # erases that a block of a Pico's flash bears at least (W25Q16JV data sheet, "Features")
A_DAY = 2_000  # rounds


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Recorded sessions, (folder, what record() says of it), by the kind of chip."""
    made = {}

    def of(chip):
        if chip not in made:
            folder = tmp_path_factory.mktemp(chip)
            made[chip] = folder, record(folder, chip)
        return made[chip]

    return of


def told(what, counts):
    first, second, problems = counts["first"], counts["second"], counts["problems"]
    print(f"\n{what}: {first} cuts, {second} more while the board started, {problems} that lost anything")


def test_the_session_has_what_it_is_to_show(session):
    folder, told_of = session("nor")
    found = [read(line) for line in (folder / "log").read_bytes().splitlines()]
    assert all(odd is None for _, odd in found)
    kinds = [record["kind"] for record, _ in found if record]
    assert kinds.count("settlement") == 50 and kinds.count("void") == 10 and kinds.count("fault") >= 5
    assert kinds.count("ack") >= 4 and kinds.count("taken") >= 5 and kinds.count("withdrawn") >= 5
    assert kinds.count("boot") == 3 and told_of["full"] >= 2
    assert told_of["segments"] > 2 * 5, "the ring of five segments has turned twice"


@pytest.mark.parametrize("chip", ["nor", "fram"])
def test_a_cut_loses_nothing(session, chip):
    """Cuts in the session, and after each a round is played on the board that started."""
    folder, _ = session(chip)
    step = {"nor": 1 if BENCH else 19, "fram": 7 if BENCH else 61}[chip]
    counts, problems = cut(folder, chip, step=step, play=True, pieces=20 if BENCH else 2)
    told(f"{chip}, session", counts)
    assert not problems, problems
    assert counts["first"] > (3000 if BENCH else 300)
    assert chip == "nor" or counts["torn"] > counts["first"] // 4


@pytest.mark.parametrize("chip", ["nor", "fram"])
def test_a_second_cut_while_the_board_starts_changes_nothing(session, chip):
    folder, _ = session(chip)
    step = {"nor": 1 if BENCH else 311, "fram": 97 if BENCH else 3600}[chip]
    counts, problems = cut(folder, chip, step=step, second=True, pieces=40 if BENCH else 2)
    told(f"{chip}, session and start", counts)
    assert not problems, problems
    assert counts["second"] > 500


@pytest.mark.parametrize(
    ("chip", "broken", "in_starts", "words"),
    [
        ("nor", "acknowledges-before-it-flushes", False, "was promised"),
        ("fram", "no-torn-tail-check", True, "does not fit the line"),
        ("nor", "no-check-for-a-segment-not-begun", True, "was promised"),
        ("nor", "settles-again", True, "settled twice"),
    ],
)
def test_it_finds_what_is_broken(tmp_path, chip, broken, in_starts, words):
    record(tmp_path, chip, rounds=12, broken=broken)
    counts, problems = cut(tmp_path, chip, step=4 if chip == "nor" else 31, broken=broken if in_starts else None)
    assert counts["problems"] and any(words in problem for problem in problems), problems


@pytest.mark.parametrize(("wagers", "acted"), [(0, "together"), (10, "together"), (100, "together"), (10, "each")])
def test_wear(wagers, acted):
    """Must show: flash operations a round, and the years at 2,000 rounds a day."""
    rounds = (500 if wagers == 100 else 3000) if BENCH else 12 if wagers == 100 else 50
    found = json.loads(micropython("wear.py", rounds, wagers, acted))
    a_day = found["erases"] * A_DAY
    years = ENDURANCE * found["used"] / a_day / 365
    rounds_kept = (found["segments"] - 2) * 32724 / found["bytes"]
    print(f"\n{wagers} wagers, written {acted}, {rounds} rounds: {found['bytes']:.0f} bytes a round,")
    print(f"{found['erases']:.2f} blocks erased and {found['pages']:.1f} pages programmed a round,")
    print(f"{years:.1f} years at {A_DAY} rounds a day over {found['used']} blocks (the most erased: {found['most']}),")
    print(
        f"{rounds_kept:.0f} rounds fit until a host must have pulled: {rounds_kept / A_DAY * 24:.1f} h of {A_DAY} a day"
    )
    assert found["erases"] < (6.5 if acted == "each" else 4.5 if wagers <= 10 else 9)
