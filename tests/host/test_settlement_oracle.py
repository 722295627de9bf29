"""shared_core and the command settle as an oracle does that was written from the rule texts alone.

`make test` runs seeded samples; with BENCH=1 in the environment there are many more random tables.
"""

import ast
import json
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests import oracle
from tests import settlement_check as check
from tests.command import tablectl
from tests.limits import LIMITS
from tests.oracle import spots
from tests.oracle.table import Table

BENCH = os.environ.get("BENCH") == "1"
BATCHES = 100 if BENCH else 4
BATCH = 50


def named(book, options):
    """A combination with an id such as "new-jersey-double-zero-half-seven-numbers"."""
    words = [options["wheel"], options.get("zero_rule"), *options.get("allow", ()), options.get("street_odds")]
    return pytest.param(book, options, id="-".join([book, *(str(word) for word in words if word)]))


combination = pytest.mark.parametrize(("book", "options"), [named(*row) for row in check.COMBINATIONS])

# The oracle itself


def test_the_oracle_imports_nothing_of_what_it_checks():
    files = list(Path(oracle.__file__).parent.glob("*.py"))
    assert len(files) == 4
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                assert {name.name for name in node.names} <= {"hashlib"}, file
            if isinstance(node, ast.ImportFrom):
                assert node.module in ("fractions", "tests.oracle"), file


@pytest.mark.parametrize(("zeros", "places", "numbers"), [("single", 157, 37), ("double", 161, 38)])
def test_the_oracle_has_as_many_places_as_the_layout(zeros, places, numbers):
    listed = spots.spots(zeros)
    assert len({name for name, _, _ in listed}) == len(listed)
    kinds = Counter(kind for _, kind, _ in listed)
    assert kinds.pop("seven-numbers") == 1
    assert kinds.pop("five-adjacent") == numbers
    assert kinds.total() == places
    assert (kinds["split"], kinds["trio"]) == {"single": (60, 2), "double": (62, 3)}[zeros]
    assert (kinds["street"], kinds["corner"], kinds["six-line"]) == (12, 22, 11)


def test_the_oracle_puts_each_number_where_it_lies():
    for zeros in ("single", "double"):
        on = Counter(
            (kind, number) for _, kind, numbers in spots.spots(zeros) for number in numbers if number not in ("0", "00")
        )
        for n in range(1, 37):
            number = str(n)
            middle, top, bottom = n % 3 == 2, n <= 3, n >= 34
            # 2 lies under both zeros of a double layout, every other number of the first row under one
            above = 2 if number == "2" and zeros == "double" else 1
            assert on["split", number] == (2 if middle else 1) + (not bottom) + (above if top else 1)
            assert on["corner", number] == (2 if middle else 1) * ((not top) + (not bottom))
            assert on["street", number] == 1
            assert on["six-line", number] == (not top) + (not bottom)
            assert (on["column", number], on["dozen", number]) == (1, 1)
            assert on["red", number] + on["black", number] == 1
            assert on["odd", number] + on["even", number] == 1
            assert on["low", number] + on["high", number] == 1
            assert on["five-adjacent", number] == 5


def test_the_combinations_are_all_there_are():
    assert len(check.COMBINATIONS) == 20
    assert {(book, options["wheel"]) for book, options in check.COMBINATIONS} == {
        ("new-jersey", "double-zero"), ("new-jersey", "single-zero"), ("new-jersey", "double-as-single"),
        ("new-zealand", "single-zero"), ("live-dealer", "single-zero"),
    }  # fmt: skip


# The core by its Python functions


@combination
def test_spots_are_the_same(book, options):
    check.check_spots(book, options)


@combination
def test_every_wager_settles_the_same(book, options):
    check.check_every_wager(book, options)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_tables_settle_the_same(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check.check_random_table(seed)


@pytest.mark.parametrize("example", LIMITS, ids=[example[0] for example in LIMITS])
def test_limits(example):
    check.check_limits(*example[1:])


# The command


@combination
def test_the_command_settles_the_same(book, options):
    rng = random.Random(repr((book, options)))
    options = {**options, **check.random_limits(rng, book)}
    table = Table(book, **options)
    wagers = [*({"seat": 7, "spot": spot, "stake": 15} for spot in table.offered), *check.random_wagers(rng, table, 99)]
    result = rng.choice(table.pockets)
    taken, refused = table.take(wagers)
    lines = "".join(json.dumps(wager) + "\n" for wager in wagers)
    done = tablectl("settle", "--rules", book, *check.flags(options), "--result", result, "--json", stdin=lines)
    answer = json.loads(done.stdout)
    assert [(row["line"], row["error"]) for row in answer.pop("refused")] == refused
    answer["steps"] = [as_tuple(answer, step) for step in answer["steps"]]
    check.same(answer, table.settle(taken, result), (book, options))
    assert done.returncode == (1 if refused else 0)


def as_tuple(answer, step):
    """A step of the command as the oracle has it."""
    if step["do"] == "move":
        (index,) = step["wagers"]
        assert (step["spot"], step["number"]) == (answer["wagers"][index]["spot"], answer["result"])
        return ("move", index)
    return tuple(step.values())


@combination
def test_the_command_lists_the_same_rules(book, options):
    table = Table(book, **options)
    done = tablectl("rules", book, *check.flags(options), "--json")
    answer = json.loads(done.stdout)
    assert (answer["id"], answer["wheel"]) == (book, table.wheel)
    assert list(answer["spots"]) == list(table.offered)
    for name, spot in answer["spots"].items():
        edge = table.house_edge(name)
        assert spot["numbers"] == list(table.places[name][1]), name
        assert spot["odds"] == table.offered[name], name
        assert spot["house_edge"] == f"{edge.numerator}/{edge.denominator}", name
        clause = table.clause(name)
        assert clause is None or clause in re.split(r"[ ,;]+", spot["clause"]), name


@combination
def test_fingerprints_are_the_same_on_both_interpreters(book, options):
    check.check_fingerprint(book, options)
    done = tablectl("fingerprint", "--rules", book, *check.flags(options), "--micropython")
    assert done.stdout == Table(book, **options).fingerprint() + "\n"
