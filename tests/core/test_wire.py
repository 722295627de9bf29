"""JSON at the boundary: one corpus of good and bad texts, the same answers on both interpreters."""

from shared_core.wire import DEPTH, WireError, dump, parse, shown

# Each with the byte, from 0, at which it goes wrong.
BAD = (
    (b"", 0),
    (b"   ", 3),
    (b'{"a" 1}', 5),
    (b"[1,,2]", 3),
    (b"{1:2}", 1),
    (b"[1,]", 3),
    (b'{"a":1,}', 7),
    (b'{"a":1 "b":2}', 7),
    (b'{"a":1,"a":2}', 7),
    (b"01", 0),
    (b"-", 1),
    (b"+1", 0),
    (b"1.", 2),
    (b".5", 0),
    (b"1e", 2),
    (b"NaN", 0),
    (b"Infinity", 0),
    (b"True", 0),
    (b"nul", 0),
    (b"1 2", 2),
    (b'"abc', 4),
    (b'"a\nb"', 2),
    (b'"\\x"', 1),
    (b'"\\u12g4"', 3),
    (b'"\\u12', 3),
    (b'"\\ud800"', 1),
    (b'"\\ud800\\u0041"', 1),
    (b'"\\udc00"', 1),
    (b'"\xff"', 1),
    (b'"\xc0\xaf"', 1),
    (b'"\xed\xa0\x80"', 1),
    (b'"\xf5\x80\x80\x80"', 1),
    (b'"\xe2\x82"', 1),
    (b"'a'", 0),
    (b"{", 1),
    (b"[", 1),
    (b"{}}", 2),
    (b"//", 0),
    (b"\x00", 0),
    (b"[" * 100, DEPTH + 1),
)


def test_bad_texts_are_named_with_their_place():
    for text, at in BAD:
        try:
            value = parse(text)
        except WireError as error:
            assert error.at == at, (text[:20], error.at, at)
            assert error.message
        else:
            raise AssertionError((text, value))


def test_good_texts():
    for text, value in (
        (b'{"id": 7, "do": "wager"}', {"id": 7, "do": "wager"}),
        (b" [ 1 , -2,0 ] ", [1, -2, 0]),
        (b"[]", []),
        (b"{ }", {}),
        (b"-0", 0),
        (b"true", True),
        (b"null", None),
        (b'"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'),
        (b'"\\u00E9\\ud83d\\ude00"', "\xe9\U0001f600"),
        ('"\xe9\u20ac\U0001f600"'.encode(), "\xe9\u20ac\U0001f600"),
        (b"9007199254740993", 9007199254740993),
        (b"1" * 300, int("1" * 300)),
        (b"1" * 5000, 10**300),
        (b"-" + b"9" * 300, -(10**300)),
    ):
        assert parse(text) == value, text
    assert parse("[1]") == [1]


def test_a_fraction_or_exponent_is_never_an_int():
    for text in (b"1.0", b"5e2", b"500.00", b"1E400", b"-0.0", b"0." + b"3" * 5000, b"1e" + b"1" * 5000):
        assert type(parse(text)) is float, text
    assert parse(b"true") is True and type(parse(b"true")) is not int


def test_dump_is_read_back():
    value = {"a": [1, -2, 'x\n"\\\x01\xe9', None, True, False], "b": {"c": 2**53}, "d": {}}
    assert parse(dump(value)) == value


def test_dump_keeps_the_order_of_pairs_and_sorts_dicts():
    assert dump((("b", 1), ("a", (("z", None),)))) == '{"b": 1, "a": {"z": null}}'
    assert dump({"b": 1, "a": [2, b"\x01"]}) == '{"a": [2, [1]], "b": 1}'
    assert dump(()) == "{}"


def test_dump_takes_no_floats():
    try:
        dump(1.5)
    except TypeError:
        return
    raise AssertionError("a float was written")


def test_values_are_quoted_short():
    assert shown("a" * 50) == '"' + "a" * 37 + '..."'
    assert shown(10**30) == "a number of over 20 digits"
    assert shown(1.5) == "a number with a fraction or an exponent"
    assert shown(True) == "true" and shown({}) == "an object" and shown([]) == "an array"
