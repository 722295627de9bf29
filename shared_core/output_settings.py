"""The settings of what a table shows and tells: displays, lamps, buzzer, and the trade's line out and in.

"displays": [{"type": "tm1637", "clk": 10, "dio": 11, "brightness": 4},
             {"type": "max7219", "din": 12, "clk": 13, "cs": 14, "brightness": 4},
             {"type": "ht16k33", "scl": 15, "sda": 16, "address": 112, "brightness": 4},
             {"type": "ws2812", "data": 17, "pixels": 8, "brightness": 64}]
"lamps": {"no_more_bets": 18, "no_spin": 19, "fault": 22},  "buzzer": 26
"status_line": {"uart": 0, "tx": 0, "rx": 1, "flags": {"ball-removed": 1, "same-direction": 2, "sensor-fault": 4}}
"reader": "status-line",  "reader_line": {"uart": 1, "tx": 20, "rx": 21, "flags": {...}}
"""

from shared_core.stated import check_range, filled, must_be, no_such
from shared_core.table_setup import LAMPS, SENSOR_FAULT, STATUS_LINE
from shared_core.wire import shown

# type: (wire, default GPIO or None where it must be stated), (value, default, least, most)
DISPLAYS = {
    "tm1637": ((("clk", 10), ("dio", 11)), (("brightness", 4, 0, 7),)),
    "max7219": ((("din", None), ("clk", None), ("cs", None)), (("brightness", 4, 0, 15),)),
    "ht16k33": ((("scl", None), ("sda", None)), (("address", 0x70, 0x70, 0x77), ("brightness", 4, 0, 15))),
    "ws2812": ((("data", None),), (("pixels", 1, 1, 64), ("brightness", 64, 1, 255))),
}
MOST_DISPLAYS = 6
BUS = {"scl": "sda", "sda": "scl"}  # wires that several chips of other addresses may share, and which goes with which

SENSORS = "sensors"
READERS = (SENSORS, STATUS_LINE)
# What a bit of the trade's line can stand for: the causes of a void spin, and a fault.
CONDITIONS = (
    "ball-removed",
    "same-direction",
    SENSOR_FAULT,
    "too-few-turns",
    "foreign-object",
    "dealer",
    "zero-zero",
)
FLAGS = {"ball-removed": 1, "same-direction": 2, SENSOR_FAULT: 4}
HIGHEST_FLAG = 128
LINES = {
    "status_line": {"uart": 0, "tx": 0, "rx": 1, "flags": FLAGS},
    "reader_line": {"uart": 1, "tx": 20, "rx": 21, "flags": FLAGS},
}


def default_display():
    return _display({"type": "tm1637"})


def displays(stated):
    """The displays of settings that passed the check, every value filled in."""
    if "display" in stated:
        return [_display(stated["display"])]
    return [_display(one) for one in stated.get("displays", [{}])]


def display_keys(stated):
    """The keys of the same displays, for messages."""
    if "displays" in stated:
        return ["displays[" + str(place) + "]" for place in range(len(stated["displays"]))]
    return ["display"]


def serial_line(stated, key):
    """The line "status_line" or "reader_line" of settings that passed the check, every value filled in, or None."""
    return filled(LINES[key], stated[key]) if key in stated else None


def check(stated, pins, errors):
    """Checks the keys of this file in settings, an object; claims their GPIOs. A wrong type of a key was told."""
    if "display" in stated and "displays" in stated:
        errors.append(("displays", shown(stated["displays"]), "display is stated too; put it into displays"))
    buses = []
    if isinstance(stated.get("displays"), list):
        if len(stated["displays"]) > MOST_DISPLAYS:
            errors.append(("displays", shown(stated["displays"]), must_be("at most " + str(MOST_DISPLAYS))))
        for place, one in enumerate(stated["displays"]):
            _check_display("displays[" + str(place) + "]", one, pins, buses, errors)
    elif isinstance(stated.get("display", {}), dict):
        _check_display("display", stated.get("display", {}), pins, buses, errors)
    if isinstance(stated.get("lamps", {}), dict):
        _check_lamps(stated.get("lamps", {}), pins, errors)
    if "buzzer" in stated:
        pins.claim("buzzer", stated["buzzer"])
    for key in ("reader_line", "status_line"):
        if isinstance(stated.get(key), dict):
            _check_line(key, stated[key], pins, errors)
    _check_reader(stated, errors)


