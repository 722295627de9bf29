"""Must show: a pull during play delays no phase change by more than 20 ms.

The same spins are played on equal virtual boards with a full journal, alone and while a host pulls all of it, again and
again. Each phase change is stamped by the board's own clock. What counts is what the firmware does: the time for which
the board's process was ready and the PC had no processor for it is told by the PC's kernel, and taken off. How long a
turn of the loop works at most, but for its own writing of records, is printed and not judged: a kernel may count a
process's time in steps of 4 ms, and a virtual board's turn is mostly system calls of the PC.
`make test` plays one spin that the dealer calls off; BENCH=1 plays one to its end before it, and all of it more often.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from firmware.journal import Journal
from host_tools import board_files, littlefs_image, mpy
from host_tools.link import Link, wait_for_table
from host_tools.virtual_board import VirtualBoard
from host_tools.virtual_board.state import BLOCK, BLOCKS
from tests.firmware.fakes import MemoryStorage
from tests.short_spins import PRESS_US, part_of

BENCH = os.environ.get("BENCH") == "1"
ALONE, PULLED = (5, 10) if BENCH else (1, 1)
SEGMENTS = 21 if BENCH else 9
MOST_MS = 20.0
PAUSE_US = 2_000  # between two turns of the loop
UNIQUE_ID = "e6614c311b7e6f35"
SETTINGS = {"table": "7", "rules": "new-zealand", "options": {"min_turns": 4}}
MAIN = Path(__file__).parent / "board" / "told_main.py"
SEED = 167
CALLED_OFF = ("ball-in-rim", "no-more-bets", "no-spin", "place-bets")
ENDED = ("ball-in-rim", "no-more-bets", "winning-number", "place-bets")
PHASES = ENDED + CALLED_OFF if BENCH else CALLED_OFF
PULLER = """
import itertools, sys
from host_tools.pull import pull
for number in itertools.count():
    for again in range(2):  # the second acknowledges a record that has to be looked for
        pull(sys.argv[1], f"{sys.argv[2]}/{number}")
"""


def full_journal():
    """{path: bytes} of a journal that no host has acknowledged, of a table that is closed."""
    storage = MemoryStorage()
    made = Journal(storage, UNIQUE_ID, segments=24)
    made.append(made.boot((("cause", "test"),)))
    while made.last < SEGMENTS:
        made.append((("kind", "dealer"), ("t", 1), ("name", "x" * 500)))
        made.flush()
    return {f"/journal/{number:06}.log": bytes(data) for number, data in storage.segments.items()}


@pytest.fixture(scope="module")
def image():
    """The flash of a board with the program and a full journal: all files but main.py."""
    program = {file.path: file.data for file in mpy.compiled(board_files.program(), "x64", [MAIN.read_text()])}
    return {**program, "/table.json": json.dumps(SETTINGS).encode(), **full_journal()}


def session():
    """[(us, line, level)] of the wheel and the dealer's buttons."""
    called_off = spin_called_off()
    if not BENCH:
        return called_off
    ended = spin_to_its_end()
    begin = ended[-1][0] + 1_000_000
    return ended + [(begin + t, line, level) for t, line, level in called_off]


def spin():
    """(edges, time at which its number is known), see part_of()."""
    part = part_of(SEED)
    assert part is not None
    return part[1:]


def spin_to_its_end():
    edges, evidence = spin()
    steps = [("no_more_bets", evidence + 300_000 + 400_000 * step) for step in range(3)]  # crown, collected, paid
    return with_presses(edges, [("no_more_bets", PRESS_US), *steps])


def spin_called_off():
    edges, _ = spin()
    until = PRESS_US + 1_000_000
    edges = [edge for edge in edges if edge[0] < until]
    levels = {line: level for _, line, level in edges}
    edges += [(until, line, 0) for line, level in levels.items() if level]
    presses = [("no_more_bets", PRESS_US), ("no_spin", PRESS_US + 500_000), ("no_more_bets", PRESS_US + 1_200_000)]
    return with_presses(edges, presses)


def with_presses(edges, presses):
    for line, t in presses:
        edges = [*edges, (t, line, 1), (t + 90_000, line, 0)]
    return sorted(edges)


