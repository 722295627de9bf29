"""The sentences of a program that was compiled for a board: they lie in a file beside it, not in the board's memory.

host_tools/sentences.py makes the file, and the calls; the sources have their sentences and do not need this.
"""

MISSING = "(its text is missing)"


def _opened():
    """The file stays open: to open it takes a Pico 4 ms each time, to read a sentence 0.2 ms."""
    try:
        return open(__file__[: __file__.rfind("/") + 1] + "sentences.txt", "rb")
    except OSError:
        return None


_file = _opened()


def said(offset, length):
    """The sentence of so many bytes of UTF-8 from a byte of the file on. The word of an error matters more than its
    sentence: where that cannot be read it is MISSING."""
    if _file is None:
        return MISSING
    try:
        _file.seek(offset)
        data = _file.read(length)
        return data.decode() if len(data) == length else MISSING
    except (OSError, ValueError):
        return MISSING
