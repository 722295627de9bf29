"""Must show: from power-on to place-bets in under three seconds, with a full journal.

The hash of the program is taken over, as at every start but the first after an update. Here it is a wrong one, so that
the check that follows must find it.
"""

import json
from hashlib import sha256

from firmware.firmware_hash import KEPT
from firmware.journal import ENOUGH, Journal
from tests.firmware.fakes import MemoryStorage
from tests.pico.emulator import Pico
from tests.pico.program import program
from tests.pico.table_board import MAIN, SETTINGS, TableBoard

SEGMENTS = 24
MOST_S = 3.0
WRONG = b"wrong" + bytes(27)
PROMPT = b"import time\ntime.sleep_ms(300)\n"


def board_id(image):
    """The unique id of the emulated board, in hex."""
    pico = Pico(image, files={"/main.py": PROMPT})
    pico.wait(lambda: b">>> " in pico.output, 5_000_000)
    return pico.execute("import machine; print(machine.unique_id().hex())").strip()


def full_journal(board):
    """{path: bytes} of a journal that fills all its segments, of a table at place-bets, mostly acknowledged."""
    storage = MemoryStorage()
    journal = Journal(storage, board, None, SEGMENTS)
    journal.append(journal.boot((("cause", "power-on"), ("firmware", "0"), ("firmware_sha256", "0" * 64))))
    number = 0
    while journal.last - journal.first + 1 < SEGMENTS:
        number += 1
        note = (("kind", "sensor-warning"), ("t", number), ("round", 1), ("line", "ball_a"), ("evidence", "x" * 600))
        journal.append(note)
    journal.append((("kind", "open"), ("t", number), ("round", 1)))
    journal.flush()
    journal.acknowledge(number, journal.durable - 20)
    while journal.size < 30_000:
        journal.append(note)
        journal.flush()
    assert journal.level() == ENOUGH and len(storage.numbers()) == SEGMENTS
    return {f"/journal/{number:06}.log": bytes(data) for number, data in storage.segments.items()}


def kept_hash(told):
    """{path: bytes} of what the start before has kept, the digest of the listing in the order of littlefs."""
    files = {**program(), "/main.py": MAIN.read_bytes()}
    rows = [f"{path} {len(files[path])}\n" for path in sorted(files, key=lambda path: path.split("/"))]
    return {KEPT: sha256("".join(rows).encode()).digest() + told}


def test_power_on_to_place_bets(image, report):
    files = full_journal(board_id(image))
    report("bytes of the journal", sum(map(len, files.values())))
    files.update(kept_hash(WRONG))
    board = TableBoard(image, files)
    began = board.pico.now
    boot, _ = board.wait_event("boot")
    report("seconds to the first event", round((boot - began) / 1e6, 2))
    status = board.ask(do="status")
    assert (status["phase"], status["faults"]) == ("place-bets", []), json.dumps(status)
    assert SETTINGS["table"] == board.ask(do="hello")["table"]
    assert (boot - began) / 1e6 < MOST_S
    told, warning = board.wait_event("warning")
    assert warning["warning"] == "firmware"
    report("seconds from then on until the program was checked", round((told - boot) / 1e6, 2))
