import select

from firmware.lines import CHUNK, CTRL_C, GONE_MS, LIMIT, MOST_ANSWERS, STALLED_MS, WINDOW_MS, LineReader, LineWriter
from tests.firmware.fakes import FakeStream


def read(data, most=10**6):
    stream = FakeStream(data)
    return list(LineReader(stream, stream).lines(most))


def writer(room=10**6, events=4096):
    stream = FakeStream(room=room)
    return stream, LineWriter(stream, stream, events)


def test_lines_without_their_ends():
    assert read(b'{"id": 1}\n\nabc\r\n\r\nz\rz\n') == [b'{"id": 1}', b"", b"abc", b"", b"z\rz"]


def test_half_a_line_waits_for_the_rest():
    stream = FakeStream(b"ab")
    reader = LineReader(stream, stream)
    assert list(reader.lines()) == []
    stream.data = b"c\nd"
    assert list(reader.lines()) == [b"abc"]
    stream.data = b"\n"
    assert list(reader.lines()) == [b"d"]
    assert list(reader.lines()) == []


def test_no_more_bytes_a_call_than_allowed():
    stream = FakeStream(b"1\n2\n3\n")
    reader = LineReader(stream, stream)
    assert list(reader.lines(3)) == [b"1"]
    assert stream.data == b"\n3\n"
    assert list(reader.lines(3)) == [b"2", b"3"]


def test_a_line_comes_as_soon_as_it_is_read():
    stream = FakeStream(b"1\n2\n")
    for line in LineReader(stream, stream).lines():
        assert line == b"1"
        assert stream.data == b"2\n"
        break


def test_lines_that_are_too_long():
    longest = b"x" * LIMIT
    assert read(longest + b"\n") == [longest]
    assert read(longest + b"y\nz\n") == [None, b"z"]
    assert read(b"y" * (10 * LIMIT) + b"\nz\n" + longest + b"\n") == [None, b"z", longest]


def test_any_byte():
    every = bytes([byte for byte in range(256) if byte not in (10, CTRL_C)])
    assert read(every + b"\n") == [every]


def test_writes_in_order():
    stream, out = writer()
    out.event(b"one")
    out.answer(b"two")
    out.event(b"three")
    assert out.pump(10**6)
    assert stream.written == b"one\ntwo\nthree\n"
    assert out.dropped == 0


def test_nobody_reads():
    stream, out = writer(room=0)
    out.answer(b"a")
    for _ in range(100):
        assert not out.pump()
    stream.room = 10
    assert out.pump()
    assert stream.written == b"a\n"


def test_no_more_bytes_written_a_call_than_allowed():
    stream, out = writer()
    out.event(b"x" * 99)
    assert not out.pump(60)
    assert len(stream.written) == 60
    assert out.pump(60)


def test_the_oldest_events_are_dropped_and_answers_kept():
    stream, out = writer(room=0, events=30)
    out.answer(b"answer-0")
    for n in range(10):
        out.event(b"event-%d" % n)  # 8 bytes with LF: three fit
    out.answer(b"answer-1")
    assert out.dropped == 7
    stream.room = 10**6
    assert out.pump(10**6)
    assert stream.written == b"answer-0\nevent-7\nevent-8\nevent-9\nanswer-1\n"


def test_what_is_half_sent_is_not_dropped():
    stream, out = writer(room=3, events=30)
    for n in range(3):
        out.event(b"event-%d" % n)
    out.pump()
    assert stream.written == b"eve"
    for n in range(3, 9):
        out.event(b"event-%d" % n)
    assert out.dropped == 6
    stream.room = 10**6
    assert out.pump(10**6)
    assert stream.written == b"event-0\nevent-7\nevent-8\n"


def test_an_event_larger_than_the_room_is_dropped():
    stream, out = writer(events=30)
    out.event(b"x" * 100)
    assert out.dropped == 1
    out.event(b"y")
    assert out.pump()
    assert stream.written == b"y\n"


def test_full_of_answers():
    stream, out = writer(room=0)
    for _ in range(MOST_ANSWERS):
        assert not out.full
        out.answer(b"a")
    assert out.full
    stream.room = 2
    out.pump()
    assert not out.full


