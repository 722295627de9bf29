"""An hour of status lines with repeats, cuts, garbage, flipped bits, silence, restarts of the wheel and of the table,
and another wheel's cable: each spin once, nothing invented."""

import os

from shared_core.settings import check
from shared_core.status_reader import StatusReader
from shared_core.table import Table
from shared_core.wheel import name
from tests.status_source import FLAGS, TENTH_US, Cable, Random, Wheel

HOURS = 20 if os.getenv("BENCH") else 1
TENTHS = 36000  # of an hour
DEALER = 30  # tenths from one look of the dealer to the next
VERDICTS = ("number", "void", "undetermined", "fault")


class Hour:
    """A table at the end of a cable. verdicts: {(wheel, spin): [verdict events]}; balls: {(restarts of the table,
    wheel, spin): balls told}; clean: spins that came undisturbed."""

    def __init__(self, seed):
        random = Random(seed)
        self.random = random
        self.wheels = (Wheel(random, 17), Wheel(random, 200))
        self.cable = Cable(random, self.wheels)
        settings, errors = check({"table": "2", "rules": "new-zealand", "options": {"min_turns": 4}})
        assert errors == []
        self.settings = settings
        self.table = Table(settings)
        self.table.open(0)
        self.verdicts = {}
        self.balls = {}
        self.clean = []
        self.recorded = []  # what the table's journal has of numbers and voids
        self.faults = 0
        self.jumps = 0
        self.restarts = 0
        self._start()

    def _start(self):
        self.reader = StatusReader(self.settings.rules.wheel, FLAGS)
        self.cable.disturbed = True
        self._known = None  # the wheel that the table takes the line's for

    def play(self):
        for tenth in range(TENTHS):
            self._tenth(tenth)

    def _tenth(self, tenth):
        t = tenth * TENTH_US
        wheel = self.wheels[self.cable.connected]
        before = wheel.state
        said = self.cable.tick(tenth)
        wheel = self.wheels[self.cable.connected]
        self.reader.time(t - self.reader.base)
        self.reader.feed(t - self.reader.base, said)
        if self.reader.asks and not self.random.one_in(4):
            self.reader.asks = False
            self.reader.feed(t - self.reader.base, self.cable.answer())
        self._take(t, wheel)
        if wheel.state != before:
            self._note_clean(wheel)
        if tenth % DEALER == 0:
            self._dealer(t)
        if tenth % 6000 == 0:
            self.reader.rebase(t - self.reader.base)
        if self.random.one_in(6000):
            self.restarts += 1
            self._start()

    def _note_clean(self, wheel):
        """A spin of the right wheel from the placing of bets to two seconds before its number's end."""
        if wheel is not self.wheels[0]:
            return
        if wheel.state == 2:
            if not self.cable.disturbed and wheel.outcomes:
                self.clean.append((0, wheel.spin_told()))
            self.cable.disturbed = self.cable.kind != "good"

    def _take(self, t, wheel):
        for at, event, measures in self.reader.take():
            key = (self.cable.connected, wheel.spin_told())
            if event[0] == "ball":
                key = (self.restarts,) + key
                self.balls[key] = self.balls.get(key, 0) + 1
            elif event[0] in VERDICTS:
                self.verdicts.setdefault(key, []).append(event)
            if event[0] in ("number", "void"):
                assert self._known in (None, self.cable.connected), (key, event, "of another wheel")
            self._known = None if event[0] == "fault" else self.cable.connected
            if event[0] == "fault":
                self.faults += 1
                self.jumps += "jumped" in event[3]
            self.table.wheel(at, event, measures)
        self._records()
        self.table.time(t)

    def _records(self):
        for action in self.table.take():
            if action[0] == "record":
                record = dict(action[1])
                if record["kind"] == "spin" and record["valid"]:
                    self.recorded.append(record["number"])
                elif record["kind"] == "void" and record["cause"] != "foreign-object":
                    self.recorded.append(record["cause"])

    def _dealer(self, t):
        if self.table.by_hand:
            self.table.no_spin(t, "foreign-object")
        elif self.table.faults:
            self.table.clear(t)
            self.reader.clear_fault("status-line")


def test_each_spin_once_and_nothing_invented():
    numbers = voids = undetermined = faults = jumps = clean = spins = restarts = 0
    for seed in range(1, HOURS + 1):
        hour = Hour(seed)
        hour.play()
        told = []
        for key in hour.verdicts:
            of_spin = [event for event in hour.verdicts[key] if event[0] != "fault"]
            assert len(of_spin) <= 1, (seed, key, hour.verdicts[key])
            outcome = hour.wheels[key[0]].outcomes[key[1]] if key[1] >= 0 else None
            for event in of_spin:
                if event[0] == "number":
                    assert event[2] == outcome, (seed, key, event, outcome)
                    told.append(name(event[2]))
                elif event[0] == "void":
                    assert event[2] == outcome, (seed, key, event, outcome)
                    told.append(event[2])
                else:
                    undetermined += 1
        for key in hour.balls:
            assert hour.balls[key] == 1 and 0 <= key[2] < len(hour.wheels[key[1]].outcomes), (seed, key)
        for key in hour.clean:
            event = hour.verdicts[key][0]  # a fault may follow, once the spin is over
            assert event[2] == hour.wheels[key[0]].outcomes[key[1]], (seed, key, event)
        for one in set(hour.recorded):
            assert hour.recorded.count(one) <= told.count(one), (seed, one, "is in the journal, and was not told")
        numbers += len([one for one in told if one[0].isdigit()])
        voids += len([one for one in told if not one[0].isdigit()])
        clean += len(hour.clean)
        faults += hour.faults
        jumps += hour.jumps
        restarts += hour.restarts
        spins += len(hour.wheels[0].outcomes)
    print(HOURS, "hours,", spins, "spins,", clean, "undisturbed; told:", numbers, "numbers,", voids, "voids,", end=" ")
    print(undetermined, "undetermined,", faults, "faults,", jumps, "of them jumps;", restarts, "restarts of the table")
    assert clean > 10 and numbers > 30 and undetermined > 2 and jumps > 2
