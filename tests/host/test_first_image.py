"""An image for a first flash, made of a stand-in for MicroPython's: what it puts where, and what it refuses."""

import json
import struct

import pytest

from host_tools import board_files, first_image, littlefs_image, uf2
from host_tools.errors import ToolError

FLASH = 0x10000000
FILE_SYSTEM = FLASH + 0xA0000
SIZE = 1408 * 1024
SETTINGS = {"table": "7", "rules": "new-zealand"}


def base(path, program=b"MicroPython\0", version=b"v1.24.1\0"):
    """A UF2 image that tells of itself what MicroPython's does."""
    texts = {uf2.PROGRAM_NAME: program, uf2.PROGRAM_VERSION: version, uf2.BOARD: b"pico\0"}
    flash = bytearray(0x1000)
    entries, at = [], 0x400
    for number, text in texts.items():
        flash[at + 0x80 : at + 0x80 + len(text)] = text
        struct.pack_into("<HHII", flash, at, uf2.ID_AND_STRING, 0, number, FLASH + at + 0x80)
        entries.append(FLASH + at)
        at += 0x100
    struct.pack_into("<HHIII", flash, at, uf2.BLOCK_DEVICE, 0, 0, FILE_SYSTEM, SIZE)
    entries.append(FLASH + at)
    struct.pack_into(f"<{len(entries)}I", flash, 0x300, *entries)
    first, closing = uf2.BINARY_INFO_MAGIC
    struct.pack_into("<5I", flash, 0x200, first, FLASH + 0x300, FLASH + 0x300 + 4 * len(entries), 0, closing)
    blocks = {FLASH + at: bytes(flash[at : at + uf2.PAYLOAD]) for at in range(0, len(flash), uf2.PAYLOAD)}
    uf2.write(uf2.Image(uf2.RP2040, blocks), path)
    return path


def test_the_image_holds_micropython_and_the_files(tmp_path):
    settings = tmp_path / "table.json"
    settings.write_text(json.dumps(SETTINGS))
    official = base(tmp_path / "base.uf2")
    made = first_image.build(official, tmp_path / "out.uf2", settings)
    assert (made["board"], made["micropython"], made["room"]) == ("pico", "v1.24.1", SIZE)
    image = uf2.read(tmp_path / "out.uf2")
    before = uf2.read(official)
    assert all(image.blocks[address] == block for address, block in before.blocks.items())
    assert image.file_system() == (FILE_SYSTEM, SIZE)
    files = littlefs_image.unpack(image.read(FILE_SYSTEM, SIZE))
    assert json.loads(files["/table.json"]) == SETTINGS
    wanted = {file.path for file in board_files.program()} | {"/table.json", "/shared_core/sentences.txt"}
    assert {path.replace(".mpy", ".py") for path in files} == wanted
    assert files["/firmware/app.mpy"][:2] == b"M\x06" and b"loader" in files["/main.py"]
    sentence = b"the seat must be a whole number from 1 to 99, not "
    assert [path for path in files if sentence in files[path]] == ["/shared_core/sentences.txt"]


def test_sources_are_put_in_as_they_are(tmp_path):
    first_image.build(base(tmp_path / "base.uf2"), tmp_path / "out.uf2", source=True)
    files = littlefs_image.unpack(uf2.read(tmp_path / "out.uf2").read(FILE_SYSTEM, SIZE))
    assert files == {file.path: file.data for file in board_files.program()}


def test_what_is_no_image_for_it_is_refused(tmp_path):
    text = tmp_path / "text.uf2"
    text.write_text("no image")
    for wrong, told in (
        (tmp_path / "none.uf2", "cannot be read"),
        (text, "block 0"),
        (base(tmp_path / "other.uf2", program=b"Doom\0"), "not MicroPython 1.24 or newer"),
        (base(tmp_path / "old.uf2", version=b"v1.22.2\0"), "not MicroPython 1.24 or newer"),
    ):
        with pytest.raises(ToolError) as caught:
            first_image.build(wrong, tmp_path / "out.uf2")
        assert told in caught.value.message
    assert not (tmp_path / "out.uf2").exists()