def test_a_stream_that_takes_nothing():
    class Reluctant(FakeStream):
        def write(self, data):
            return 0

    stream = Reluctant()
    out = LineWriter(stream, stream)
    out.answer(b"a")
    assert not out.pump()
    assert out.full is False


class Usb(FakeStream):
    """A stream that takes a window in pieces; `slow` ms for each while nobody reads."""

    def __init__(self, room=10**6):
        super().__init__(room=room)
        self.pieces = []
        self.now = 0
        self.slow = 0

    def ms(self):
        return self.now

    def write(self, data):
        assert self._promised and self._promised & select.POLLOUT, "this write would wait"
        self._promised = None
        self.pieces.append(len(data))
        self.now += self.slow
        self.written += bytes(data)
        self.room -= len(data)
        return len(data)


def window(room=10**6):
    """(stream, LineWriter, list that tells when the window is done) with a window of 1,000 bytes in the queue."""
    stream = Usb(room)
    out = LineWriter(stream, stream, ms=stream.ms)
    done = []
    out.event(b"before")
    out.window(b"answer", memoryview(b"w" * 1000), lambda: done.append(len(stream.written)))
    out.event(b"after")
    return stream, out, done


def test_a_window_stands_right_behind_its_answer():
    stream, out, done = window()
    while not out.pump():
        pass
    assert stream.written == b"before\nanswer\n" + b"w" * 1000 + b"after\n"
    assert done == [len(b"before\nanswer\n") + 1000]
    assert max(stream.pieces) == CHUNK and sum(piece == CHUNK for piece in stream.pieces) == 3


def test_a_window_leaves_time_for_the_rest():
    stream, out, _ = window()
    stream.slow = WINDOW_MS // 2 + 1  # each piece
    out.pump()
    assert len(stream.written) == len(b"before\nanswer\n") + CHUNK
    out.pump()
    assert len(stream.written) == len(b"before\nanswer\n") + 3 * CHUNK


def test_an_empty_window_is_done_with_its_answer():
    stream = Usb(10**6)
    stream.slow = WINDOW_MS + 1
    out = LineWriter(stream, stream, ms=stream.ms)
    done = []
    out.window(b"answer", memoryview(b""), lambda: done.append(len(stream.written)))
    out.pump()
    assert done == [len(b"answer\n")] and stream.written == b"answer\n"


def test_a_reader_that_stops_costs_one_piece():
    stream, out, done = window()
    stream.slow = WINDOW_MS + 1
    while stream.pieces.count(CHUNK) < 1:
        out.pump()
    stream.slow = STALLED_MS + 1
    out.pump()
    assert len(done) == 1 and stream.pieces.count(CHUNK) == 2
    stream.slow = 0
    while not out.pump():
        pass
    assert stream.written.endswith(b"www\nafter\n") and len(stream.written) < 600


def test_a_window_that_nobody_begins_to_read_is_dropped():
    stream, out, done = window(room=0)
    out.pump()
    stream.room = 7
    out.pump()
    out.pump()
    assert not done
    stream.now += GONE_MS + 1
    out.pump()
    assert len(done) == 1
    stream.room = 10**6
    while not out.pump():
        pass
    assert stream.written == b"before\n\nafter\n"


def test_ctrl_c_is_told_and_what_follows_it_is_left_for_the_prompt():
    stream = FakeStream(b'{"id": 1}\nhalf\r\x03\r\x01rest')
    reader = LineReader(stream, stream)
    assert list(reader.lines()) == [b'{"id": 1}'] and reader.interrupted
    assert stream.data == b"\r\x01rest"
    reader.interrupted = False
    assert list(reader.lines()) == [] and not reader.interrupted


def test_a_line_goes_out_without_a_new_object_for_each_byte():
    stream, lines = writer()
    buffers = []

    def write(data):
        buffers.append(data)
        return 1

    stream.write = write
    lines.event(b"twelve bytes")
    assert lines.pump() and len(buffers) == 13 and all(buffer is buffers[0] for buffer in buffers)
