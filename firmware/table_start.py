"""Makes the table of a board from its settings, and has it go on where its journal ends. The board forgets this
module when that is done."""

import binascii
import time

import machine

from firmware import VERSION, firmware_hash, hardware, startup
from firmware.app import App
from firmware.capture_choice import deaf, open_capture
from firmware.clock import Clock
from firmware.display import Display
from firmware.inputs import Inputs
from firmware.journal import Journal
from shared_core import wheel as wheels
from shared_core.link import Link
from shared_core.reader import WheelReader
from shared_core.recovery import restore
from shared_core.sensor_lines import offsets_from
from shared_core.spin import SpinTracker
from shared_core.table import Table
from shared_core.table_setup import BUTTONS, LINES, STATUS_LINE


def start(storage, settings_text, key, lines, writer, stated=None):
    """The App. settings_text: bytes of table.json, None where there is none; key: the journal's, bytes, or None; lines,
    writer: LineReader and LineWriter of the link; stated: what startup.read_settings() has made of the text, where that
    is done."""
    clock = Clock(time.ticks_us, time.ticks_diff)
    settings, errors = stated or startup.read_settings(settings_text)
    display = Display(_outputs(settings, errors))
    board = binascii.hexlify(machine.unique_id()).decode()
    journal = Journal(storage, board, key, **({} if settings is None else settings.journal))
    app = App(clock, lines, writer, display, journal)
    if journal.damage:
        errors.insert(0, journal.damage)
    app.perform([("record", _boot(app, settings_text, settings))])
    if not errors:
        _make_table(app, settings, errors)
    identity = (("firmware", VERSION), ("micropython", startup.micropython()), ("board", board))
    if app.trial.on:
        identity += (("trial", True),)
    app.link = Link(app.table, identity, errors, app, app.pull)
    _begin(app, errors)
    return app


def _outputs(settings, errors):
    """What the settings name, as far as this board can have it; without settings the usual display."""
    wrong = []
    made = [] if settings is None else hardware.outputs(settings, wrong)
    errors += [hardware.sentence(error) for error in wrong]
    if settings is None or (wrong and not made):
        from shared_core.settings import DEFAULT_DISPLAY

        made = [hardware.display(DEFAULT_DISPLAY)]
    return made


def _boot(app, settings_text, settings):
    """The boot record."""
    journal = app.journal
    firmware, app.check = firmware_hash.at_start(app.trial.on)
    stated = (None, None, None) if settings is None else (settings.table, settings.rules.id, settings.rules.wheel)
    return journal.boot(
        (
            ("cause", startup.boot_cause(journal.history, firmware)),
            ("firmware", VERSION),
            ("firmware_sha256", firmware),
            ("settings", startup.hex_sha256(settings_text)),
            ("table", stated[0]),
            ("rules", stated[1]),
            ("wheel", stated[2]),
            ("segments", journal.segments),
            ("torn", journal.torn),
        )
    )


def _make_table(app, settings, errors):
    rules = settings.rules
    by_line = settings.reader == STATUS_LINE
    lines = BUTTONS if by_line else LINES
    status = None
    try:
        pins = hardware.inputs(settings.pins, lines)
        app.key = hardware.key(settings.supervisor_key)
        if settings.status_line is not None:
            from firmware.status_output import StatusOutput

            uart = hardware.uart(settings.status_line, "status_line")
            app.status_output = StatusOutput(uart, settings.status_line["flags"])
        if by_line:
            from firmware.status_input import StatusInput
            from shared_core.status_reader import StatusReader

            app.reader = StatusReader(rules.wheel, settings.reader_line["flags"])
            status = StatusInput(hardware.uart(settings.reader_line, "reader_line"), app.reader)
    except hardware.HardwareError as error:
        errors.append(hardware.sentence(error.error))
        return
    pockets = len(wheels.pockets(rules.wheel))
    if not by_line:
        offsets = offsets_from(pockets, settings.offsets)
        app.reader = WheelReader(SpinTracker(rules.wheel, rules.min_turns, offsets))
    capture = open_capture(pins, [settings.pins[line] for line in lines])
    # What a line tells is told again; only edges are lost for ever.
    app.deaf = None if by_line else deaf(capture)
    app.inputs = Inputs(app.clock, capture, app.reader, pockets, status)
    app.table = Table(settings, app.journal.history.round, app.journal.history.spin)


def _begin(app, errors):
    """Tells the host of the start, and has the table go on where its journal ends."""
    if app.table is None:
        app.display.show("settings")
        app.perform([("event", (("event", "settings"), ("errors", [text[:200] for text in errors[:3]])))])
        return
    restored = restore(app.table, app.now(), app.journal.history, app.journal.records)
    app.perform([("event", (("event", "boot"), ("round", app.table.round)))])
    if app.deaf:
        app.perform([("event", (("event", "warning"), ("warning", "capture"), ("message", app.deaf)))])
    app.perform(restored)
    app.table.show_early_by(app.actions.show_early)  # what is restored waits for its records
