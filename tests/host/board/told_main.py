# Runs as main.py of a virtual board: the table, which also writes to FOLDER on the PC when each phase came, how long
# this process has had a processor of the PC and had to wait for one by then and at the beginnings of the turns before,
# and the most processor time that a turn took since the phase before, of those in which the journal got no record.
import json
import time
from array import array

import vfs

vfs.mount(vfs.VfsPosix("/proc/self"), "/pc")
waits = open("/pc/schedstat", "rb")
vfs.umount("/pc")
vfs.mount(vfs.VfsPosix("FOLDER"), "/pc")
told = open("/pc/phases", "w")

from firmware import run, start  # noqa: E402

TURNS = 32
LONG_US = 1000
at = array("q", [0] * TURNS)
waited = [bytearray(64) for _ in range(TURNS)]
after = bytearray(64)
number = longest = 0


def look(text):
    """The kernel's counts into a bytearray; makes no garbage."""
    waits.seek(0)
    waits.readinto(text)


def counted_us(text, field):
    """field: 0, the process had a processor; 1, it waited for one."""
    return int(bytes(text).split()[field]) // 1000


def note():
    """Keeps the time and the wait in the next place."""
    global number
    number = (number + 1) % TURNS
    look(waited[number])
    at[number] = time._settle()


def tell(actions, pairs):
    global longest
    tell_host(actions, pairs)
    if pairs[0][1] == "phase":
        note()
        rows = []
        for back in range(TURNS):
            place = (number - back) % TURNS
            if at[place]:
                rows.append([at[place], counted_us(waited[place], 1), counted_us(waited[place], 0)])
        told.write(json.dumps([dict(pairs)["phase"], rows, longest]) + "\n")
        told.flush()
        longest = 0


def turn(app):
    global longest
    note()
    durable = app.journal.durable
    turn_table(app)
    if time._settle() - at[number] > LONG_US and app.journal.durable == durable:
        look(after)
        longest = max(longest, counted_us(after, 0) - counted_us(waited[number], 0))


def opened(folder):
    """The journal is opened once the program is loaded: not here and now, since a board has no room for all at once."""
    global tell_host, turn_table
    from firmware.actions import Actions
    from firmware.app import App

    tell_host, Actions.tell = Actions.tell, tell
    turn_table, App.turn = App.turn, turn
    return storage(folder)


storage, start.Storage = start.Storage, opened
run.main()
