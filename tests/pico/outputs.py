"""Displays, pixels, lamps and the buzzer on the pins of an emulated Pico, read as on the virtual board."""

from host_tools.virtual_board.outputs import Outputs


class PinOutputs(Outputs):
    """wiring: as Outputs'. shown(name) tells what a device shows now."""

    def __init__(self, pico, wiring):
        super().__init__({"lamps": {}, "buzzer": None, "absent": [], **wiring})
        self._pico = pico
        self._answering = {}  # GPIO of a clock: (GPIO of the data, [decoders that answer there])
        for name, decoder in self._displays.items():
            stated = wiring["displays"][int(name[9:-1])]
            if stated["type"] in ("tm1637", "ht16k33"):
                clock, data = (stated["clk"], stated["dio"]) if "clk" in stated else (stated["scl"], stated["sda"])
                self._answering.setdefault(clock, (data, []))[1].append(decoder)
        for gpio in [*self._wires, *self._plain, *self._strips]:
            pico.watch(gpio, lambda _, level, gpio=gpio: self._changed(gpio, level))

    def _changed(self, gpio, level):
        if gpio in self._strips:
            self._strips[gpio][1].data(level, self._pico.clock.nanos)
            return
        self.pin(gpio, level)
        if gpio in self._answering and not level:  # an answer begins and ends with the clock's fall
            data, decoders = self._answering[gpio]
            if any(decoder.answers() for decoder in decoders):
                self._pico.set(data, 0)
            else:
                self._pico.release(data)

    def look(self):
        """Pixels take over what they were sent some time after the last bit."""
        for _, strip in self._strips.values():
            strip.look(self._pico.clock.nanos)
