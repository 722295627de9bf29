"""Lines that no host should send, the same for the same number. Runs on MicroPython."""

SEED = 2463534242
# Requests to be broken; where chance leaves one whole it changes nothing at an open table.
REQUESTS = (
    b'{"id": 5, "do": "open"}',
    b'{"id": "a", "do": "number", "number": "00"}',
    b'{"id": 6, "do": "wager", "seat": 300, "spot": "split-17-20", "stake": 0}',
    b'{"id": 9007199254740991, "do": "paid", "step": 99, "seat": 1}',
    b'{"id": 8, "do": "inspect", "points": ["level", "ball", {"a": [1, 2, [3, [4]]]}]}',
)
# Valid JSON of the wrong shape: %d is a number that differs from line to line.
SHAPES = (
    b"[]",
    b"%d",
    b"null",
    b'"open"',
    b'[{"id": %d, "do": "open"}]',
    b'{"do": "open", "x": %d}',
    b'{"id": -%d, "do": "open"}',
    b'{"id": %d}',
    b'{"id": %d, "do": "dance"}',
    b'{"id": %d, "do": 5}',
    b'{"id": %d, "do": ["open"]}',
    b'{"id": %d, "do": "open", "when": "now"}',
    b'{"id": %d, "do": "number"}',
    b'{"id": %d, "do": "number", "number": 17}',
    b'{"id": %d, "do": "wager"}',
    b'{"id": %d, "do": "wager", "seat": true, "spot": "red", "stake": 5}',
    b'{"id": %d, "do": "wager", "seat": 1, "spot": "red", "stake": 1.5}',
    b'{"id": %d, "do": "wager", "seat": 1, "spot": "nowhere", "stake": 5}',
    b'{"id": %d, "do": "wager", "seat": 1, "spot": "red", "stake": -1, "tip": 2}',
    b'{"id": %d, "do": "withdraw", "seat": [], "spot": {}}',
    b'{"id": %d, "do": "paid", "step": "crown"}',
    b'{"id": %d, "do": "inspect", "points": {"level": true}}',
    b'{"id": %d, "do": "pull", "from": "1"}',
    b'{"id": %d, "do": "pull", "from": 99999999}',
    b'{"id": %d, "do": "ack", "seq": 1, "hash": "00"}',
    b'{"id": %d, "do": "ack", "seq": 1, "hash": null}',
    b'{"id": %d, "do": "set-clock", "utc": 1e9}',
)
# The same id again and again, with another request each time: the first answer counts.
REPEATED = (b'{"id": 1, "do": "dance"}', b'{"id": 1, "do": "open"}', b'{"id": 1, "do": "number", "number": 5}')


class Dice:
    """xorshift of 32 bits."""

    def __init__(self, seed=SEED):
        self._state = seed

    def roll(self, sides):
        x = self._state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._state = x
        return x % sides

    def some_bytes(self, length):
        return bytes([self.roll(256) for _ in range(length)]).replace(b"\n", b"?")


def garbage(number, dice):
    """The line of that number, without LF."""
    kind = number % 6
    request = REQUESTS[dice.roll(len(REQUESTS))]
    if kind == 0:
        return dice.some_bytes(dice.roll(40))
    if kind == 1:
        return request[: dice.roll(len(request))]
    if kind == 2:
        return dice.some_bytes(8) * (dice.roll(3000) + 130) if number % 600 == 2 else b"[" * dice.roll(60)
    if kind == 3:
        at = dice.roll(len(request))
        return request[:at] + dice.some_bytes(1 + dice.roll(3)) + request[at + dice.roll(2) :]
    if kind == 4:
        shape = SHAPES[dice.roll(len(SHAPES))]
        return shape % (100 + number) if b"%d" in shape else shape
    return REPEATED[dice.roll(len(REPEATED))]
