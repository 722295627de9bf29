"""What the settings of a table come to once they are checked: all that a board keeps of them in memory.

It forgets settings.py and what that uses, since it needs the room.
"""

from shared_core.sensor_lines import LINES as SENSORS

BUTTONS = ("no_more_bets", "no_spin")
LINES = SENSORS + BUTTONS
LAMPS = ("no_more_bets", "no_spin", "fault")
STATUS_LINE = "status-line"
SENSOR_FAULT = "sensor-fault"


class Settings:
    """Settings that passed the check. values: {name: value} of all these:

    table: id; rules: Rules, made of the options; notices: the operator's statements; bet_timer_us: int or None;
    call_speed: thousandths of a turn a second or None; inspection: whether opening takes one; pins: {line: GPIO};
    displays: list of {"type", wires, "brightness"}; display_keys: their keys, for messages; lamps: {lamp: GPIO};
    buzzer, supervisor_key: GPIO or None; reader: "sensors" or "status-line"; status_line, reader_line: {"uart", "tx",
    "rx", "flags"} or None, see output_settings.py; offsets: {sensor: thousandths}; journal: {"segments", "overwrite"}.
    """

    def __init__(self, values):
        self.table = values["table"]
        self.rules = values["rules"]
        self.options = values["options"]
        self.notices = values["notices"]
        self.bet_timer_us = values["bet_timer_us"]
        self.call_speed = values["call_speed"]
        self.inspection = values["inspection"]
        self.pins = values["pins"]
        self.displays = values["displays"]
        self.display_keys = values["display_keys"]
        self.lamps = values["lamps"]
        self.buzzer = values["buzzer"]
        self.supervisor_key = values["supervisor_key"]
        self.reader = values["reader"]
        self.status_line = values["status_line"]
        self.reader_line = values["reader_line"]
        self.offsets = values["offsets"]
        self.journal = values["journal"]

    def started(self):
        """Lets go of what only the start of a board needs: what is wired to which GPIO, the sensors' places, the
        journal's size."""
        for name in ("pins", "displays", "display_keys", "lamps", "status_line", "reader_line", "offsets", "journal"):
            setattr(self, name, None)
