"""The TM1637: a driver of up to six seven-segment digits on two wires.

After Titan Micro Electronics' data sheet TM1637 V2.4: start, stop, bits and ACK p. 3; the order of the
commands p. 4; addresses and brightness p. 5; timing p. 10. Bits go out lowest first; segment a is bit 0, the
point or colon bit 7.

Both wires are open-drain with a pull-up: the driver pulls a wire low or lets it go, so that it never drives
against the chip's ACK, and a missing display reads as high. The shortest times of the data sheet (400 ns a
clock pulse, 1 us from rise to fall) are shorter than one call of a Pin; what takes time is the rise, since
modules carry capacitors of up to 10 nF on wires with a pull-up of 10 kOhm. So each rise is waited for, and
the speed fits the module.
"""

WRITE_DATA = 0x40  # data command: write the display's registers, address counts up by itself
FIRST_ADDRESS = 0xC0  # address command: GRID1, the leftmost digit
DISPLAY_ON = 0x88  # display control: on; the brightness, 0 to 7, is its lowest three bits

MOST_DIGITS = 6
BRIGHTEST = 7
BITS = 8
RISE_READS = 100  # a wire still low after so many reads is held: 0.9 ms on a Pico, the slowest rise takes 0.2
CLOCKS_OF_A_BYTE = 9


class TM1637:
    """The display on two open-drain Pins; see firmware/hardware.py for how they are set up.

    digits: how many it has; present: whether the display acknowledged the last transfer.
    """

    def __init__(self, clk, dio, digits=4, brightness=4):
        if not 1 <= digits <= MOST_DIGITS:
            raise ValueError("a TM1637 has 1 to 6 digits")
        self.present = False
        self._clk = clk
        self._dio = dio
        self.digits = digits
        self._shown = None
        self.brightness(brightness)

    def brightness(self, level):
        """Sets the brightness, 0 (dim, not dark) to 7, from the next write on."""
        if not 0 <= level <= BRIGHTEST:
            raise ValueError("the brightness of a TM1637 is 0 to 7")
        self._control = bytes((DISPLAY_ON | level,))
        self._shown = None

    def write(self, segments):
        """Shows `segments`, a byte a digit, right-aligned; sends only what the display does not show already.

        Returns whether the display acknowledged all of it. If not, the next write sends even what is equal.
        A transfer goes on without ACK, so a display behind a level shifter that works one way shows it, too.
        """
        if len(segments) > self.digits:
            raise ValueError("more segment codes than digits")
        image = bytes(self.digits - len(segments)) + bytes(segments)
        if self.present and image == self._shown:
            return True
        # The control command goes last (p. 4), and each time: a display that lost its power comes back.
        present = self._transfer(bytes((WRITE_DATA,)))
        present = self._transfer(bytes((FIRST_ADDRESS,)) + image) and present
        self.present = self._transfer(self._control) and present
        self._shown = image
        return self.present

    def _transfer(self, data):
        """Sends bytes between a start and a stop; whether each was acknowledged."""
        if not self._idle():
            return False
        self._dio(0)
        acknowledged = True
        for byte in data:
            if not self._byte(byte):
                acknowledged = False
        self._clk(0)
        self._dio(0)
        return _let_go(self._clk) and _let_go(self._dio) and acknowledged

    def _idle(self):
        """Both wires high. A chip that the board's reset left in the middle of a byte lets go as it is clocked."""
        for _ in range(CLOCKS_OF_A_BYTE):
            if not _let_go(self._clk):
                return False
            if _let_go(self._dio):
                return True
            self._clk(0)
        return False

    def _byte(self, byte):
        clk = self._clk
        dio = self._dio
        for _ in range(BITS):
            clk(0)
            if byte & 1:
                _let_go(dio)
            else:
                dio(0)
            _let_go(clk)
            byte >>= 1
        clk(0)  # here the chip pulls DIO low ...
        dio(1)
        _let_go(clk)
        return not dio()  # ... until the clock falls again


def _let_go(pin):
    """Lets a wire rise; whether it did."""
    pin(1)
    reads = 0
    while not pin():
        reads += 1
        if reads == RISE_READS:
            return False
    return True