def _display(stated):
    wires, values = DISPLAYS[stated.get("type", "tm1637")]
    defaults = {row[0]: row[1] for row in wires + values}
    defaults["type"] = "tm1637"
    return filled(defaults, stated)


def _check_display(name, stated, pins, buses, errors):
    if not isinstance(stated, dict):
        errors.append((name, shown(stated), must_be("an object with type, wires and brightness")))
        return
    kind = stated.get("type", "tm1637")
    if not isinstance(kind, str) or kind not in DISPLAYS:
        errors.append((name + ".type", shown(kind), must_be(" or ".join(sorted(DISPLAYS)))))
        return
    wires, values = DISPLAYS[kind]
    known = ["type"] + [row[0] for row in wires + values]
    for key in sorted(stated):
        if key not in known:
            errors.append((name + "." + key, shown(stated[key]), no_such(key, known)))
    for wire, default in wires:
        if wire not in stated and default is None:
            errors.append((name + "." + wire, "missing", must_be("the GPIO of this wire of a " + kind)))
            continue
        bus = (wire, stated.get(BUS[wire])) if wire in BUS else None
        pins.claim(name + "." + wire, stated.get(wire, default), bus)
    for key, default, least, most in values:
        check_range(name + "." + key, stated.get(key, default), least, most, errors)
    if kind == "ht16k33":
        _check_address(name, stated, buses, errors)


def _check_address(name, stated, buses, errors):
    """Two chips on one bus need two addresses."""
    place = (stated.get("scl"), stated.get("sda"), stated.get("address", 0x70))
    if place in buses:
        errors.append((name + ".address", shown(place[2]), "another display on the same bus has this address"))
    buses.append(place)


def _check_lamps(lamps, pins, errors):
    for key in sorted(lamps):
        if key not in LAMPS:
            errors.append(("lamps." + key, shown(lamps[key]), no_such(key, LAMPS)))
        else:
            pins.claim("lamps." + key, lamps[key])


def _check_line(key, stated, pins, errors):
    known = LINES[key]
    for name in sorted(stated):
        if name not in known:
            errors.append((key + "." + name, shown(stated[name]), no_such(name, known)))
    line = filled(known, stated)
    check_range(key + ".uart", line["uart"], 0, 7, errors)
    for wire in ("tx", "rx"):
        pins.claim(key + "." + wire, line[wire])
    _check_flags(key + ".flags", line["flags"], errors)


def _check_flags(name, flags, errors):
    if not isinstance(flags, dict):
        errors.append((name, shown(flags), must_be("an object of conditions and the bits that tell them")))
        return
    bits = []
    for condition in sorted(flags):
        bit = flags[condition]
        key = name + "." + condition
        if condition not in CONDITIONS:
            errors.append((key, shown(bit), no_such(condition, CONDITIONS)))
        elif type(bit) is not int or not 0 < bit <= HIGHEST_FLAG or bit & (bit - 1):
            errors.append((key, shown(bit), must_be("one bit: 1, 2, 4, 8, 16, 32, 64 or 128")))
        elif bit in bits:
            errors.append((key, str(bit), "another condition has this bit"))
        bits.append(bit)


def _check_reader(stated, errors):
    reader = stated.get("reader", SENSORS)
    if reader not in READERS:
        errors.append(("reader", shown(reader), must_be(" or ".join(READERS))))
    elif reader == STATUS_LINE and "reader_line" not in stated:
        errors.append(("reader_line", "missing", "the reader status-line needs it: an object with uart, tx, rx, flags"))
    elif reader != STATUS_LINE and "reader_line" in stated:
        errors.append(("reader_line", shown(stated["reader_line"]), 'it belongs to "reader": "status-line"'))
    lines = [stated.get(key) for key in ("status_line", "reader_line")]
    if all([isinstance(line, dict) for line in lines]):
        out, into = [filled(LINES[key], stated[key])["uart"] for key in ("status_line", "reader_line")]
        if out == into:
            errors.append(("reader_line.uart", shown(into), "status_line is on the same UART"))
