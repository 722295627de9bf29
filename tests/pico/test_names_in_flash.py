"""The names that cost a board nothing are in the flash of the official image."""

from host_tools import uf2
from host_tools.public_names import IN_FLASH

FLASH = 0x10000000


def test_each_name_is_in_the_image(image):
    official = uf2.read(image)
    program = official.read(FLASH, official.file_system()[0] - FLASH)
    assert [name for name in IN_FLASH if name.encode() + b"\0" not in program] == []