class Changes:
    """The phase changes of one session. start: its zero; samples: for each change [(us, us waited for a processor, us
    had one)] at it and at the beginnings of the turns before it, newest first. longest: us that a turn which wrote no
    record worked at most."""

    def __init__(self, start, samples, longest):
        self.longest = longest
        self._start = start
        self._samples = samples

    def raw(self, place):
        """Microseconds from the session's zero to a change."""
        return self._samples[place][0][0] - self._start

    def late(self, place, usual):
        """Microseconds by which a change came later than usual, but for what the process had to wait for a processor
        since the moment at which it usually comes, or not more than it has worked and paused by itself since: it waits
        for the PC's other programs, too."""
        (t, waited, ran), *turns = self._samples[place]
        due = self._start + usual
        count, (before, waited_before, ran_before) = next(turn for turn in enumerate(turns, 1) if turn[1][0] <= due)
        by_clock = t - due - max(0, waited - waited_before - (due - before))
        return min(by_clock, ran - ran_before + count * PAUSE_US)


def play(folder, image, pulling):
    """(Changes of one session on a new board, bytes that were pulled meanwhile)."""
    state = folder / "state"
    state.mkdir(parents=True)
    (state / "unique_id").write_text(UNIQUE_ID + "\n")
    main = MAIN.read_text().replace("FOLDER", str(folder)).encode()
    (state / "flash.img").write_bytes(littlefs_image.pack({**image, "/main.py": main}, BLOCK * BLOCKS))
    with VirtualBoard(state) as board:
        wait_for_table(board.port)
        with Link(board.port) as link:
            assert link.request("open")["ok"]
            for seat, spot in ((1, "red"), (2, "black")):
                assert link.request("wager", seat=seat, spot=spot, stake=100)["ok"]
        with pulling_on(board.port, folder / "logs") if pulling else nullcontext():
            start, end = board.play(session(), after_us=1_000_000)
            lines = phases_since(folder / "phases", start, until=time.monotonic() + (end - start) / 1e6 + 30)
    assert tuple(phase for phase, _, _ in lines) == PHASES
    pulled = sum(path.stat().st_size for path in folder.glob("logs/**/*.log"))
    return Changes(start, [samples for _, samples, _ in lines], max(longest for _, _, longest in lines)), pulled


def phases_since(path, start, until):
    """The lines of told_main.py about changes since a time of the table, as soon as there are all."""
    while True:
        text = path.read_text()
        lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
        lines = [line for line in lines if line[1][0][0] >= start]
        if len(lines) >= len(PHASES) or time.monotonic() > until:
            return lines
        time.sleep(0.2)


@contextmanager
def pulling_on(port, to):
    """A host that pulls the whole journal again and again, in a process of its own."""
    process = subprocess.Popen([sys.executable, "-c", PULLER, port, to])
    try:
        yield
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def test_a_pull_delays_no_phase_change(image, tmp_path):
    alone = [play(tmp_path / f"alone-{number}", image, False)[0] for number in range(ALONE)]
    played = [play(tmp_path / f"pulled-{number}", image, True) for number in range(PULLED)]
    pulled, size = [changes for changes, _ in played], sum(size for _, size in played)
    print(f"\n{len(PHASES) * PULLED} changes of phase while {size} bytes were pulled")
    worst = 0
    for place, phase in enumerate(PHASES):
        usual = min(changes.raw(place) for changes in alone)
        late = max(changes.late(place, usual) for changes in pulled) / 1000
        alike = max(changes.late(place, usual) for changes in alone) / 1000
        raw = max(changes.raw(place) - usual for changes in pulled) / 1000
        print(f"{phase}: {late:.1f} ms later at worst, {raw:.1f} with the PC's waits; without a pull {alike:.1f}")
        worst = max(worst, late)
    longest, usual = [max(changes.longest for changes in some) / 1000 for some in (pulled, alone)]
    print(f"the longest work of a turn that wrote no record: {longest:.1f} ms, {usual:.1f} without a pull")
    assert size > 100_000 * PULLED
    assert worst <= MOST_MS
