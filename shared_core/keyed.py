"""HMAC-SHA-256 (RFC 2104), which MicroPython has not: a hash that nobody makes without the key."""

from binascii import hexlify
from hashlib import sha256

BLOCK = 64  # bytes that SHA-256 takes at a time


def hmac_sha256(key, parts):
    """The digest (32 bytes) over the parts, bytes, one behind the other. key: bytes."""
    if len(key) > BLOCK:
        key = sha256(key).digest()
    key = key + bytes(BLOCK - len(key))
    inner = sha256(bytes([byte ^ 0x36 for byte in key]))
    for part in parts:
        inner.update(part)
    outer = sha256(bytes([byte ^ 0x5C for byte in key]))
    outer.update(inner.digest())
    return outer.digest()


def key_id(key):
    """What names a key without telling it: the first 16 hex digits of its SHA-256. None for no key."""
    return None if not key else hexlify(sha256(key).digest()).decode()[:16]
