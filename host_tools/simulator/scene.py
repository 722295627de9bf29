"""What happens in one run of the ball: launch, drop, bounces, rest, and what people do to ball and rotor."""

from itertools import pairwise

from shared_core import wheel as wheels

from . import faults, physics
from .motion import Motion
from .sensors import LINES, MICRO, Geometry, pocket_pulses

TURNS_AFTER = 7.2  # rotor turns that a trace goes on for after the rest
TURNS_AFTER_FAULT = 11.2  # the same with a fault, which may begin in the first three and shows by two lost pulses
TURNS_SILENT = 5.5  # the same after the ball was removed: three prove it
SEEN_TURNS = 2.7  # rotor turns within which a ball that was not removed passes the pocket sensor once
STOPPED_S = 20  # the same in seconds where the rotor stands still
REMOVALS = ("track", "leaves", "taken")  # from the track, out of the wheel after the drop, out of the rotor


class Scene:
    """One run. Times are seconds from the trace's start, angles turns; 1 is clockwise, -1 counterclockwise.

    geometry: the sensors. launch, drop, land, rest, end: the stages. track: the ball's Motion on the track.
    rotor: its Motion, over the whole trace. pocket: where the ball rests, by its place in the printed
    order. stays: (since, until, pocket) of everything that lies in the rotor; blips: (since, until) of the
    ball over the pocket sensor. presses: button -> [(rise, fall)] and hands: [(line, since, until)], in us.
    fault: (kind, line, stage) or None, fault_at: its beginning.
    """

    def __init__(self, draws, wheel, extras=(), cause=None, fault=None, lead=None, before=None, **options):
        """before: what the spin before left (Spin.left), or None at power-on.

        options: min_turns; buttons; cut_short: with the cause ball-removed, the dealer takes the ball off
        the track and the trace ends before that is proven.
        """
        self.draws, self.wheel, self.extras, self.cause = draws, wheel, extras, cause
        self.before = before
        self.min_turns = options.get("min_turns", 4)
        self.cut_short = options.get("cut_short", False)
        self.geometry = before["geometry"] if before else _geometry(draws, wheel, "offsets" in extras)
        self.fault = faults.choose(fault, draws) if fault else None
        self.rotor_way = draws.choice("rotor direction", (1, -1))
        self.ball_way = self.rotor_way if cause == "same-direction" else -self.rotor_way
        self._until_launch(lead)
        self._on_the_track()
        self._turn_the_rotor()
        self._in_the_pockets()
        self._touch(options.get("buttons", False))

    def _until_launch(self, lead):
        """What lies in a pocket is taken out, the rotor of a table in play is pushed, the ball launched."""
        draws = self.draws
        self.lies = self.before["lies"] if self.before else []
        if "power-on-ball" in self.extras and not self.before:
            self.lies = [draws.choice("pocket at power-on", range(self.geometry.pockets))]
        self.take = draws.number("take") if self.lies else 0.0
        self.push_at = self.take + 0.2
        ready = self.push_at + draws.number("push") if self.before else self.take
        self.launch = ready + (draws.number("lead") if lead is None else lead)

    def _on_the_track(self):
        draws = self.draws
        enough = self.min_turns + physics.SURPLUS_TURNS
        turns = draws.number("ball_turns", lowest=enough)
        if self.cause == "too-few-turns":
            turns = draws.between("few turns", physics.FEWEST_TURNS, self.min_turns - 0.1)
        self.track = physics.track(draws, self.launch, self.ball_way, turns)
        self.removal = None
        if self.cause == "ball-removed":
            self.removal = "track" if self.cut_short else draws.choice("removal", REMOVALS)
        if self.removal == "track":
            done = draws.between("removal turns", 1.0 if self.cut_short else enough, turns - 0.2)
            self.track = self.track.cut(self.track.passing(done, self.launch))
        self.drop = self.track.end
        self.land = self.drop + draws.number("fall")
        self._bounce = "long_bounce" if "long-bounce" in self.extras else "bounce"
        self.rest = self.land + draws.number(self._bounce)

    def _turn_the_rotor(self):
        draws = self.draws
        friction = physics.bearing(draws.number("rotor_friction"))
        speed = self.rotor_way * draws.number("rotor_speed")
        if self.before:
            self.rotor = Motion(0.0, *self.before["rotor"])
            self.rotor.coast(self.push_at, friction)
            self.rotor.reach(speed, draws.drawn["push"])
        else:
            self.rotor = Motion(0.0, draws.between("rotor angle", 0, 1), speed)
        self.fault_at = self._fault_time(abs(speed), self.fault[2]) if self.fault else 0.0
        if self.fault and self.fault[0] == "rotor-stopped":
            self.rotor.coast(self.fault_at - self.rotor.end, friction)
            self.rotor.reach(0.0, draws.number("stop"))
            if not draws.chance("pushed again", 0.5):
                self.rotor.run(max(self.rest - self.rotor.end, 0) + STOPPED_S)
                return
            self.rotor.run(draws.number("standstill"))
            self.rotor.reach(speed, draws.number("push"))
        self.rotor.coast(self.rest - self.rotor.end, friction)
        self.rotor.coast_turns(TURNS_AFTER_FAULT if self.fault else TURNS_AFTER, friction)

    def _fault_time(self, rotor_speed, stage):
        middle = (self.launch + self.drop) / 2
        since, until = {
            faults.FROM_THE_START: (0.0, 0.0),
            "before": (0.0, self.launch),
            "early": (self.launch, middle),
            "late": (middle, self.drop),
            "bouncing": (self.drop, self.rest),
            "rest": (self.rest, self.rest + 3 / rotor_speed),
        }[stage]
        return self.draws.between("fault time", since, until)

    def _in_the_pockets(self):
        draws = self.draws
        self.pocket = self._last_pocket()
        stays, flights = self._bounces()
        stays.append((self.rest, self.rotor.end, self.pocket))
        blips = physics.blips(draws.stream("blips"), flights)
        self.end = self.rotor.end
        gone = self._gone()
        if self.removal:
            silent = draws.between("silent turns", 0.2, 1.5) if self.cut_short else TURNS_SILENT
            self.end = min(self.end, self.rotor.passing(silent, gone) or self.end)
        self.stays = [(a, min(b, gone), pocket) for a, b, pocket in stays if a < gone]
        self.blips = [blip for blip in blips if blip[1] < gone]
        self.stays += [(0.0, self.take, pocket) for pocket in self.lies]
        if self.cause == "foreign-object":
            self.stays.append(self._object())

    def _bounces(self):
        """physics.bounces, drawn anew until what the sensor sees of them is a valid spin's.

        A ball in the air at every pass of three rotor turns would be a removed one, and one that is at the
        same place of the rotor in two passes running would be at rest. The rest comes sooner where ten
        draws fail.
        """
        way = 1 if self.track.speed_end > self.rotor.speed(self.drop) else -1
        rest, stays, flights = self.land, [], []
        for attempt in range(100):
            rest = self.rest - (self.rest - self.land) * (attempt // 10) / 10
            rng = self.draws.stream(f"bounces {attempt}")
            stays, flights = physics.bounces(rng, self.land, rest, way, self.geometry.pockets, self.pocket)
            if self._fair(stays, rest):
                break
        self.rest = rest
        self.draws.drawn[self._bounce] = rest - self.land
        self.first_read = min(self._passes(self.pocket, rest), default=rest)
        return stays, flights

    def _fair(self, stays, rest):
        """Whether no two passes running, up to the first at rest, are SEEN_TURNS apart or in one pocket."""
        seen = [(t, pocket) for a, b, pocket in stays for t in self._passes(pocket, a, b)]
        seen.append((min(self._passes(self.pocket, rest), default=rest), self.pocket))
        angles = [self.rotor.angle(t) for t in (self.drop, *(t for t, _pocket in seen))]
        if any(abs(then - angle) > SEEN_TURNS for angle, then in pairwise(angles)):
            return False
        return all(one[1] != then[1] for one, then in pairwise(seen))

    def _passes(self, pocket, since, until=None):
        """The ends of the pulses, whole or in part, of what lies in a pocket meanwhile."""
        pulses = pocket_pulses(self.geometry, self.rotor, [(since, until or self.rotor.end, pocket)])
        return [fall / MICRO for _rise, fall in pulses]

    def _last_pocket(self):
        numbers = wheels.pockets(self.wheel)
        void = wheels.void_number(self.wheel)
        if self.cause == "zero-zero":
            return numbers.index(void)
        fitting = [k for k, number in enumerate(numbers) if self.cause is None or number != void]
        return self.draws.choice("pocket", fitting)

    def _gone(self):
        """When the ball is gone from the wheel: never, unless it is removed."""
        draws = self.draws
        if self.removal == "taken":  # read once at rest at most, or it would be a number
            last = self.first_read + 0.3 / abs(self.rotor.speed(self.rest))
            return draws.between("taken", self.land, last)
        if self.removal == "leaves":
            return draws.between("leaves", self.drop, min(self.land + 0.5, self.rest))
        return self.drop if self.removal else self.rotor.end

    def _object(self):
        """A second thing in the rotor, to the end: from the start, come in during the run, or with the ball.

        During the run it comes a rotor turn before the drop at the latest. With the ball it comes so late
        that it passes the sensor once at most before the ball's first read at rest: two passes of one thing
        and none of another are a number, and no reader could know better.
        """
        draws = self.draws
        turn = 1 / abs(self.rotor.speed(self.rest))
        came = draws.choice("object comes", ("before", "running", "with the ball"))
        since, until = {
            "before": (0.0, 0.0),
            "running": (self.launch, max(self.launch, self.drop - turn)),
            "with the ball": (max(self.drop, self.first_read - 0.95 * turn), self.first_read),
        }[came]
        pockets = [k for k in range(self.geometry.pockets) if k != self.pocket]
        return draws.between("object time", since, until), self.end, draws.choice("object pocket", pockets)

    def _touch(self, buttons):
        """Buttons pressed, and a hand or sleeve over a sensor."""
        draws = self.draws
        self.presses, self.hands = {}, []
        if self.cause == "dealer":
            self._press("no_spin", self.track.passing(2, self.launch), self.first_read)
        if buttons:
            self._press("no_more_bets", (self.launch + self.drop) / 2, self.drop)
        if "hand" in self.extras:
            since = draws.between("hand time", 0, max(self.end - 2, 0.1))
            until = since + draws.number("hand")
            self.hands.append((draws.choice("hand line", LINES), round(since * MICRO), round(until * MICRO)))

    def _press(self, button, since, until):
        rise = round(self.draws.between(button, since, until) * MICRO)
        self.presses[button] = [(rise, rise + round(self.draws.number("press") * MICRO))]


def _geometry(draws, wheel, moved):
    """The sensors of a table, `moved` for offsets other than DESIGN's."""
    widths = {name: draws.number(name + "_width") for name in ("mark", "index", "pocket", "ball")}
    geometry = Geometry(wheel, widths)
    if moved:
        rng = draws.stream("offsets")
        quarter_pitch = geometry.offsets["rotor_b"]
        a, ball = rng.randrange(MICRO), rng.randrange(MICRO)
        geometry.offsets = {
            "rotor_index": rng.randrange(MICRO),
            "rotor_a": a,
            "rotor_b": (a + round(quarter_pitch * rng.uniform(*physics.PAIR_SPREAD))) % MICRO,
            "pocket": rng.randrange(MICRO),
            "ball_a": ball,
            "ball_b": (ball + round(MICRO / 4 * rng.uniform(*physics.PAIR_SPREAD))) % MICRO,
        }
    return geometry
