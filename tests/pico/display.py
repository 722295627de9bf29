"""The TM1637 on two pins of an emulated Pico: it answers each byte, and tells what it shows and since when."""

from host_tools.virtual_board.tm1637 import Display


class PinDisplay(Display):
    """shown: list of (us, text) at each change of the picture, beginning when the transfer that made it ended."""

    def __init__(self, pico, clk, dio):
        super().__init__()
        self.shown = []
        self._pico = pico
        self._dio_pin = dio
        pico.watch(clk, self._clk_changed)
        pico.watch(dio, self._dio_changed)

    def _clk_changed(self, _, level):
        self.clock(level)
        if not level and self._clocks == 8:  # the answer to a byte: DIO low until the ninth clock is over
            self._pico.set(self._dio_pin, 0)
        elif not level and self._clocks == 0:
            self._pico.release(self._dio_pin)

    def _dio_changed(self, t, level):
        if self.data(level) and (not self.shown or self.shown[-1][1] != self.text()):
            self.shown.append((t, self.text()))
