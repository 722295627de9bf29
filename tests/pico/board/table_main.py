# Runs as main.py: the table of a board that has been on for half an hour. It also tells its free memory each time
# that it has collected garbage, whether any was collected while a ball was live and bets were not sealed, and at the
# start at which count of the chip's counter its clock began.
#
# A board keeps each name that stands here, in the memory that is measured. So names are such as MicroPython has in its
# flash or the table has anyway, and all classes share one.
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
        # args: ticks_ms, whether nothing goes on, whether the table is closed, whether a number is awaited. Then a
        # look, which takes 8 ms, would be seen in the time that the number takes, as a collection of garbage is.
        if self.count % 200 == 0 and not args[1] and not args[3]:
            value = gc.mem_free()
            if self.count and value > self.value + 4096:
                print('{"collected": %d}' % value)
            self.value = value
        self.count = 0 if args[1] else self.count + 1
        super().tick(*args)


memory.Memory = Told


class Told(clock.Clock):
    def __init__(self, *args):
        super().__init__(*args)
        self.base = start
        print('{"ticks": %d}' % ((-self.at(0) & 0x3FFFFFFF) - start))


clock.Clock = Told


class Told(reader.WheelReader):
    def __init__(self, *args):
        super().__init__(*args)
        self.base = start


reader.WheelReader = Told
run.main()
