from shared_core.answers import ROOM, Answers
from shared_core.wire import dump


def answer(request_id, text="ok"):
    return dump((("id", request_id), ("message", text)))


def test_each_id_finds_its_own_answer():
    answers = Answers()
    assert answers.find(1) is None
    ids = (1, 12, 2, "1", "12", 'a"b', "{", 0, 2**53 - 1, "\xe9", "\n")
    for request_id in ids:
        answers.add(answer(request_id, 'not {"id": 77, but said so'))
    for request_id in ids:
        assert answers.find(request_id) == answer(request_id, 'not {"id": 77, but said so')
    assert answers.find(77) is None and answers.find("2") is None and answers.find(123) is None


def test_the_oldest_are_forgotten_and_memory_stays():
    answers = Answers()
    for number in range(1000):
        answers.add(answer(number, "x" * (number % 450)))
        for before in range(max(0, number - 1), number + 1):
            assert answers.find(before) == answer(before, "x" * (before % 450)), (number, before)
    assert len(answers._lines) == ROOM and answers.find(900) is None
    short = Answers()
    for number in range(300):
        short.add(answer(number))
    found = [short.find(number) is not None for number in range(300)]
    assert sum(found) >= 25 and found == sorted(found)
