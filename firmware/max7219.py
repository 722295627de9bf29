"""The MAX7219: a driver of eight seven-segment digits on three wires, as on the common eight-digit module.

After Maxim's data sheet 19-4452 Rev 4: 16 bits a word, the highest first, taken at CLK's rise and latched when LOAD
(CS) rises, "Serial-Addressing Modes"; the registers, shutdown and decode mode p. 7; segments without the decoder (point
D7, a to g D6 to D0) p. 8; intensity and scan limit p. 9. Digit 0 is the rightmost of the module.

The chip answers nothing. So each write sends every register: one that lost its power, or took noise for a word, is
right again with the next write, which write()'s answer asks for.
"""

DIGITS = 8
FIRST_DIGIT = 0x01
DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 0x09, 0x0A, 0x0B, 0x0C, 0x0F
NO_DECODER, ALL_DIGITS, TEST_OFF, ON = 0x00, DIGITS - 1, 0x00, 0x01


class MAX7219:
    """The display on an SPI bus and an output Pin for LOAD (CS). brightness: 0 to 15."""

    digits = DIGITS

    def __init__(self, spi, cs, brightness=4):
        self._spi = spi
        self._cs = cs
        self._brightness = brightness
        self._word = bytearray(2)
        cs(1)

    def write(self, segments):
        """Shows eight segment codes, left to right, bit 0 segment a, bit 7 the point. Always False: nobody knows."""
        for register, value in (
            (TEST, TEST_OFF),
            (DECODE, NO_DECODER),
            (SCAN_LIMIT, ALL_DIGITS),
            (INTENSITY, self._brightness),
        ):
            self._send(register, value)
        for place in range(DIGITS):
            self._send(FIRST_DIGIT + place, REORDERED[segments[DIGITS - 1 - place]])
        self._send(SHUTDOWN, ON)
        return False

    def _send(self, register, value):
        self._word[0] = register
        self._word[1] = value
        self._cs(0)
        self._spi.write(self._word)
        self._cs(1)


def reordered(code):
    """A segment code with bit 0 for a as the chip has it: bit 6 for a, bit 0 for g, the point where it is."""
    result = code & 0x80
    for bit in range(7):
        result |= (code >> bit & 1) << (6 - bit)
    return result


REORDERED = bytes([reordered(code) for code in range(256)])
