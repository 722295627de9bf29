"""Must show: the capture by PIO and DMA loses and shifts nothing, whatever the flash does meanwhile."""

import os
import random
import struct
from pathlib import Path

import pytest

from tests.pico.emulator import Pico
from tests.pico.program import program

MAIN = Path(__file__).with_name("board") / "capture_main.py"
GO = 22
FIRST_PIN = 2
BURST = 1000
SPACING_US = 20
MOST_OFF_US = 5
BENCH = bool(os.environ.get("BENCH"))
SEEDS = range(8) if BENCH else range(2)
RECORDS = 4  # written while a burst comes, at 50 to 110 ms each


def board(image, high=()):
    """A board whose lines are high or low as it starts, at its prompt with the program of capture_main.py."""
    pico = Pico(image, files={**program(), "/main.py": MAIN.read_bytes()})
    for line in range(8):
        pico.set(FIRST_PIN + line, line in high)
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    assert b"Traceback" not in pico.output, pico.tail()
    return pico


@pytest.fixture(scope="module")
def capturing(image):
    return board(image)


def one_line(rnd):
    """One line, as fast as may be."""
    return [(place * SPACING_US, 3, 1 - place % 2) for place in range(BURST)]


def all_lines(rnd):
    """Any line at any time, 20 us or more apart."""
    rows, levels, t = [], [0] * 8, 0.0
    for _ in range(BURST):
        line = rnd.randrange(8)
        levels[line] ^= 1
        rows.append((t, line, levels[line]))
        t += rnd.choice((SPACING_US, SPACING_US, 21.3, 37.0, 80.0))
    return rows


def at_once(rnd):
    """Several lines at the same moment, up to all eight."""
    rows, levels, t = [], [0] * 8, 0.0
    while len(rows) < BURST - 8:
        for line in sorted(rnd.sample(range(8), rnd.choice((2, 3, 8)))):
            levels[line] ^= 1
            rows.append((t, line, levels[line]))
        t += rnd.choice((SPACING_US, 25.5, 40.0))
    return rows


def send_on_go(pico, rows, delay_us):
    """Sends the rows (us, line, level) so long after the board raises GO; returns the list of what was sent."""
    sent = []

    def go(t, level):
        if level and not sent:
            sent.extend((t + delay_us + at, line, level) for at, line, level in rows)
            pico.drive((at, FIRST_PIN + line, level) for at, line, level in sent)

    pico.watch(GO, go)
    return sent


def told(pico):
    """The (us, line, level) that the board has kept."""
    data = pico.files()["/edges"]
    return [(ticks, code >> 1, code & 1) for ticks, code in struct.iter_unpack("<II", data)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pattern", [one_line, all_lines, at_once])
def test_bursts_during_journal_writes(capturing, pattern, seed, report):
    pico = capturing
    rnd = random.Random(seed)
    stalls = len(pico.flash_time.stalls)
    sent = send_on_go(pico, pattern(rnd), rnd.uniform(0, 100_000))
    count, lost, took = (int(word) for word in pico.execute(f"burst({RECORDS})").split())
    for line in range(8):  # a line that the burst left high
        pico.set(FIRST_PIN + line, 0)
    pico.execute("capture.drain(sink)")
    kept = told(pico)
    assert lost == 0 and count == len(kept) == len(sent)
    assert [row[1:] for row in kept] == [row[1:] for row in sent]
    off = [was - t for (was, _, _), (t, _, _) in zip(kept, sent, strict=True)]
    assert max(off) <= MOST_OFF_US and min(off) >= -MOST_OFF_US
    within = [us for t, _, us in pico.flash_time.stalls[stalls:] if t < sent[-1][0] and t + us > sent[0][0]]
    report("edges", count)
    report("last edge after the first, ms", round((sent[-1][0] - sent[0][0]) / 1000, 1))
    report("flash operations meanwhile, ms", round(sum(within) / 1000, 1))
    report("stamp less true time, us", f"{min(off):.1f} to {max(off):.1f}")
    report("drain and a sink in Python, us an edge", round(took / count, 1))


def test_what_it_costs(capturing, report):
    report("bytes of one capture", int(capturing.execute("print(taken)")))
    report("of the drain, the call of the sink alone, us", int(capturing.execute("print(cost_of_a_sink())")))


def test_overrun_is_counted_and_levels_go_on(image):
    pico = board(image)
    rows = [(place * SPACING_US, place % 3, 1 - place // 3 % 2) for place in range(3 * 501)]
    send_on_go(pico, rows, 1000.0)
    pico.execute("go(1)")
    pico.run(60_000)
    assert pico.execute("capture.drain(sink); print(capture.lost > 0)") == "True\n"
    assert pico.execute("print([edges[2 * n + 1] for n in range(count)])") == "[1, 3, 5]\n"
    lost = pico.execute("print(capture.lost)")
    pico.set(FIRST_PIN, 0)
    pico.run(100)
    assert pico.execute("count = 0; capture.drain(sink); print(count, edges[1])") == "1 0\n"
    assert pico.execute("print(capture.lost)") == lost


def test_lines_that_are_high_at_the_start(image):
    pico = board(image, high=(1, 7))
    got = pico.execute("capture.drain(sink); print([edges[2 * n + 1] for n in range(count)])")
    assert got == "[3, 15]\n"


def test_a_sink_that_fails_is_not_told_twice(capturing):
    pico = capturing
    pico.execute("count = 0; capture.drain(sink)")
    for line in (0, 4, 5):
        pico.set(FIRST_PIN + line, 1)
    pico.run(100)
    pico.execute(
        """
def failing(ticks, line, level):
    raise RuntimeError
for _ in range(2):
    try:
        capture.drain(failing)
    except RuntimeError:
        pass
count = 0
capture.drain(sink)
"""
    )
    assert pico.execute("print(count, edges[1] >> 1)") == "1 5\n"
    for line in (0, 4, 5):
        pico.set(FIRST_PIN + line, 0)
    pico.run(100)
    pico.execute("capture.drain(sink)")


@pytest.mark.parametrize("end", ["capture.close()", "pass"])
def test_nothing_writes_into_memory_after_the_end(image, end):
    """Closed, or after a soft reset even where nobody closed it."""
    pico = board(image)
    pico.execute(end)
    start = len(pico.output)
    pico.send(b"\x04")
    pico.wait(lambda: b"soft reboot" in pico.output[start:], 1_000_000)
    pico.send(b"\x03")
    pico.wait(lambda: pico.output[start:].count(b">>> ") >= 1, 5_000_000)
    if end == "pass":
        pico.execute("capture.close()")  # that of the program that started again
        pico.execute("del capture; gc.collect()")
    pico.execute("held = [bytearray(2000) for _ in range(60)]")
    for place in range(200):
        pico.at(pico.now + 1000 + place * 30, lambda place=place: pico.set(FIRST_PIN + place % 8, place // 8 % 2))
    pico.run(20_000)
    assert pico.execute("print(sum(sum(one) for one in held))") == "0\n"
