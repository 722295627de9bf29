from firmware.in_order import InOrder


def test_what_was_told_late_is_still_handed_out_by_its_time():
    order = InOrder()
    assert order.first() is None and order.take(1000) is None
    for t, what in ((20, "drop"), (30, "line"), (10, "press"), (20, "second at 20"), (5, "wager")):
        order.add(t, "kind", what)
    assert order.first() == 5
    taken = []
    while order.first() is not None and order.first() <= 20:
        taken.append(order.take(20)[2])
    assert taken == ["wager", "press", "drop", "second at 20"]
    assert order.take(29) is None and order.take(30) == (30, "kind", "line")
    assert order.first() is None
