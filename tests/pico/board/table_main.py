# Runs as main.py: the table, which also tells its free memory each time that it has collected garbage, and at the start
# at which count of the chip's counter its clock began.
import gc

gc.threshold(131072)

from firmware import clock, memory, run  # noqa: E402


def collect():
    gc.collect()
    print('{"free": %d}' % gc.mem_free())


class Told(memory.Memory):
    def __init__(self):
        super().__init__(collect)


class ToldClock(clock.Clock):
    def __init__(self, ticks, diff):
        super().__init__(ticks, diff)
        print('{"ticks": %d}' % (-self.at(0) & 0x3FFFFFFF))


memory.Memory = Told
clock.Clock = ToldClock
run.main()
