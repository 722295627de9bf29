"""Safe mode: with the no-spin button held as the board starts, the table does not start and the prompt is free.

For settings or a firmware that keep the board from starting. It looks at the settings with nothing but json, since
what is wrong may be anything.
"""

import json

BUTTON = "no_spin"
DEFAULT_GPIO = 9  # as in shared_core/settings.py, which may be what is broken
HELD_MS = 1000
STEP_MS = 50
TOLD = "safe mode: the table does not start. Let the no-spin button go and reset the board to start it."


def wanted(settings_path, pin_class, sleep_ms):
    """Whether the button is held now, and for a second from now on; comes back at once where it is not.

    pin_class, sleep_ms: machine.Pin and time.sleep_ms.
    """
    pin = pin_class(_gpio(settings_path), pin_class.IN, pin_class.PULL_DOWN)
    for _ in range(HELD_MS // STEP_MS):
        if not pin():
            return False
        sleep_ms(STEP_MS)
    return bool(pin())


def _gpio(settings_path):
    try:
        with open(settings_path) as file:
            gpio = json.load(file)["pins"][BUTTON]
    except (OSError, ValueError, KeyError, TypeError):
        return DEFAULT_GPIO
    return gpio if type(gpio) is int and 0 <= gpio <= 29 else DEFAULT_GPIO
