# Shows pictures on all outputs of table.json, and speaks on its UARTs; what to show comes from the other side.
import time

from firmware import hardware, startup
from firmware.display import Display
from shared_core.status_reader import StatusReader

settings, errors = startup.read_settings(startup.read("/table.json"))
display = Display(hardware.outputs(settings, errors))
uart = hardware.uart(settings.status_line, "status_line")
reader_uart = hardware.uart(settings.reader_line, "reader_line")
reader = StatusReader(settings.rules.wheel, settings.reader_line["flags"])
print("errors", errors)


def rest(ms):
    for _ in range(ms // 20):
        display.tick(time.ticks_ms())
        time.sleep_ms(20)


def show(picture, blink=False):
    start = time.ticks_us()
    display.show(picture, blink)
    return time.ticks_diff(time.ticks_us(), start)


def heard():
    reader.feed(0, reader_uart.read(reader_uart.any()) or b"")
    return [event for _, event, _ in reader.take()]


rest(1600)  # the self-test of the display is over
