"""The open wagers of a table: each is checked by itself, and refused with its reason or taken."""

from shared_core.errors import Refused
from shared_core.rulebook import MOST_STAKE
from shared_core.wire import shown

MOST_OPEN = 400
MOST_SEAT = 99
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

    seats and spots (ids): bytearrays; stakes: list of ints, minor units; taken: what a player took off the layout.
    """

    def __init__(self, rules):
        self.rules = rules
        self.clear()

    def __len__(self):
        return len(self.stakes)

    def clear(self):
        """Takes every wager off the table."""
        self.seats = bytearray()
        self.spots = bytearray()
        self.stakes = []
        self.taken = []  # (seat, spot id) of winning wagers that left the layout before the round was over

    def add(self, seat, spot_name, stake):
        """Takes a wager and returns its index; raises Refused with one of DESIGN's codes."""
        check_seat(seat)
        spot = self.rules.spot(spot_name)
        if type(stake) is not int or not 1 <= stake <= MOST_STAKE:
            right = "a whole number of minor units from 1 to " + str(MOST_STAKE)
            raise Refused("bad-stake", "the stake must be " + right + ", not " + shown(stake))
        self._check_limits(seat, self._parts(spot, stake))
        if len(self.stakes) >= MOST_OPEN:
            raise Refused("too-many", "at most " + str(MOST_OPEN) + " wagers are open at once")
        return self._put(seat, spot, stake)

    def put_back(self, seat, spot_name, stake):
        """Takes a wager that was taken before, and limited then."""
        self._put(seat, self.rules.spot(spot_name), stake)

    def _put(self, seat, spot, stake):
        self.seats.append(seat)
        self.spots.append(spot)
        self.stakes.append(stake)
        return len(self.stakes) - 1

    def withdraw(self, seat, spot_name):
        """Takes a seat's wagers on a spot off the table and returns their sum, 0 where there are none.

        Raises Refused("below-minimum") where what stays on a number would be less than the minimum.
        """
        check_seat(seat)
        spot = self.rules.spot(spot_name)
        kept = [i for i in range(len(self.stakes)) if self.seats[i] != seat or self.spots[i] != spot]
        taken = sum(self.stakes) - sum([self.stakes[i] for i in kept])
        if taken:
            before = self.seats, self.spots, self.stakes
            self.seats = bytearray([self.seats[i] for i in kept])
            self.spots = bytearray([self.spots[i] for i in kept])
            self.stakes = [self.stakes[i] for i in kept]
            try:
                self._check_what_stays(seat, spot, taken)
            except Refused:
                self.seats, self.spots, self.stakes = before
                raise
        return taken

    def _check_what_stays(self, seat, spot, taken):
        minimum = self.rules.minimum
        if minimum is None:
            return
        for limited, _ in self._parts(spot, taken):
            total = self._total(seat, limited)
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
        total = 0
        at = self.seats.find(bytes((seat,)))
        while at >= 0:
            for limited, part in self._parts(self.spots[at], self.stakes[at]):
                if limited == spot:
                    total += part
            at = self.seats.find(bytes((seat,)), at + 1)
        return total
