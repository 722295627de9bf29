"""Draws how a table is wired to a Pico, from the tables in this file and the defaults of the settings.

python -m host_tools.wiring > firmware/wiring.svg
"""

from html import escape

from shared_core.settings import DEFAULT_DISPLAY, DEFAULT_PINS

# GPIO -> pin of the Pico's board (Raspberry Pi Pico data sheet, figure 4).
PICO_PINS = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15}
POWER = (("3V3 OUT", 36), ("GND", 38))

# line of the settings: what hangs on it
DEVICES = {
    "rotor_index": "sensor at the reader: one mark, at pocket 0",
    "rotor_a": "sensor at the reader: a mark a pocket",
    "rotor_b": "the same, a quarter pocket clockwise",
    "pocket": "sensor at the reader: the ball in its pocket",
    "ball_a": "sensor on the ball track, at the reader",
    "ball_b": "sensor on the ball track, a quarter turn on",
    "no_more_bets": "button, to 3V3",
    "no_spin": "button, to 3V3",
}
WIRES = {"clk": "TM1637 display: CLK", "dio": "TM1637 display: DIO"}
THROUGH = {"no_more_bets": "", "no_spin": "", "clk": "", "dio": ""}  # all others go through an input stage
STAGE = "input stage"

# The three input stages: title, and rows of (from, part, to).
STAGES = (
    (
        "Optocoupler: any sensor, 5 to 24 V, its ground apart",
        (
            ("sensor +V", "R1: 330 at 5 V, 1k at 12 V, 2k2 at 24 V", "PC817 pin 1"),
            ("PC817 pin 2", "", "sensor output (NPN)"),
            ("Pico 3V3", "", "PC817 pin 4"),
            ("PC817 pin 3", "", "GPIO"),
            ("GPIO", "R2: 1k", "Pico GND"),
        ),
    ),
    (
        "Divider: PNP or push-pull output, ground in common",
        (
            ("sensor output", "R1: 10k at 5 V, 33k at 12 V, 68k at 24 V", "GPIO"),
            ("GPIO", "R2: 15k at 5 V, 10k at 12 V and 24 V", "Pico GND"),
        ),
    ),
    (
        "Straight: an output of 3.3 V that is high when active",
        (("sensor output", "", "GPIO"),),
    ),
)

ROW, TOP, WIDTH = 30, 70, 900
LEFT, STAGE_X, PICO_X = 30, 430, 640
# Attributes, not a style sheet: every viewer knows them.
FONT = 'font-family="sans-serif" fill="#222"'
SIZES = {"": 'font-size="14"', "title": 'font-size="17" font-weight="bold"', "small": 'font-size="12"'}
FILLS = {"board": "#e8f3e8", "stage": "#fff4d6"}
INK = 'stroke="#222"'


def rows():
    """(name, device, input stage or "", GPIO, pin of the Pico) of each wire, in the order of the pins."""
    inputs = [(line, DEVICES[line], DEFAULT_PINS[line]) for line in DEFAULT_PINS]
    outputs = [("display " + wire, WIRES[wire], DEFAULT_DISPLAY[wire]) for wire in WIRES]
    return [
        (name, device, THROUGH.get(name.removeprefix("display "), STAGE), gpio, PICO_PINS[gpio])
        for name, device, gpio in sorted(inputs + outputs, key=lambda row: row[2])
    ]


def svg():
    """The drawing as text."""
    wires = rows()
    parts = [_text(LEFT, 34, "Wiring of a table to a Raspberry Pi Pico", "title")]
    parts += [part for place, wire in enumerate(wires) for part in _wire(TOP + place * ROW, *wire)]
    bottom = TOP + len(wires) * ROW
    for place, (name, pin) in enumerate(POWER):
        parts += _power(bottom + place * ROW, name, pin)
    end = bottom + len(POWER) * ROW
    parts.insert(1, _box(PICO_X, TOP - 22, 230, end - TOP + 14, "board"))
    y = end + 40
    for title, stage in STAGES:
        parts.append(_text(LEFT, y, title, "title"))
        for row in stage:
            y += ROW
            parts += _stage_row(y, *row)
        y += ROW + 14
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" aria-label="Wiring">'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def _wire(y, name, device, stage, gpio, pin):
    yield _text(LEFT, y, device)
    yield _line(LEFT + 330, y - 5, PICO_X)
    if stage:
        yield _box(STAGE_X, y - 18, 110, 24, "stage")
        yield _text(STAGE_X + 16, y - 1, stage, "small")
    yield _text(PICO_X + 12, y, f"GP{gpio}")
    yield _text(PICO_X + 62, y, name)
    yield _text(PICO_X + 190, y, f"pin {pin}", "small")


def _power(y, name, pin):
    yield _text(LEFT, y, "sensors of 3.3 V, buttons, display" if name != "GND" else "all of them")
    yield _line(LEFT + 330, y - 5, PICO_X)
    yield _text(PICO_X + 12, y, name)
    yield _text(PICO_X + 190, y, f"pin {pin}", "small")


def _stage_row(y, start, part, end):
    yield _text(LEFT, y, start)
    yield _line(LEFT + 130, y - 5, 700)
    if part:
        yield _box(200, y - 18, 380, 24, "stage")
        yield _text(212, y - 1, part, "small")
    yield _text(712, y, end)


def _text(x, y, text, kind=""):
    return f'<text x="{x}" y="{y}" {FONT} {SIZES[kind]}>{escape(text)}</text>'


def _line(x, y, to):
    return f'<line x1="{x}" y1="{y}" x2="{to}" y2="{y}" {INK}/>'


def _box(x, y, width, height, kind):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{FILLS[kind]}" {INK}/>'


if __name__ == "__main__":
    print(svg(), end="")
