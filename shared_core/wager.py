"""The open wagers of a table: each is checked by itself, and refused with its reason or taken."""

from array import array

from shared_core.errors import Refused
from shared_core.rulebook import MOST_STAKE
from shared_core.wire import shown

MOST_OPEN = 400
MOST_SEAT = 99
MOST_IN_4_BYTES = 2**32 - 1
FIELDS = ("seat", "spot", "stake")


def check_fields(wager):
    """(seat, spot name, stake) of a parsed JSON value; raises Refused("bad-wager") unless it has just these fields."""
    if not isinstance(wager, dict):
        raise Refused("bad-wager", "a wager is an object with seat, spot and stake, not " + shown(wager))
    for field in FIELDS:
        if field not in wager:
            raise Refused("bad-wager", "the wager has no " + field + "; it needs seat, spot and stake")
    for field in sorted(wager):
        if field not in FIELDS:
            raise Refused("bad-wager", "a wager has no field " + shown(field) + "; it has seat, spot and stake")
    return wager["seat"], wager["spot"], wager["stake"]


def check_seat(seat):
    """Raises Refused("bad-wager") unless seat is an int from 1 to 99."""
    if type(seat) is not int or not 1 <= seat <= MOST_SEAT:
        raise Refused("bad-wager", "the seat must be a whole number from 1 to 99, not " + shown(seat))


class OpenWagers:
    """Wagers in the order in which they came.

    seats, spots (ids), stakes (minor units): views of as many ints as there are wagers; taken: what a player took off
    the layout. The room for all is taken at the start, in three pieces: lists that grow would find no piece of a heap
    that a game has used for a while.
    """

    def __init__(self, rules):
        self.rules = rules
        self._seats = bytearray(MOST_OPEN)
        self._spots = bytearray(MOST_OPEN)
        # a five-adjacent wager is five straight ones, each up to the maximum
        short = rules.maximum is not None and 5 * rules.maximum <= MOST_IN_4_BYTES
        self._most = MOST_IN_4_BYTES if short else MOST_STAKE
        self._stakes = array("I", bytes(4 * MOST_OPEN)) if short else array("Q", bytes(8 * MOST_OPEN))
        self.clear()

    def __len__(self):
        return len(self.stakes)

    def clear(self):
        """Takes every wager off the table."""
        self._keep(0)
        self.taken = []  # (seat, spot id) of winning wagers that left the layout before the round was over

    def _keep(self, count):
        self.seats = memoryview(self._seats)[:count]
        self.spots = memoryview(self._spots)[:count]
        self.stakes = memoryview(self._stakes)[:count]

    def add(self, seat, spot_name, stake):
        """Takes a wager and returns its index; raises Refused with one of DESIGN's codes."""
        check_seat(seat)
        spot = self.rules.spot(spot_name)
        if type(stake) is not int or not 1 <= stake <= MOST_STAKE:
            right = "a whole number of minor units from 1 to " + str(MOST_STAKE)
            raise Refused("bad-stake", "the stake must be " + right + ", not " + shown(stake))
        self._check_limits(seat, self._parts(spot, stake))
        if len(self) >= MOST_OPEN:
            raise Refused("too-many", "at most " + str(MOST_OPEN) + " wagers are open at once")
        return self._put(seat, spot, stake)

    def put_back(self, seat, spot_name, stake):
        """Takes a wager that was taken before, and limited then. Raises Refused where there is no room for its stake:
        the maximum was another then."""
        if stake > self._most:
            raise Refused("above-maximum", "there is no room for a stake of " + str(stake) + " under today's maximum")
        self._put(seat, self.rules.spot(spot_name), stake)

    def _put(self, seat, spot, stake):
        at = len(self)
        self._seats[at], self._spots[at], self._stakes[at] = seat, spot, stake
        self._keep(at + 1)
        return at

    def withdraw(self, seat, spot_name):
        """Takes a seat's wagers on a spot off the table and returns their sum, 0 where there are none.

        Raises Refused("below-minimum") where what stays on a number would be less than the minimum.
        """
        check_seat(seat)
        spot = self.rules.spot(spot_name)
        own = [i for i in range(len(self)) if self.seats[i] == seat and self.spots[i] == spot]
        taken = sum([self.stakes[i] for i in own])
        if taken:
            self._check_what_stays(seat, spot, taken)
            to = 0
            for i in range(len(self)):
                if i not in own:
                    self._seats[to], self._spots[to], self._stakes[to] = self.seats[i], self.spots[i], self.stakes[i]
                    to += 1
            self._keep(to)
        return taken

    def _check_what_stays(self, seat, spot, taken):
        minimum = self.rules.minimum
        if minimum is None:
            return
        for limited, part in self._parts(spot, taken):
            total = self._total(seat, limited) - part
            if 0 < total < minimum:
                raise self._refused("below-minimum", seat, limited, total, " below the minimum of ", minimum)

    def _parts(self, spot, stake):
        """(spot id, stake) as the limits count them: five straight wagers for a five-adjacent one."""
        layout = self.rules.layout
        if layout.kind(spot) != "five-adjacent":
            return ((spot, stake),)
        five = 5 * self.rules.chip
        if stake % five:
            message = "five-adjacent is five chips or a multiple: the stake must be a multiple of " + str(five)
            raise Refused("not-multiple-of-five", message + ", not " + str(stake))
        return [(layout.straight(number), stake // 5) for number in layout.covers(spot)]

    def _check_limits(self, seat, parts):
        """Limits count per seat and spot, over the open wagers."""
        minimum, maximum = self.rules.minimum, self.rules.maximum
        if minimum is None and maximum is None:
            return
        totals = [(spot, self._total(seat, spot) + stake) for spot, stake in parts]
        for spot, total in totals:
            if minimum is not None and total < minimum:
                raise self._refused("below-minimum", seat, spot, total, " below the minimum of ", minimum)
        for spot, total in totals:
            if maximum is not None and total > maximum:
                raise self._refused("above-maximum", seat, spot, total, " above the maximum of ", maximum)

    def _refused(self, code, seat, spot, total, beyond, limit):
        name = self.rules.layout.names[spot]
        where = "seat " + str(seat) + " would have " + str(total) + " on " + name
        return Refused(code, where + "," + beyond + str(limit))

    def _total(self, seat, spot):
        """What a seat has on a spot. Counted anew each time: a table of it took more memory than all the wagers, and in
        one piece."""
        fifths = self._fifths_on(spot)
        total = 0
        count = len(self)
        at = self._seats.find(bytes((seat,)), 0, count)
        while at >= 0:
            if self._spots[at] == spot:
                total += self._stakes[at]
            elif self._spots[at] in fifths:
                total += self._stakes[at] // 5
            at = self._seats.find(bytes((seat,)), at + 1, count)
        return total

    def _fifths_on(self, spot):
        """The five-adjacent spots of which a fifth is a straight wager on this spot."""
        layout = self.rules.layout
        numbers = layout.covers(spot)
        if len(numbers) > 1:
            return b""
        return bytes([other for other in layout.covered_by(numbers[0]) if other >= layout.fifths])
