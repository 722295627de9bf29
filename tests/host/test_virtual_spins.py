"""`--spins`: what is played into a virtual board, and when."""

from itertools import pairwise

import pytest

from host_tools.errors import ToolError
from host_tools.virtual_board import spins as module
from host_tools.virtual_board.spins import AHEAD_S, Spins

MICRO = 1_000_000


class Enough(Exception):
    """The board has been told as many spins as the test wants."""


class Board:
    """A clock that goes on whenever it is read, and a list of what was played: (name, start, end, told at)."""

    def __init__(self, most):
        self.now, self.most, self.played = 0, most, []

    @property
    def now_us(self):
        self.now += MICRO // 4
        return self.now

    def main_since(self):
        return 0

    def span_us(self, host_seconds):
        return int(host_seconds * MICRO)

    def play(self, rows, name=None, length_us=0):
        if len(self.played) == self.most:
            raise Enough
        last = self.played[-1][2] if self.played else 0
        start = max(self.now, last)
        self.played.append((name, start, start + max(rows[-1][0], length_us), self.now))
        return self.played[-1][1:3]


def played(monkeypatch, named, most, pause=4):
    monkeypatch.setattr(module.time, "sleep", lambda _seconds: None)
    board = Board(most)
    with pytest.raises(Enough):
        Spins(named, pause, "1", "single-zero").play(board)
    return board.played


def test_the_wheel_of_auto_turns_on_from_one_spin_to_the_next(monkeypatch):
    told = played(monkeypatch, ["auto"], 4)
    assert [name for name, *_ in told] == ["auto 1", "auto 2", "auto 3", "auto 4"]
    for (_, _, end, _), (_, start, _, told_at) in pairwise(told):
        assert start == end and told_at >= end - AHEAD_S * MICRO


def test_traces_have_the_pause_between_them(monkeypatch):
    trace = "tests/traces/valid-single.csv"
    (_, _, end, _), (_, start, _, _) = played(monkeypatch, [trace, trace, "auto"], 2)
    assert start >= end + 4 * MICRO


def test_nothing_comes_after_auto():
    with pytest.raises(ToolError, match="name it last"):
        Spins(["auto", "a.csv"], 4, "1", "single-zero")
