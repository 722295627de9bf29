# Runs as main.py: the capture on GP2 to GP9, with a journal that is written meanwhile. The test calls burst().
import gc
import time
from array import array

from machine import Pin

from firmware.capture_pio import Capture
from firmware.storage import Storage

MOST = 2100
SEGMENT = 1
RECORD = b"1 12345678 " + b"a" * 64 + b" {" + b"x" * 320 + b"}\n"

pins = [Pin(2 + line, Pin.IN, Pin.PULL_DOWN) for line in range(8)]
go = Pin(22, Pin.OUT, value=0)
edges = array("I", bytes(8 * MOST))
count = 0
gc.collect()
free = gc.mem_free()
capture = Capture(pins)
gc.collect()
taken = free - gc.mem_free()


def sink(ticks, line, level):
    global count
    edges[2 * count] = ticks
    edges[2 * count + 1] = line << 1 | level
    count += 1


def burst(records):
    """Lets the test send its edges and writes records all the while; keeps what the capture told of them."""
    global count
    count = 0
    storage = Storage("/journal")
    go(1)
    for _ in range(records):
        storage.append(SEGMENT, storage.size(SEGMENT), (RECORD,))
    go(0)
    start = time.ticks_us()
    capture.drain(sink)
    took = time.ticks_diff(time.ticks_us(), start)
    with open("/edges", "wb") as file:
        file.write(memoryview(edges)[: 2 * count])
    print(count, capture.lost, took)


def cost_of_a_sink():
    """Microseconds of one call of sink() from a loop."""
    global count
    start = time.ticks_us()
    for _ in range(200):
        count = 0
        sink(0, 0, 0)
    return time.ticks_diff(time.ticks_us(), start) // 200
