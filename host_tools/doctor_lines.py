"""What `tablectl doctor` sees of a board's sensor lines while the wheel is turned by hand."""

import time

from host_tools.errors import ToolError
from host_tools.findings import fault, note

FIELDS = ("line", "level", "pulses", "per_minute", "glitches", "shortest_us", "longest_us", "unchanged_us")
NOISY_PER_MINUTE = 1200  # glitches: 20 a second on one line is far beyond the dirt that a tracker reads through


def watch(link, seconds):
    """What each line did in so many seconds, [{field of FIELDS}]. The table must be closed."""
    link.request("self-test", reset=True)
    time.sleep(seconds)
    answer = link.request("self-test")
    if "error" in answer:
        raise ToolError(f"the board does not test itself: {answer['message']}", 1)
    return [dict(zip(FIELDS, row, strict=True)) for row in answer["lines"]]


def judge(lines):
    """What the lines show by themselves: turned by hand, a wheel shows marks on both rotor lines and the index."""
    findings = []
    by_name = {line["line"]: line for line in lines}
    moved = max(by_name["rotor_a"]["pulses"], by_name["rotor_b"]["pulses"])
    for line in lines:
        name = line["line"]
        if line["glitches"] and line["per_minute"] == 0 and line["glitches"] > NOISY_PER_MINUTE // 12:
            findings.append(
                fault(f"{name} shows {line['glitches']} glitches and no pulse", "check cable and shielding")
            )
        if moved and name in ("rotor_a", "rotor_b") and line["pulses"] * 2 < moved:
            told = f"{name} shows {line['pulses']} pulses where the other rotor line shows {moved}"
            findings.append(fault(told, "clean and align its sensor, or check its wire"))
        if line["level"] and name in ("no_more_bets", "no_spin"):
            findings.append(fault(f"{name} is pressed", "release the button, or check its wire"))
    if moved > 2 * 38 and not by_name["rotor_index"]["pulses"]:
        findings.append(
            fault("rotor_index shows no pulse in two turns", "clean and align its sensor, or check its wire")
        )
    if not moved:
        findings.append(note("the rotor did not move", "run doctor again and turn it"))
    return findings
