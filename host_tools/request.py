"""One request to a table by hand, and what it answers: `tablectl send`."""

import json
import time

from host_tools.claim import claimed
from host_tools.errors import ToolError
from host_tools.link import Link
from shared_core.link import VERBS

TEXTS = ("spot", "number", "cause", "name", "reason", "hash", "point")  # fields that are text, whatever stands there
LISTS = ("points",)
AFTER = 0.3  # seconds in which the events of a request come


def send(verb, words=(), port=None):
    """Send one request; its answer, a dict with "ok" or "error" as the table gives it, and "events": [what came then].

    words: its fields as `key=value`; a value is a number, true or false where it reads so and the field is no text.
    Raises ToolError: status 2 for a word that is none, 3 where no table answers.
    """
    fields = fields_of(verb, words)
    with claimed(port) as device, Link(device) as link:
        answer = link.request(verb, **fields)
        until = time.monotonic() + AFTER
        events = []
        while (event := link.next_event(until - time.monotonic())) is not None:
            events.append(event)
    del answer["id"]
    return {**answer, "events": events}


def fields_of(verb, words):
    """{key: value} of words such as `seat=3`. Raises ToolError, status 2."""
    fields = {}
    known = [field for group in VERBS[verb] for field in group]
    for word in words:
        key, _, text = word.partition("=")
        if not text or key in fields:
            raise ToolError(f"{word} is no field: write each once as key=value, such as seat=3", 2)
        if key not in known:
            raise ToolError(f"{verb} has no field {key}: it takes {', '.join(known) or 'none'}", 2)
        fields[key] = _value(key, text)
    return fields


def _value(key, text):
    if key in TEXTS:
        return text
    if key in LISTS:
        return text.split(",")
    try:
        return json.loads(text)
    except ValueError:
        return text
