"""A lamp on an output Pin, high when lit. A Pico's pin drives 12 mA at most (RP2040 data sheet, "Pads"): anything
bigger than an LED with its resistor needs a transistor."""

# lamp: the pictures with which it is lit; "fault" stands for each of the faults, "hand" for each number chosen by hand
LIT = {
    "no_more_bets": ("no-more-bets", "by-hand", "hand"),
    "no_spin": ("no-spin",),
    "fault": ("fault", "settings", "journal-90"),
}


class Lamp:
    """name: a key of LIT."""

    def __init__(self, pin, name):
        self._pin = pin
        self._pictures = LIT[name] + ("self-test",)
        pin(0)

    def show(self, name, lit, earlier):
        """Lit with its pictures, blinking with those that blink. True: a lamp answers nothing."""
        start = name.split("-")[0]
        kind = start if start in ("fault", "hand") else name
        self._pin(1 if lit and kind in self._pictures else 0)
        return True
