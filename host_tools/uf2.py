"""UF2 images for RP2040 and RP2350: what they put where in flash, and what MicroPython says of itself in them.

UF2: 512-byte blocks with 256 bytes of payload each (github.com/microsoft/uf2). Binary info: entries that a program
for these chips carries for tools to read (Raspberry Pi, "Getting started with Pico", appendix B).
"""

import struct
from pathlib import Path

from host_tools.errors import ToolError

BLOCK = 512
PAYLOAD = 256
HEADER = struct.Struct("<8I")  # two magics, flags, address, size, number, count, family
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = struct.pack("<I", 0x0AB16F30)
HAS_FAMILY = 0x2000
NOT_FLASH = 0x1
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59

BINARY_INFO = struct.Struct("<5I")  # magic, first entry, end, mapping, magic
BINARY_INFO_MAGIC = (0x7188EBF2, 0xE71AA390)
BINARY_INFO_WITHIN = 0x400  # bytes from the start of the image in which it must be
ID_AND_STRING, BLOCK_DEVICE = 6, 7  # kinds of entries
PROGRAM_NAME, PROGRAM_VERSION, BOARD = 0x02031C86, 0x11A9BC3A, 0xB63CFFBB


class Image:
    """blocks: {address: 256 bytes}; family: the chip's id."""

    def __init__(self, family, blocks):
        self.family = family
        self.blocks = blocks

    def read(self, address, size):
        """Bytes at an address; what the image leaves alone reads as 0xFF."""
        parts = []
        while size > 0:
            start = address - address % PAYLOAD
            part = self.blocks.get(start, b"\xff" * PAYLOAD)[address - start :][:size]
            parts.append(part)
            address += len(part)
            size -= len(part)
        return b"".join(parts)

    def put(self, address, data):
        """Sets bytes at an address; both are whole blocks."""
        for at in range(0, len(data), PAYLOAD):
            self.blocks[address + at] = data[at : at + PAYLOAD]

    def file_system(self):
        """(address, size) of the place of MicroPython's file system. Raises ToolError."""
        for kind, entry in self._entries():
            if kind == BLOCK_DEVICE:
                return struct.unpack("<II", self.read(entry + 8, 8))
        raise ToolError("the image does not say where its file system lies: is it MicroPython for a Pico?", 2)

    def told(self, wanted):
        """A text that the image tells of itself, such as PROGRAM_VERSION; None where it does not."""
        for kind, entry in self._entries():
            if kind == ID_AND_STRING:
                number, text = struct.unpack("<II", self.read(entry + 4, 8))
                if number == wanted:
                    return self.read(text, 64).split(b"\0")[0].decode(errors="replace")
        return None

    def _entries(self):
        """Yields (kind, address) of each entry of the binary info."""
        head = self.read(min(self.blocks), BINARY_INFO_WITHIN)
        at = head.find(struct.pack("<I", BINARY_INFO_MAGIC[0]))
        if at < 0:
            return
        _, first, end, _, closing = BINARY_INFO.unpack_from(head.ljust(at + BINARY_INFO.size, b"\xff"), at)
        if closing != BINARY_INFO_MAGIC[1]:
            return
        for (entry,) in struct.iter_unpack("<I", self.read(first, (end - first) // 4 * 4)):
            yield struct.unpack("<H", self.read(entry, 2))[0], entry


def read(path):
    """The Image in a UF2 file. Raises ToolError."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ToolError(f"{path} cannot be read ({error.strerror})", 2) from None
    blocks, families = {}, set()
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        if len(block) < BLOCK or HEADER.unpack_from(block)[:2] != MAGIC or block[-4:] != MAGIC_END:
            raise ToolError(f"{path} is no UF2 image: block {at // BLOCK} is none", 2)
        _, _, flags, address, size, _, _, family = HEADER.unpack_from(block)
        if flags & NOT_FLASH or not flags & HAS_FAMILY or family not in (RP2040, RP2350):
            continue  # such as the block that RP2350-E10 asks for
        families.add(family)
        blocks[address] = block[HEADER.size : HEADER.size + size]
    if len(families) != 1 or any(len(payload) != PAYLOAD for payload in blocks.values()):
        raise ToolError(f"{path} is no image for one RP2040 or RP2350", 2)
    return Image(families.pop(), blocks)


def write(image, path):
    """Writes an Image as a UF2 file."""
    count = len(image.blocks)
    with open(path, "wb") as file:
        for number, address in enumerate(sorted(image.blocks)):
            header = HEADER.pack(*MAGIC, HAS_FAMILY, address, PAYLOAD, number, count, image.family)
            file.write((header + image.blocks[address]).ljust(BLOCK - 4, b"\0") + MAGIC_END)
