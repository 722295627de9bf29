"""A reader's verdicts beside the truth.

A verdict is a dict with the keys of `tablectl replay --json`: valid, number, reason, drop_us, alarm_us,
rest_us.
"""

RIGHT = "right"
EXCUSED = "excused"  # a cause that nobody could tell from the true one
UNDETERMINED = "undetermined"  # it said that it does not know
FAULT = "sensor-fault"  # it said that a sensor has failed
WRONG = "wrong"  # a number that the truth does not hold: the one thing that must never be
FALSE_VOID = "false void"  # a valid spin called void
MISNAMED = "misnamed"  # a void spin called void for another cause
MISSING = "missing"  # no verdict at all

OUTCOMES = (RIGHT, UNDETERMINED, WRONG, FALSE_VOID, MISNAMED, MISSING, FAULT, EXCUSED)


def judge(truths, verdicts):
    """[(outcome, truth or None, verdict or None), ...], for each truth and each verdict left over."""
    left = list(verdicts)
    found = []
    for n, truth in enumerate(truths):
        until = truths[n + 1]["launch_us"] if n + 1 < len(truths) else None
        verdict = _its_own(truth, until, left)
        if verdict is not None:
            left.remove(verdict)
            found.append((outcome(truth, verdict), truth, verdict))
        elif not truth["optional"]:
            found.append((MISSING, truth, None))
    return found + [(_of_no_spin(verdict), None, verdict) for verdict in left]


def _its_own(truth, until, verdicts):
    """The verdict whose time lies between this launch and the next; one without a time goes by its place."""
    for verdict in verdicts:
        time = moment(verdict)
        if time is None or (truth["launch_us"] <= time and (until is None or time < until)):
            return verdict
    return None


def moment(verdict):
    """When a verdict's ball ran: the first time it states, in us, or None."""
    times = [verdict.get(key) for key in ("drop_us", "alarm_us", "rest_us")]
    return next((time for time in times if time is not None), None)


def outcome(truth, verdict):
    """The outcome of one verdict, for the truth of the same spin."""
    if verdict["valid"]:
        return RIGHT if truth["valid"] and verdict["number"] == truth["number"] else WRONG
    reason = verdict["reason"]
    if reason == truth["reason"]:
        return RIGHT
    if reason in truth["accept"]:
        return EXCUSED
    if reason in (UNDETERMINED, FAULT):
        return reason
    return FALSE_VOID if truth["valid"] else MISNAMED


def _of_no_spin(verdict):
    if verdict["valid"]:
        return WRONG
    return verdict["reason"] if verdict["reason"] in (UNDETERMINED, FAULT) else FALSE_VOID
