"""A wheel on paper: simulated spins with known truth, as traces in DESIGN's format.

    spin = simulate_spin(7, dirt="heavy")
    write_trace("spin-7.csv", spin.rows)
    print(spin.truth["number"])

It knows the wheel's geometry and nothing of the tracker that reads it; the same arguments give the same
bytes. A scene says what happened, sensors.py what the lines show of it, dirt.py and faults.py what spoils
them, record.py what is true, judge.py how a reader's verdict compares.
"""

from .draws import RANGES
from .sensors import LINES
from .session import auto_spins, simulate_session, simulate_spin
from .spin import CAUSES, EXTRAS, Spin
from .trace import write_trace

__all__ = [
    "CAUSES",
    "EXTRAS",
    "LINES",
    "RANGES",
    "Spin",
    "auto_spins",
    "simulate_session",
    "simulate_spin",
    "write_trace",
]
