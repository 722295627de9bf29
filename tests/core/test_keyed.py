from binascii import hexlify, unhexlify

from shared_core.journal import Chain, parse
from shared_core.keyed import hmac_sha256, key_id
from shared_core.proof import verify

# RFC 4231, test cases 1 to 3, 6 and 7: key, data, HMAC-SHA-256
RFC_4231 = (
    (b"\x0b" * 20, b"Hi There", b"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", b"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50, b"773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        b"60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
        b"hashed before being used by the HMAC algorithm.",
        b"9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)


def test_the_examples_of_rfc_4231():
    for key, data, digest in RFC_4231:
        for cut in (0, 1, len(data)):
            assert hexlify(hmac_sha256(key, (data[:cut], data[cut:]))) == digest, key


def test_a_key_is_named_by_its_hash():
    assert key_id(b"") is None and key_id(None) is None
    assert key_id(bytes(range(32))) == "630dcd2966c43366"


def test_a_keyed_log_is_proven_by_its_key_alone():
    key = unhexlify("00" * 31 + "01")
    chain = Chain(b"", key)
    lines = [chain.append((("kind", "boot"), ("t", n))) for n in range(3)]
    assert parse(lines[0])[2] == hexlify(hmac_sha256(key, (b'\n1 {"kind": "boot", "t": 0}',)))
    assert verify(lines, None, key).first_bad is None
    for wrong in (None, bytes(32)):
        assert verify(lines, None, wrong).first_bad.kind == "changed"
    lines.append(Chain(lines[-1], key).append((("kind", "boot"),)))
    assert verify(lines, None, key).records == 4
    forged = lines[:2] + [Chain(lines[1]).append((("kind", "boot"), ("t", 2)))]
    assert verify(forged, None, key).first_bad.seq == 3
