from shared_core.button import NOISY_US, STABLE_US, Button

MS = 1000


def presses(edges, until=10**6, step=1000):
    """The presses told for edges of (t, level), with the time told as a firmware's loop does: (when told, stamp)."""
    button = Button()
    told = []
    edges = list(edges)
    for now in range(0, until + 1, step):
        while edges and edges[0][0] <= now:
            t, level = edges.pop(0)
            stamp = button.edge(t, level)
            if stamp is not None:
                told.append((t, stamp))
        stamp = button.time(now)
        if stamp is not None:
            told.append((now, stamp))
    return told


def test_a_press_is_stamped_at_its_edge():
    assert presses([(10 * MS, 1), (300 * MS, 0)]) == [(15 * MS, 10 * MS)]


def test_a_bouncing_press_is_stamped_at_its_first_edge():
    edges = [(10000, 1), (10200, 0), (10900, 1), (11000, 0), (12500, 1), (200000, 0)]
    assert presses(edges, step=500) == [(17500, 10000)]


def test_a_bouncing_release_is_no_press():
    edges = [(10000, 1), (200000, 0), (200300, 1), (201000, 0), (201100, 1), (203000, 0)]
    assert presses(edges) == [(15000, 10000)]


def test_a_glitch_is_no_press():
    assert presses([(10000, 1), (10150, 0), (300000, 1), (304999, 0)]) == []


def test_a_press_after_a_glitch_has_its_own_stamp():
    assert presses([(10000, 1), (10150, 0), (20000, 1)]) == [(25000, 20000)]


def test_a_dip_while_held_is_no_second_press():
    assert presses([(10000, 1), (100000, 0), (100100, 1), (400000, 0)]) == [(15000, 10000)]


def test_each_press_counts():
    edges = []
    for n in range(5):
        edges += [(100000 * n + 1000, 1), (100000 * n + 50000, 0)]
    assert [stamp for _, stamp in presses(edges)] == [1000, 101000, 201000, 301000, 401000]


def test_edges_that_were_handled_late():
    # The loop stood still over press and release: the second edge tells that the first lasted.
    button = Button()
    assert button.edge(10000, 1) is None
    assert button.edge(90000, 0) == 10000
    assert button.edge(150000, 1) is None
    assert button.time(155000) == 150000


def test_exactly_stable():
    button = Button(stable_us=2000)
    button.edge(1000, 1)
    assert button.time(2999) is None
    assert button.time(3000) == 1000
    assert button.time(3000) is None
    assert Button().deadline() is None


def test_pending_and_deadline():
    button = Button()
    assert button.pending is None
    button.edge(700, 1)
    assert (button.pending, button.deadline(), button.down) == (700, 700 + STABLE_US, False)
    button.edge(900, 0)
    assert (button.pending, button.deadline()) == (700, 900 + STABLE_US)
    button.time(900 + STABLE_US)
    assert (button.pending, button.deadline()) == (None, None)
    button.edge(10000, 1)
    button.time(20000)
    assert (button.pending, button.deadline(), button.down) == (None, None, True)
    button.edge(30000, 0)
    assert (button.pending, button.deadline()) == (None, 30000 + STABLE_US)
    button.time(40000)
    assert not button.down


def test_rebase():
    button = Button()
    button.edge(100000, 1)
    button.rebase(90000)
    assert button.pending == 10000
    assert button.time(14999) is None
    assert button.time(15000) == 10000
    button.rebase(15000)
    button.edge(5000, 0)
    button.time(10000)
    assert not button.down


def test_equal_levels_are_no_edges():
    button = Button()
    assert button.edge(1000, 0) is None
    button.edge(2000, 1)
    assert button.edge(4000, 1) is None
    assert button.time(7000) == 2000


def test_contacts_that_do_not_come_to_rest_hold_nothing_up():
    button = Button()
    for t in range(10000, 398000, 2000):
        assert button.edge(t, t // 2000 % 2) is None
        assert button.pending is None or t - button.pending < NOISY_US
    assert button.noisy and button.time(500000) is None
    assert presses([(600000, 1)], until=700000) == [(605000, 600000)]
