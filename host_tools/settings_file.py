"""Reads a table.json on this host: what is wrong with it, told with its name, and with what there is to choose from."""

from pathlib import Path

from host_tools.errors import ToolError
from host_tools.rules import rulebook_ids
from shared_core import settings
from shared_core.wire import WireError, parse

WHOLE = "table.json"  # the key of an error that is the whole file's, see shared_core/settings.py


def read(path, option=""):
    """(its bytes, Settings or None, sentences that say what is wrong) of a table.json. Raises ToolError (status 2)
    where it cannot be read; option: what the call named it by, such as "--settings: "."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise ToolError(f"{option}{path} cannot be read ({error.strerror}): name a table.json", 2) from None
    made, errors = settings.read(text)
    return text, made, sentences(errors, path, text)


def sentences(errors, path=WHOLE, text=b""):
    """The errors of settings.check() or settings.read() as sentences."""
    told = []
    for key, value, right in errors:
        if key == WHOLE:
            key, right = str(path), _with_line(text) or right
        if key == "rules":
            right += "; there are " + ", ".join(rulebook_ids())
        told.append(settings.sentence((key, value, right)))
    return told


def _with_line(text):
    """Where and why a text is no JSON, such as `line 2, column 5: a value is missing`, or None."""
    try:
        parse(text)
    except WireError as error:
        before = text[: error.at].decode(errors="replace").split("\n")
        return f"line {len(before)}, column {len(before[-1]) + 1}: {error.message}"
    return None
