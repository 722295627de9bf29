"""An image made by `make uf2` starts as a table, dropped on a Pico that was empty."""

import json

from host_tools.first_image import build
from shared_core.settings import DEFAULT_PINS
from tests.pico.emulator import Pico
from tests.pico.table_board import SETTINGS


def answers(pico):
    """The whole lines of the link that are answers."""
    *lines, _ = bytes(pico.output).split(b"\n")
    return [json.loads(line) for line in lines if line.startswith(b'{"id"')]


def test_it_starts_as_a_table(image, tmp_path, report):
    settings = tmp_path / "table.json"
    settings.write_text(json.dumps(SETTINGS))
    made = build(image, tmp_path / "table.uf2", settings)
    report("files in the image", len(made["files"]))
    pico = Pico(tmp_path / "table.uf2")
    for pin in DEFAULT_PINS.values():
        pico.set(pin, 0)
    pico.wait(lambda: b'{"event": "boot"' in pico.output, 8_000_000)
    report("seconds to the first event of the first start", round(pico.now / 1e6, 2))
    pico.send(b'{"id": 1, "do": "hello"}\n')
    pico.wait(lambda: answers(pico), 3_000_000)
    (hello,) = answers(pico)
    assert (hello["table"], hello["rules"], hello["phase"]) == (SETTINGS["table"], SETTINGS["rules"], "closed")
    assert "Traceback" not in pico.tail()
