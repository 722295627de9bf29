"""JSON as it crosses a boundary: the same answers to the same bytes on CPython and on MicroPython.

MicroPython's json takes broken JSON and loses the order of keys, so this module keeps a grammar of its own (RFC 8259),
stricter in two ways: a key may stand once in an object, and nesting ends at DEPTH.
"""

from io import StringIO

DEPTH = 8
DIGITS = 300  # characters of a number: more than any sum of money has; CPython refuses to convert thousands

_SPACE = b" \t\r\n"
_DIGIT = b"0123456789"
_ESCAPES = {0x22: '"', 0x5C: "\\", 0x2F: "/", 0x62: "\b", 0x66: "\f", 0x6E: "\n", 0x72: "\r", 0x74: "\t"}


class WireError(ValueError):
    """Text that is no JSON. at: the byte, from 0, at which it went wrong; message: what was expected there."""

    def __init__(self, at, message):
        super().__init__("byte " + str(at + 1) + ": " + message)
        self.at = at
        self.message = message


def parse(text):
    """The value of one JSON text, given as bytes or str: dict, list, str, int, float, bool or None.

    A number with a fraction or an exponent is a float, so that money never mistakes it for an int; one of more than
    DIGITS characters is 10**DIGITS or an infinite float, which no field takes. Raises WireError.
    """
    data = text if isinstance(text, (bytes, bytearray)) else text.encode()
    value, at = _value(data, _skip(data, 0), 0)
    at = _skip(data, at)
    if at != len(data):
        raise WireError(at, "the text goes on after its value")
    return value


def _byte(data, at):
    """The byte at a place, 0 behind the end: a slice would be a new object."""
    return data[at] if at < len(data) else 0


def _skip(data, at):
    while at < len(data) and data[at] in _SPACE:
        at += 1
    return at


def _value(data, at, depth):
    if at >= len(data):
        raise WireError(at, "a value is missing")
    if depth > DEPTH:
        raise WireError(at, "nested deeper than " + str(DEPTH))
    first = data[at]
    if first == 0x7B:
        return _object(data, at + 1, depth + 1)
    if first == 0x5B:
        return _array(data, at + 1, depth + 1)
    if first == 0x22:
        return _string(data, at + 1)
    if first == 0x2D or first in _DIGIT:
        return _number(data, at)
    for word, value in ((b"true", True), (b"false", False), (b"null", None)):
        if data[at : at + len(word)] == word:
            return value, at + len(word)
    raise WireError(at, "a value was expected")


def _object(data, at, depth):
    result = {}
    at = _skip(data, at)
    if _byte(data, at) == 0x7D:
        return result, at + 1
    while True:
        start = at
        if _byte(data, at) != 0x22:
            raise WireError(at, "a key in double quotes was expected")
        key, at = _string(data, at + 1)
        if key in result:
            raise WireError(start, "the key " + dump(key) + " stands twice")
        at = _skip(data, at)
        if _byte(data, at) != 0x3A:
            raise WireError(at, "a colon was expected after the key " + dump(key))
        result[key], at = _value(data, _skip(data, at + 1), depth)
        at = _skip(data, at)
        if _byte(data, at) == 0x7D:
            return result, at + 1
        if _byte(data, at) != 0x2C:
            raise WireError(at, "a comma or the end of the object was expected")
        at = _skip(data, at + 1)


def _array(data, at, depth):
    result = []
    at = _skip(data, at)
    if _byte(data, at) == 0x5D:
        return result, at + 1
    while True:
        value, at = _value(data, at, depth)
        result.append(value)
        at = _skip(data, at)
        if _byte(data, at) == 0x5D:
            return result, at + 1
        if _byte(data, at) != 0x2C:
            raise WireError(at, "a comma or the end of the array was expected")
        at = _skip(data, at + 1)


def _string(data, at):
    parts = []
    start = at
    while True:
        if at >= len(data):
            raise WireError(at, "a string does not end")
        byte = data[at]
        if byte == 0x22:
            parts.append(_utf8(data, start, at))
            return "".join(parts), at + 1
        if byte < 0x20:
            raise WireError(at, "a control character must be escaped in a string")
        if byte == 0x5C:
            parts.append(_utf8(data, start, at))
            text, at = _escape(data, at)
            parts.append(text)
            start = at
        else:
            at += 1


def _escape(data, at):
    """The character of the escape that begins at `at`, and where it ends."""
    letter = _byte(data, at + 1)
    if letter in _ESCAPES:
        return _ESCAPES[letter], at + 2
    if letter != 0x75:
        raise WireError(at, "no such escape in a string")
    code = _hex4(data, at + 2)
    end = at + 6
    if 0xD800 <= code < 0xDC00 and data[end : end + 2] == b"\\u":
        low = _hex4(data, end + 2)
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), end + 6
    if 0xD800 <= code < 0xE000:
        raise WireError(at, "half of a surrogate pair is no character")
    return chr(code), end


