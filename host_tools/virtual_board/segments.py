"""What seven-segment codes look like: bit 0 = a ... bit 6 = g, bit 7 = the point."""

# segments -> character; where two look the same, the digit
FONT = {
    0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7", 0x7F: "8",
    0x6F: "9", 0x77: "A", 0x7C: "b", 0x39: "C", 0x58: "c", 0x5E: "d", 0x79: "E", 0x71: "F", 0x3D: "G", 0x76: "H",
    0x74: "h", 0x10: "i", 0x30: "I", 0x1E: "J", 0x38: "L", 0x37: "N", 0x54: "n", 0x5C: "o", 0x73: "P", 0x67: "q",
    0x50: "r", 0x78: "t", 0x3E: "U", 0x1C: "u", 0x6E: "y", 0x40: "-", 0x08: "_", 0x48: "=", 0x63: "°", 0x01: "~",
}  # fmt: skip


def text_of(segments):
    """The text of segment bytes; a lit decimal point is a dot behind its digit, an unknown pattern a ?.

    A 5 among nothing but letters, two at least, is an S.
    """
    text = "".join(FONT.get(byte & 0x7F, "?") + ("." if byte & 0x80 else "") for byte in segments)
    word = text[-4:]
    others = [char for char in word if char not in " .5"]
    if len(others) >= 2 and all(char.isalpha() for char in others):
        text = text[:-4] + word.replace("5", "S")
    return text
