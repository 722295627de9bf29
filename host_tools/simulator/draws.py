"""Drawing a spin's parameters from a seed, over stated ranges.

Each quantity has a stream of its own, from the seed and its name: a seed is the same physical spin at every
level of dirt, and a new quantity changes no old one.
"""

from random import Random

# name: (lowest, highest, unit or meaning)
RANGES = {
    "lead": (0.5, 6.0, "s, from power-on or the ball's taking out to its launch"),
    "rotor_speed": (0.15, 0.7, "turns/s, at power-on or when pushed"),
    "rotor_friction": (0.001, 0.006, "1/s, share of its speed that the rotor loses"),
    "ball_speed": (0.5, 2.5, "turns/s, at the launch: follows from the next three"),
    "drop_speed": (0.5, 0.75, "turns/s, at which the ball leaves the track"),
    "ball_turns": (8.0, 20.0, "turns on the track, of a full launch"),
    "slowing": (0.05, 0.13, "of its speed that the ball loses a turn, on average"),
    "rolling_share": (0.1, 0.4, "of the friction at 1 turn/s: constant"),
    "air_share": (0.2, 0.6, "of the friction at 1 turn/s: grows with the square of the speed"),
    "fall": (0.3, 1.4, "s, from the track to the pockets, past the deflectors"),
    "bounce": (0.1, 1.5, "s, from pocket to pocket"),
    "long_bounce": (2.0, 6.0, "s, the same, when it bounces long"),
    "mark_width": (0.4, 0.55, "pocket pitches"),
    "index_width": (0.25, 0.4, "pocket pitches"),
    "pocket_width": (0.3, 0.5, "pocket pitches"),
    "ball_width": (0.006, 0.012, "turns"),
    "hand": (0.5, 1.5, "s, a hand or sleeve over a sensor"),
    "take": (0.5, 8.0, "s, until the ball that lay in a pocket is taken out"),
    "push": (0.8, 2.0, "s, in which the dealer gives the rotor another speed"),
    "press": (0.06, 0.4, "s, a button is held"),
    "stop": (0.2, 0.8, "s, in which a hand stops the rotor"),
    "standstill": (3.0, 8.0, "s, until a stopped rotor is pushed again"),
}


class Draws:
    """The draws of one spin. `drawn` keeps name -> value of what was drawn from RANGES."""

    def __init__(self, seed):
        self.seed = seed
        self.drawn = {}

    def stream(self, name):
        """The random stream of a name."""
        return Random(f"{self.seed} {name}")

    def number(self, name, lowest=None, highest=None):
        """A quantity of RANGES, even over its range or a narrower one."""
        low, high, _meaning = RANGES[name]
        low = low if lowest is None else max(low, lowest)
        high = high if highest is None else min(high, highest)
        self.drawn[name] = self.stream(name).uniform(low, high)
        return self.drawn[name]

    def between(self, name, low, high):
        """A number or moment whose range hangs on this spin; kept nowhere."""
        return self.stream(name).uniform(low, high)

    def choice(self, name, options):
        """One of some options, each as likely."""
        return self.stream(name).choice(options)

    def chance(self, name, share):
        """True in a share of the spins."""
        return self.stream(f"whether {name}").random() < share
