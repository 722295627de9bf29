"""From edges to what they mean: the wheel's lines go to the reader, the buttons' to their debouncing.

While the table is closed the wheel's lines go to the wheel check: a wheel turned by hand is no spin.
"""

from shared_core.button import Button
from shared_core.dealer_buttons import CLICK, HOLD, HOLD_US, PRESS
from shared_core.sensor_lines import LINES as SENSORS

BUTTONS = ("no_more_bets", "no_spin")  # the lines behind the sensors
WHEEL, BUTTON = "wheel", "button"  # kinds of what happened


class Inputs:
    """clock: Clock; capture: Capture; reader: WheelReader or StatusReader; pockets: of the wheel. lost: edges that the
    capture lost.

    status: the StatusInput of a StatusReader; then the capture has the buttons alone. noisy: None, or the name of a
    button whose contacts did not come to rest.
    """

    def __init__(self, clock, capture, reader, pockets, status=None):
        self.noisy = None
        self._pockets = pockets
        self._check = None  # the WheelCheck of a closed table
        self._clock = clock
        self._capture = capture
        self.reader = reader
        self._status = status
        self._first = 0 if status is None else len(SENSORS)  # the line of the capture's first pin
        self._buttons = [Button() for _ in BUTTONS]
        self._undecided = self._buttons if status is None else self._buttons + [status]  # what may have begun
        self._pressed_at = [None] * len(BUTTONS)  # of a press that is not known yet to be a click or held
        self._order = None
        self._sink = self._edge  # made once: a bound method is an object

    @property
    def lost(self):
        return self._capture.lost

    def take(self, order, checking):
        """Adds to `order` (InOrder) what happened; returns the time up to which all is known, us since the base.

        checking: whether the table is closed.
        """
        now = self._clock.now()
        self._check = self.wheel_check() if checking else None
        self._order = order
        self._capture.drain(self._sink)
        if self._status is not None:
            self._status.read(now)
        self.reader.time(now)
        for place in range(len(BUTTONS)):
            button = self._buttons[place]
            self._pressed(place, button.time(now))
            self._released(place, button.down, now)
        for t, event, measures in self.reader.take():
            if (
                not checking or self._status is None or event[0] == "fault"
            ):  # a line tells of spins of a closed table, too
                order.add(t, WHEEL, (event, measures))
        coasted = None if self._check is None else self._check.coast.take()
        if coasted is not None:
            order.add(self._clock.since_boot(now), WHEEL, (("rotor", now, coasted), ()))
        known = now
        for undecided in self._undecided:
            if undecided.pending is not None:
                known = min(known, undecided.pending - 1)
        return known

    def wheel_check(self):
        """The WheelCheck that looks at the lines until the table opens."""
        if self._check is None:
            self._check = self._new_check()
        return self._check

    def _new_check(self):
        from shared_core.wheel_check import WheelCheck  # a board forgets it while the table is open

        return WheelCheck(self._pockets)

    def rebase(self, us):
        """The clock's base moved `us` later."""
        self.reader.rebase(us)
        if self._check is not None:
            self._check.rebase(us)
        for place, button in enumerate(self._buttons):
            button.rebase(us)
            if self._pressed_at[place] is not None:
                self._pressed_at[place] -= us

    def close(self):
        self._capture.close()

    def _edge(self, ticks, line, level):
        t = self._clock.at(ticks)
        line += self._first
        if self._check is not None:
            self._check.edge(t, line, level)
        elif line < len(SENSORS):
            self.reader.edge(t, line, level)
        if line >= len(SENSORS):
            place = line - len(SENSORS)
            self._pressed(place, self._buttons[place].edge(t, level))

    def _pressed(self, place, t):
        if t is not None:
            self._add(t, place, PRESS)
            self._pressed_at[place] = t
        if self._buttons[place].noisy:
            self._buttons[place].noisy = False
            self.noisy = BUTTONS[place]

    def _released(self, place, down, now):
        """Tells whether a press was a click or is held, as soon as it is known."""
        pressed_at = self._pressed_at[place]
        if pressed_at is None or (down and now - pressed_at < HOLD_US):
            return
        self._pressed_at[place] = None
        if down:
            self._add(pressed_at + HOLD_US, place, HOLD)
        else:
            self._add(now, place, CLICK)

    def _add(self, t, place, gesture):
        self._order.add(self._clock.since_boot(t), BUTTON, (BUTTONS[place], gesture))
