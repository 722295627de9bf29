"""Starts the board: shuts the host out, mounts the flash, runs boot.py and main.py, then asks for the prompt."""

import json
import sys
from array import array

import _vb_ctrl_c as ctrl_c
import _vb_flash
import _vb_micropython
import _vb_world as world
import uos
import vfs
from micropython import kbd_intr


def run(main, link):
    """`main` is the dict in which boot.py and main.py run; `link` the descriptor of the link to the host, whose first
    message is the settings as JSON (board_process.py)."""
    kbd_intr(-1)
    for name in ("sys", "_vb_start"):
        del main[name]
    ctrl_c.begin(world)
    settings = world.open_link(link)
    world.connect(settings["ticks"], settings["epoch"], settings["rate"], settings["per"])
    flash = _vb_flash.Flash(settings["flash"], settings["blocks"], _count_flash, _power_off)
    world.on_cut = flash.cut
    if settings["cut"]:
        flash.cut(*settings["cut"])
    _shadow(settings)
    _mount(flash)
    _meet_table(settings)
    _forget()
    _run_scripts(main, settings)
    while not _go_to_prompt():
        pass


def _shadow(settings):
    import time

    time.set_zero(settings["ticks_zero"], settings["wall_zero"])
    import os  # noqa: F401
    import select  # noqa: F401

    import machine

    machine._board["unique_id"] = bytes.fromhex(settings["unique_id"])
    machine._board["reset_cause"] = settings["reset_cause"]
    machine._board["uarts"] = settings["uarts"]
    import _vb_asyncio

    sys.modules["_asyncio"] = _vb_asyncio
    sys.modules["micropython"] = _vb_micropython


def _mount(flash):
    # As the stock boot script of a Pico: what cannot be mounted is formatted.
    vfs.umount("/")
    try:
        disk = vfs.VfsLfs2(flash, progsize=_vb_flash.PAGE)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=_vb_flash.PAGE)
        disk = vfs.VfsLfs2(flash, progsize=_vb_flash.PAGE)
    vfs.mount(disk, "/")
    uos.chdir("/")


def _meet_table(settings):
    """Wires the table to the pins that the board's own table.json names, and learns the levels."""
    wiring = settings["wiring"]
    wiring.update(_wiring_of(_table_json()))
    import _vb_pins

    for place, display in enumerate(wiring["displays"]):
        if "displays[%d]" % place not in wiring["absent"]:
            _vb_pins.attach_display(display)
    world.ask(world.HELLO, json.dumps(wiring).encode())


def _table_json():
    try:
        with open("/table.json") as f:
            return json.load(f)
    except Exception:  # the firmware will say what is wrong with it
        return {}


# wires of each display as in table.json, with what they are when it does not say
_DISPLAYS = {
    "tm1637": {"clk": 10, "dio": 11},
    "max7219": {"din": None, "clk": None, "cs": None},
    "ht16k33": {"scl": None, "sda": None},
    "ws2812": {"data": None},
}


def _wiring_of(table):
    """The pins of lines and outputs that a table.json states (shared_core/settings.py), as far as they make sense."""
    if not isinstance(table, dict):
        return {}
    stated = _gpios(table.get("pins"))
    if "displays" in table or "display" in table:
        named = table.get("displays", [table.get("display")])
        found = [_display(one) for one in named] if isinstance(named, list) else []
        stated["displays"] = [one for one in found if one]
    stated["lamps"] = _gpios(table.get("lamps"))
    stated["buzzer"] = _gpios({"buzzer": table.get("buzzer")}).get("buzzer")
    return stated


def _gpios(named):
    if not isinstance(named, dict):
        return {}
    return {name: gpio for name, gpio in named.items() if type(gpio) is int and 0 <= gpio < world.GPIOS}


def _display(named):
    kind = named.get("type", "tm1637") if isinstance(named, dict) else None
    if kind not in _DISPLAYS:
        return None
    wires = dict(_DISPLAYS[kind])
    wires.update(named)
    found = _gpios({wire: wires[wire] for wire in _DISPLAYS[kind]})
    if len(found) < len(_DISPLAYS[kind]):
        return None
    found["type"] = kind
    found["address"] = wires.get("address", 0x70)
    return found


def _forget():
    for name in list(sys.modules):
        if name[:4] == "_vb_":
            del sys.modules[name]
    sys.path[:] = ["", ".frozen", "/lib"]
    sys.argv[:] = []


def _run_scripts(main, settings):
    try:
        kbd_intr(3)  # only from here on may Ctrl-C end something
        world.ask(world.READY)
        ctrl_c.check()
        _script("boot.py", main)
        if settings["run_main"] and "main.py" in uos.listdir():
            world.tell(world.MAIN, 1)
            _script("main.py", main)
            world.tell(world.MAIN, 0)
    except KeyboardInterrupt as error:
        sys.print_exception(error)


def _go_to_prompt():
    """False when a Ctrl-C came late: it must not keep the host from knowing."""
    try:
        kbd_intr(-1)
        ctrl_c.take_back()
        uos.putenv("MICROPYINSPECT", "1")  # the prompt comes next; after a SystemExit it does not
        world.flush()
        world.ask(world.PROMPT)
    except KeyboardInterrupt:
        return False
    return True


def _script(name, main):
    """Runs a script if it is there. SystemExit is a soft reset."""
    if name not in uos.listdir():
        return
    try:
        execfile(name, main)  # noqa: F821
    except SystemExit:
        world.flush()
        raise
    except BaseException as error:
        sys.print_exception(error)


_flash_count = array("l", (world.FLASH, 0, 0))


def _count_flash(is_erase):
    _flash_count[1 if is_erase else 2] += 1
    world.send(_flash_count)


def _power_off():
    world.flush()
    world.ask(world.CUT)
