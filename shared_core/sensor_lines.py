"""The six sensor lines: their names, their numbers and where the sensors sit (DESIGN, "The sensors")."""

LINES = ("rotor_index", "rotor_a", "rotor_b", "pocket", "ball_a", "ball_b")
ROTOR_INDEX, ROTOR_A, ROTOR_B, POCKET, BALL_A, BALL_B = range(6)

TURN = 1_000_000  # offsets are millionths of a turn, clockwise from the reader's place


def default_offsets(pockets):
    """Six offsets in the order of LINES, millionths of a turn, for a wheel with that many pockets."""
    quarter_pitch = (TURN + 2 * pockets) // (4 * pockets)
    return (0, 0, quarter_pitch, 0, 0, TURN // 4)


def offsets_from(pockets, stated):
    """Six offsets from those of a table's settings, {line: thousandths of a turn}; the defaults for the rest.

    That of rotor_b is in thousandths of a pocket pitch, since its place is a part of that.
    """
    offsets = list(default_offsets(pockets))
    for line in stated:
        unit = TURN // pockets if LINES.index(line) == ROTOR_B else TURN
        offsets[LINES.index(line)] = stated[line] * unit // 1000
    return tuple(offsets)