def _hex4(data, at):
    code = 0
    for byte in data[at : at + 4]:
        place = b"0123456789abcdef".find(bytes((byte | 0x20 if byte >= 0x41 else byte,)))
        if place < 0:
            break
        code = code * 16 + place
    else:
        if at + 4 <= len(data):
            return code
    raise WireError(at, "four hex digits were expected")


def _utf8(data, start, end):
    """The text of data[start:end]. MicroPython's decode lets overlong forms and surrogates through: check here."""
    at = start
    while at < end:
        byte = data[at]
        if byte < 0x80:
            at += 1
            continue
        more = 1 if 0xC2 <= byte <= 0xDF else 2 if 0xE0 <= byte <= 0xEF else 3 if 0xF0 <= byte <= 0xF4 else 0
        second = data[at + 1] if at + 1 < end else 0
        if (
            not more
            or at + more >= end
            or (byte == 0xE0 and second < 0xA0)
            or (byte == 0xED and second > 0x9F)
            or (byte == 0xF0 and second < 0x90)
            or (byte == 0xF4 and second > 0x8F)
        ):
            raise WireError(at, "the text is not UTF-8")
        for follow in data[at + 1 : at + 1 + more]:
            if follow & 0xC0 != 0x80:
                raise WireError(at, "the text is not UTF-8")
        at += 1 + more
    return bytes(data[start:end]).decode()


def _digits(data, at):
    start = at
    while at < len(data) and data[at] in _DIGIT:
        at += 1
    if at == start:
        raise WireError(at, "a digit was expected")
    return at


def _number(data, at):
    start = at
    if data[at] == 0x2D:
        at += 1
    first = at
    at = _digits(data, at)
    if data[first] == 0x30 and at > first + 1:
        raise WireError(first, "a number must not begin with 0")
    whole = True
    if _byte(data, at) == 0x2E:
        whole = False
        at = _digits(data, at + 1)
    if _byte(data, at) in b"eE":
        whole = False
        at += 1
        if _byte(data, at) in b"+-":
            at += 1
        at = _digits(data, at)
    if at - start > DIGITS:
        return _too_long(data[start] == 0x2D, whole), at
    text = bytes(data[start:at]).decode()
    return (int(text) if whole else float(text)), at


def _too_long(negative, whole):
    """What stands for a number that is too long to be converted: too large for every field of a message."""
    number = 10**DIGITS if whole else float("inf")
    return -number if negative else number


def dump(value):
    """The JSON text of a value, on one line. A tuple of (key, value) pairs is an object in that order.

    A dict's keys come sorted, since MicroPython does not keep their order. Floats have no place here: TypeError.
    """
    out = StringIO()
    _write(value, out)
    return out.getvalue()


def _write(value, out):
    if value is None:
        out.write("null")
    elif value is True:
        out.write("true")
    elif value is False:
        out.write("false")
    elif isinstance(value, str):
        _write_text(value, out)
    elif type(value) is int:
        out.write(str(value))
    elif isinstance(value, (list, bytes, bytearray)):
        out.write("[")
        for place, item in enumerate(value):
            if place:
                out.write(", ")
            _write(item, out)
        out.write("]")
    elif isinstance(value, (tuple, dict)):
        pairs = value if isinstance(value, tuple) else [(key, value[key]) for key in sorted(value)]
        out.write("{")
        for place, (key, item) in enumerate(pairs):
            if place:
                out.write(", ")
            _write_text(key, out)
            out.write(": ")
            _write(item, out)
        out.write("}")
    else:
        raise TypeError("no JSON for " + repr(value))


def _write_text(text, out):
    out.write('"')
    if not text or (min(text) >= " " and '"' not in text and "\\" not in text):
        out.write(text)
    else:
        for char in text:
            if char in '"\\':
                out.write("\\" + char)
            elif char < " ":
                code = ord(char)
                out.write("\\u00" + "0123456789abcdef"[code >> 4] + "0123456789abcdef"[code & 15])
            else:
                out.write(char)
    out.write('"')


def shown(value):
    """A value of parse() as an error message quotes it: short, and the same on both interpreters."""
    if isinstance(value, str):
        return dump(value if len(value) <= 40 else value[:37] + "...")
    if type(value) is int:
        return str(value) if -(10**20) < value < 10**20 else "a number of over 20 digits"
    if value is None or value is True or value is False:
        return dump(value)
    if isinstance(value, float):
        return "a number with a fraction or an exponent"
    return "an array" if isinstance(value, list) else "an object"
