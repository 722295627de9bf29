"""The call "no more bets" as a pit boss needs it told to decide a dispute: when, by whom, where the ball was."""

BY = {
    "button": "by the dealer's button",
    "link": "by the dealer, over the link",
    "timer": "by the bet timer",
    "ball-speed": "by the ball's speed",
    "wheel": "by the wheel's own status line",
    "drop": "uncalled, as the ball left the track",
}


def sentences(bets, drop=None):
    """What the record of closed bets tells, a list of sentences. drop: when the ball left the track by the estimate of
    its spin, in microseconds of the board's clock, or None."""
    by = BY.get(bets["by"], f"by {bets['by']}")
    clause = f" ({bets['clause']})" if bets.get("clause") else ""
    wagers = f"{bets['wagers']} wager{'' if bets['wagers'] == 1 else 's'}"
    told = [f"bets closed {by}{clause}: {wagers}, {bets['staked']} staked"]
    speed, place = bets.get("ball_speed_milli"), bets.get("ball_place_milli")
    if speed is None and bets["by"] != "wheel":
        told.append("no ball was seen on the track")
    elif speed is None:
        told.append("the line does not tell where the ball was")
    else:
        where = "" if place is None else f", {_thousandths(place)} of a turn clockwise from the reader"
        told.append(f"the ball ran at {_thousandths(speed)} turns a second{where}")
    for t in bets.get("early", []):
        told.append(f"the dealer had called {_seconds(bets['t'] - t)} before, too early to close the bets")
    for ms, seat, spot in bets.get("last", []):
        late = 0 if drop is None else bets["t"] - ms * 1000 - drop
        after = f" and {_seconds(late)} after the ball left the track (estimate)" if late > 0 else ""
        told.append(f"seat {seat}'s wager on {spot} came {_seconds(ms * 1000)} before it{after}")
    return told


def to_the_drop(bets, spin):
    """How long the call came before the drop of a spin, as a sentence, or None where either is not known."""
    drop = spin.get("drop_us")
    if bets is None or drop is None:
        return None
    us = drop - bets["t"]
    told = "before" if us >= 0 else "after"
    return f"bets closed {_seconds(abs(us))} {told} the ball left the track (its drop is an estimate)"


def late(record):
    """A wager that came late, as a sentence."""
    wager = f"seat {record['seat']} wagered {record['stake']} on {record['spot']}"
    if record["after_us"] <= 0:
        return f"{wager} in time, but it was handled only after the bets were written down: refused as late"
    return f"{wager} too late, {_seconds(record['after_us'])} after bets closed: refused"


def _seconds(us):
    return f"{us / 1_000_000:.3f} s"


def _thousandths(value):
    return f"{value / 1000:.2f}"
