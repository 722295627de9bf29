"""The trade's status line on a UART: every half second and on request; and the bare number line once a number."""

from shared_core.status_line import END, REQUEST, WINNING_NUMBER, line, number_text, of_table

EVERY_MS = 500
TICKS_MASK = 2**30 - 1  # ticks_ms wraps at a multiple of this on every board


class StatusOutput:
    """uart: set up by hardware.py; flags: {condition: bit}, see output_settings.py."""

    def __init__(self, uart, flags):
        self._uart = uart
        self._flags = flags
        self._heard = b""
        self._sent_at = None
        self._status = None
        self._phase = None
        self._spin = None  # whose number was told

    def turn(self, now_ms, table, reader, clock):
        """Sends what is due. table: None while what it has decided is not durable yet: it is told as it was; reader:
        tells the rotor's speed at the time of the clock."""
        asked = self._asked()
        due = self._sent_at is None or (now_ms - self._sent_at) & TICKS_MASK >= EVERY_MS
        if table is not None and (asked or due or table.under != self._phase):
            self._phase = table.under
            self._status = of_table(table, self._flags, *reader.rotor(clock.now()))
            self._number()
        if self._status is not None and (asked or due):
            self._uart.write(line(self._status))
        if due:
            self._sent_at = now_ms

    def _number(self):
        """The bare number line, as soon as the number is the table's. One that stood there at the start was told."""
        state, spin, number = self._status[:3]
        if state != WINNING_NUMBER:
            self._spin = 0
        elif self._spin == 0:
            self._uart.write(number_text(number).encode() + END)
            self._spin = spin

    def _asked(self):
        """Whether a request has come; what else comes is dropped."""
        waiting = self._uart.any()
        if not waiting:
            return False
        self._heard = (self._heard + (self._uart.read(waiting) or b""))[-64:]
        asked = REQUEST + END in self._heard
        if asked:
            self._heard = self._heard[self._heard.rfind(REQUEST + END) + len(REQUEST + END) :]
        return asked
