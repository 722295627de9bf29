"""What `tablectl doctor` finds: what is wrong, and the next step."""


def fault(what, next_step):
    return {"level": "fault", "what": what, "next": next_step}


def note(what, next_step):
    return {"level": "note", "what": what, "next": next_step}
