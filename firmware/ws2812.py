"""WS2812 pixels: the winning number's colour, and colours of their own for what must be seen from afar.

After Worldsemi's data sheet WS2812B: 24 bits a pixel, green, red, blue, the highest bit first ("Composition of 24bit
data"); a bit is a high of 0.4 us (0) or 0.8 us (1) and a low that makes 1.25 us of it, each within 0.15 us, and 50 us
of low end it ("Data transfer time").
A Pico sends it with interrupts off, 30 us a pixel.
"""

from shared_core.wheel import colour, number_id

BIT_NS = (400, 850, 800, 450)  # high and low of a 0, high and low of a 1
OFF = (0, 0, 0)
RED, GREEN, BLUE, WHITE, AMBER, VIOLET = (
    (255, 0, 0),
    (0, 255, 0),
    (0, 0, 255),
    (255, 255, 255),
    (255, 96, 0),
    (160, 0, 255),
)
COLOURS = {"red": RED, "green": GREEN, "black": WHITE}  # of numbers: nothing shines black
PICTURES = {"no-spin": AMBER, "by-hand": BLUE, "settings": VIOLET, "self-test": WHITE}
KINDS = {"fault": VIOLET, "hand": BLUE}  # by how their names start


class WS2812:
    """Pixels on a Pin, all of one colour. send: machine.bitstream; brightness: 1 to 255, of the brightest channel."""

    def __init__(self, pin, send, pixels=1, brightness=64):
        self._pin = pin
        self._send = send
        self._pixels = pixels
        self._brightness = brightness

    def show(self, name, lit, earlier):
        """The picture's colour. True: they answer nothing, and a wrong colour lasts as long as its picture."""
        red, green, blue = [part * self._brightness // 255 for part in (of_picture(name) if lit else OFF)]
        self._send(self._pin, 0, BIT_NS, bytes((green, red, blue)) * self._pixels)
        return True


def of_picture(name):
    """(red, green, blue) of a picture, up to 255 each."""
    start = name.split("-")[0]
    if start in KINDS:
        return KINDS[start]
    try:
        return COLOURS[colour(number_id(name))]
    except ValueError:
        return PICTURES.get(name, OFF)
