from firmware.come_back import ComeBack


class Board:
    def __init__(self):
        self.allocated = 5000
        self.resets = 0

    def mem_alloc(self):
        return self.allocated

    def reset(self):
        self.resets += 1


def watched(board):
    return ComeBack(board.mem_alloc, board.reset, 3)


def test_a_prompt_that_nobody_uses():
    board = Board()
    come_back = watched(board)
    for _ in range(3):
        come_back.tick()
    assert board.resets == 0
    come_back.tick()
    assert board.resets == 1


def test_a_prompt_in_use():
    board = Board()
    come_back = watched(board)
    for second in range(60):
        board.allocated += 16 * (second % 2)
        come_back.tick()
    assert board.resets == 0


def test_tick_allocates_nothing():
    board = Board()
    come_back = ComeBack(board.mem_alloc, board.reset, 1000)
    come_back.tick()
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:  # CPython
        return
    heap_lock()
    try:
        for _ in range(10):
            come_back.tick()
    finally:
        heap_unlock()
