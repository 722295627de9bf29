# Runs after boot.py: starts the table, unless the no-spin button is held.
import gc
import time

import machine

from firmware import come_back, safe_mode

# Starting leaves garbage between what stays: collected now and then, what stays lies close and the heap keeps in one
# piece. Four times as often would take a Pico half a second longer.
gc.threshold(131072)
come_back.stop()
if safe_mode.wanted("/table.json", machine.Pin, time.sleep_ms):
    print(safe_mode.TOLD)
else:
    from firmware.run import main

    main()
    come_back.start()
