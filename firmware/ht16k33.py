"""The HT16K33: a driver of seven-segment digits on I2C, as on the four-digit "backpack" module.

After Holtek's data sheet HT16K33 Rev. 1.10: the address 0x70 to 0x77 by three solder bridges p. 26; a page write p. 28,
which begins with the memory's address and goes on by itself; the commands "System setup", "Display setup", "Dimming
set". The module has its digits at the even addresses 0, 2, 6 and 8; at 4 is the colon.

Each write sends every command: a module that was unplugged shows again what it should.
"""

OSCILLATOR_ON = b"\x21"
DISPLAY_ON = b"\x81"  # without the chip's own blinking
DIMMING = 0xE0  # its lowest four bits: the brightness
FIRST_ADDRESS = b"\x00"
PLACES = (0, 2, 6, 8)  # of the digits, left to right
MEMORY = 16


class HT16K33:
    """The display on an I2C bus. brightness: 0 to 15."""

    digits = len(PLACES)

    def __init__(self, i2c, address=0x70, brightness=4):
        self._i2c = i2c
        self._address = address
        self._dimming = bytes((DIMMING | brightness,))

    def write(self, segments):
        """Shows four segment codes, left to right, bit 0 segment a, bit 7 the point. True; OSError when the chip does
        not answer."""
        memory = bytearray(MEMORY)
        for place, code in zip(PLACES, segments):
            memory[place] = code
        for data in (OSCILLATOR_ON, FIRST_ADDRESS + memory, self._dimming, DISPLAY_ON):
            self._i2c.writeto(self._address, data)
        return True
