"""The devices on the board's output pins, read from their wires: displays, pixels, lamps, the buzzer.

wiring: {"displays": [{"type", wires ...}], "lamps": {name: GPIO}, "buzzer": GPIO or None}, as in table.json, and
"absent", the names of displays that are not there.
"""

from host_tools.virtual_board import ht16k33, max7219, tm1637, ws2812

# type: (wire, the decoder's function for its level)
WIRES = {
    "tm1637": (("clk", "clock"), ("dio", "data")),
    "max7219": (("din", "data"), ("clk", "clock"), ("cs", "load")),
    "ht16k33": (("scl", "clock"), ("sda", "data")),
}


class Outputs:
    """names: of all devices, "displays[0]", "lamps.fault", "buzzer". main: the first display with digits, or None."""

    def __init__(self, wiring):
        self.wiring = wiring
        self._displays = {}  # name: decoder
        self._strips = {}  # GPIO: (name, decoder)
        self._plain = {}  # GPIO: name
        self._levels = {}  # of those, by name
        self._wires = {}  # GPIO: [(name, function)]
        for place, stated in enumerate(wiring["displays"]):
            if f"displays[{place}]" not in wiring["absent"]:
                self._add(f"displays[{place}]", stated)
        for lamp, gpio in wiring["lamps"].items():
            self._plain[gpio] = "lamps." + lamp
        if wiring["buzzer"] is not None:
            self._plain[wiring["buzzer"]] = "buzzer"
        self.main = next(iter(self._displays), None)

    def _add(self, name, stated):
        if stated["type"] == "ws2812":
            self._strips[stated["data"]] = name, ws2812.Strip()
            return
        decoder = {
            "tm1637": tm1637.Display,
            "max7219": max7219.Display,
            "ht16k33": lambda: ht16k33.Display(stated["address"]),
        }[stated["type"]]()
        self._displays[name] = decoder
        for wire, function in WIRES[stated["type"]]:
            self._wires.setdefault(stated[wire], []).append((name, getattr(decoder, function)))

    def blank(self):
        """The power is gone."""
        for decoder in [*self._displays.values(), *(strip for _, strip in self._strips.values())]:
            decoder.blank()
        self._levels = {}

    def release(self):
        """The board starts: its pins are let go, and the chips keep what they show."""
        for decoder in [*self._displays.values(), *(strip for _, strip in self._strips.values())]:
            decoder.release()
        self._levels = {}

    def pin(self, gpio, level):
        """The board drives a pin. The names of devices that may show something else now."""
        if gpio in self._plain:
            self._levels[self._plain[gpio]] = level
            return [self._plain[gpio]]
        return [name for name, function in self._wires.get(gpio, ()) if function(level)]

    def bits(self, gpio, t_us, timing, data):
        """The board sends bytes by machine.bitstream: (high and low of a 0, of a 1, ns). The names as from pin()."""
        if gpio not in self._strips:
            return []
        name, strip = self._strips[gpio]
        ns = t_us * 1000
        for byte in data:
            for place in range(7, -1, -1):
                high, low = timing[2:] if byte >> place & 1 else timing[:2]
                strip.data(1, ns)
                strip.data(0, ns + high)
                ns += high + low
        strip.look(ns + ws2812.RESET_NS)
        return [name]

    def shown(self, name):
        """What a device shows: {"text", "segments", "brightness"}, {"colours"} or {"level"}."""
        if name in self._displays:
            decoder = self._displays[name]
            segments = decoder.segments()
            brightness = decoder.brightness if decoder.on else 0
            return {"text": decoder.text(), "segments": segments.hex(), "brightness": brightness}
        for strip_name, strip in self._strips.values():
            if strip_name == name:
                return {"colours": list(strip.colours)}
        return {"level": self._levels.get(name, 0)}

    def names(self):
        return [*self._displays, *(name for name, _ in self._strips.values()), *self._plain.values()]
