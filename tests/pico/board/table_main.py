# Runs as main.py: the table of a board that has been on for half an hour. It also tells its free memory each time
# that it has collected garbage, whether any was collected while a ball was live, how much was left behind a number and
# all that came of it, and at the start at which count of the chip's counter its clock began.
import gc

gc.threshold(131072)

from firmware import clock, memory, run  # noqa: E402

BASE_US = 1800 * 1000000  # times since boot are no small ints any more, and each makes garbage
LOOK = 200  # turns of a live ball from one look at the free memory to the next: a look takes 8 ms
COLLECTED = 4096  # bytes more are free than at the last look


def collect():
    gc.collect()
    print('{"free": %d}' % gc.mem_free())


class Told(memory.Memory):
    def __init__(self):
        super().__init__(collect)
        self._turns = 0
        self._at_last_look = 300000

    def tick(self, now_ms, quiet, closed=True, awaited=False):
        if quiet and self._turns:
            print('{"left": %d}' % gc.mem_free())
            self._turns = 0
            self._at_last_look = 300000
        super().tick(now_ms, quiet, closed, awaited)
        if not quiet:
            self._turns += 1
            if self._turns % LOOK == 1 and not awaited:  # then it would be seen in the time that the number takes
                self._look()

    def _look(self):
        free = gc.mem_free()
        if free > self._at_last_look + COLLECTED:
            print('{"collected": %d}' % free)
        self._at_last_look = free


class ToldClock(clock.Clock):
    def __init__(self, ticks, diff):
        super().__init__(ticks, diff)
        self.base = BASE_US
        print('{"ticks": %d}' % ((-self.at(0) & 0x3FFFFFFF) - BASE_US))


memory.Memory = Told
clock.Clock = ToldClock
run.main()
