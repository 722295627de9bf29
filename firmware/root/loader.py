"""Brings one whole version of the program into its place, and takes it back when it does not prove itself.

It lies beside the program, not in it, and is fixed: an update replaces it by one rename, if ever. An update waits in
STAGED, checked, with its list, one line a file: `= path` takes the place of another, `+ path` is new, `- path` goes.
One rename of that list to SWITCH decides. From then on every start ends with a whole version, wherever the power fails:

    SWITCH   the files are brought in, what they replace is kept; then the list becomes READY
    READY    the new version waits to be started; then, before it is, the list becomes TRIAL
    TRIAL    the new version has been started, and has not said yet that it is healthy (firmware/trial.py): take it back
    UNDO     what was kept is brought back

Every step may be done twice. A rename is whole or not done (littlefs); on FAT it is not.
"""

import os

STAGED, KEPT = "/update", "/previous"
SWITCH, READY, TRIAL, UNDO = "/update-switch", "/update-ready", "/update-trial", "/update-undo"
TOUCHED = "/update-touched"


def settle():
    """Ends what an update has begun; to be called at every start before the program is."""
    if _is(READY) or not [path for path in (TRIAL, SWITCH, UNDO, KEPT) if _is(path)]:
        return
    _make_consistent()
    if _is(TRIAL):
        os.rename(TRIAL, UNDO)
    if _is(SWITCH):
        try:
            _each(SWITCH, _bring)
            os.rename(SWITCH, READY)
            return
        except OSError:  # no room, most likely: the old version has all it needs
            os.rename(SWITCH, UNDO)
    if _is(UNDO):
        _each(UNDO, _bring_back)
        os.remove(UNDO)
    for folder in (STAGED, KEPT):  # what is staged and not decided on stays: a tool may start the board meanwhile
        _remove(folder)


def begin():
    """To be called before the program is started; whether it is on trial from now on."""
    if not _is(READY):
        return False
    os.rename(READY, TRIAL)
    return True


def _is(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _each(marker, move):
    with open(marker) as lines:
        for line in lines:
            move(line[0], line[2:].strip())


def _bring(sort, path):
    if sort == "-":
        if _is(path):
            _move(path, KEPT + path)
            _drop_empty(path)
    elif _is(STAGED + path):
        if sort == "=" and not _is(KEPT + path):
            _move(path, KEPT + path)
        _move(STAGED + path, path)


def _bring_back(sort, path):
    if _is(KEPT + path):
        _move(KEPT + path, path)
    elif sort == "+" and _is(path):
        os.remove(path)
        _drop_empty(path)


def _move(path, to):
    at = to.find("/", 1)
    while at > 0:
        if not _is(to[:at]):
            os.mkdir(to[:at])
        at = to.find("/", at + 1)
    os.rename(path, to)


def _drop_empty(path):
    folder = path[: path.rfind("/")]
    if folder and not os.listdir(folder):
        os.rmdir(folder)


def _make_consistent():
    """A power cut in the middle of a rename is mended by littlefs at the first write; until then what it tells of the
    folders may be wrong."""
    with open(TOUCHED, "w"):
        pass
    os.remove(TOUCHED)


def _remove(path):
    if not _is(path):
        return
    if os.stat(path)[0] & 0x4000:
        for name in os.listdir(path):
            _remove(path + "/" + name)
        os.rmdir(path)
    else:
        os.remove(path)
