# Runs as main.py: the table of a board that has been on for half an hour. It also tells its free memory each time
# that it has collected garbage, whether any was collected while a ball was live, how much was left behind a number and
# all that came of it, and at the start at which count of the chip's counter its clock began.
#
# Names are, where that can be, such as MicroPython has in its flash: others take the memory that is measured here.
import gc

gc.threshold(131072)

from firmware import clock, memory, run  # noqa: E402
from shared_core import reader  # noqa: E402

# Half an hour: times since boot are no small ints any more, and each makes garbage.
start = 1800 * 1000000


def collect():
    gc.collect()
    print('{"free": %d}' % gc.mem_free())


class Told(memory.Memory):
    count = 0  # turns of a live ball
    value = 0  # bytes that were free at the last look

    def __init__(self):
        super().__init__(collect)

    def tick(self, *args):
        _, quiet, _, awaited = args
        if quiet and self.count:
            print('{"left": %d}' % self.look())
            self.count = 0
        super().tick(*args)
        if not quiet:
            # A look takes 8 ms, which would be seen in the time that the number takes.
            if self.count % 200 == 0 and not awaited:
                self.look()
            self.count += 1

    def look(self):
        free = gc.mem_free()
        if self.count and free > self.value + 4096:
            print('{"collected": %d}' % free)
        self.value = free
        return free


class ToldClock(clock.Clock):
    def __init__(self, *args):
        super().__init__(*args)
        self.base = start
        print('{"ticks": %d}' % ((-self.at(0) & 0x3FFFFFFF) - start))


class ToldReader(reader.WheelReader):
    def __init__(self, *args):
        super().__init__(*args)
        self.base = start


memory.Memory = Told
clock.Clock = ToldClock
reader.WheelReader = ToldReader
run.main()
