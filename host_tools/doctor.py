"""Looks at a board and says what is wrong with it, each with the next step: `tablectl doctor`."""

import time

from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer

FIELDS = ("line", "level", "pulses", "per_minute", "glitches", "shortest_us", "longest_us", "unchanged_us")
SENSORS = 6
NOISY_PER_MINUTE = 1200  # glitches: 20 a second on one line is far beyond the dirt that a tracker reads through


def doctor(port, seconds=5.0, progress=lambda text: None):
    """What is right and wrong with the board on `port`.

    Returns {"port", "board": the answer to hello, "phase", "lines": [{field of FIELDS}], "findings": [{"level": "fault"
    or "note", "what", "next"}]}. While the table is closed the lines are watched for some seconds: turn the wheel then.
    """
    with Link(port) as link:
        try:
            hello = link.request("hello")
        except NoAnswer as error:
            told = "flash the firmware (tablectl flash), or reset the board if it has it"
            return _found(port, None, None, [], [_fault(error.message, told)])
        findings = [_fault(text, "mend table.json and flash it") for text in hello.get("settings", ())]
        status = link.request("status")
        for fault in status.get("faults", ()):
            findings.append(_fault(f"the table has latched a fault: {fault}", "mend its cause, then clear it (clear)"))
        lines = []
        if status.get("under") == "closed":
            progress("watching the lines: turn the wheel")
            lines = _watch(link, seconds)
            findings += _judge(lines)
        elif "under" in status:
            findings.append(
                {"level": "note", "what": "the table is open", "next": "close it to have its lines watched"}
            )
    return _found(port, hello, status["phase"], lines, findings)


def _watch(link, seconds):
    link.request("self-test", reset=True)
    time.sleep(seconds)
    answer = link.request("self-test")
    if "error" in answer:
        raise ToolError(f"the board does not test itself: {answer['message']}", 1)
    return [dict(zip(FIELDS, row, strict=True)) for row in answer["lines"]]


def _judge(lines):
    """What the lines show by themselves: turned by hand, a wheel shows marks on both rotor lines and the index."""
    findings = []
    by_name = {line["line"]: line for line in lines}
    moved = max(by_name["rotor_a"]["pulses"], by_name["rotor_b"]["pulses"])
    for line in lines:
        name = line["line"]
        if line["glitches"] and line["per_minute"] == 0 and line["glitches"] > NOISY_PER_MINUTE // 12:
            findings.append(
                _fault(f"{name} shows {line['glitches']} glitches and no pulse", "check cable and shielding")
            )
        if moved and name in ("rotor_a", "rotor_b") and line["pulses"] * 2 < moved:
            told = f"{name} shows {line['pulses']} pulses where the other rotor line shows {moved}"
            findings.append(_fault(told, "clean and align its sensor, or check its wire"))
        if line["level"] and name in ("no_more_bets", "no_spin"):
            findings.append(_fault(f"{name} is pressed", "release the button, or check its wire"))
    if moved > 2 * 38 and not by_name["rotor_index"]["pulses"]:
        findings.append(
            _fault("rotor_index shows no pulse in two turns", "clean and align its sensor, or check its wire")
        )
    if not moved:
        findings.append({"level": "note", "what": "the rotor did not move", "next": "run doctor again and turn it"})
    return findings


def _fault(what, next_step):
    return {"level": "fault", "what": what, "next": next_step}


def _found(port, hello, phase, lines, findings):
    return {"port": port, "board": hello, "phase": phase, "lines": lines, "findings": findings}
