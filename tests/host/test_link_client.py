import json
import time

import pytest

from host_tools.aside import step_aside
from host_tools.errors import ToolError
from host_tools.link import Link, NoAnswer, wait_for_table
from tests.host.partner import Partner


def answering(**fields):
    """An answer function that returns these fields with the request's own id."""
    return lambda line: json.dumps({"id": json.loads(line)["id"], **fields}) + "\n"


def test_a_request_gets_its_answer():
    with Partner(answering(ok=True, round=118)) as board, Link(board.port) as link:
        answer = link.request("wager", seat=3, spot="split-17-20", stake=500)
    assert answer["ok"] is True
    assert answer["round"] == 118
    sent = json.loads(board.lines[0])
    assert (sent["do"], sent["seat"], sent["spot"], sent["stake"]) == ("wager", 3, "split-17-20", 500)


def test_what_is_no_answer_is_passed_over_and_events_are_kept():
    noise = 'boot\r\n[1, 2]\n{"id": 1\n\n\xff\n{"error": "bad-json"}\n{"id": -5, "ok": true}\n'
    event = '{"event": "phase", "n": 4711, "round": 118, "phase": "closed"}\n'
    with Partner(lambda line: noise + event + answering(ok=True)(line)) as board, Link(board.port) as link:
        assert link.request("status")["ok"] is True
        assert link.next_event(0.1)["n"] == 4711
        assert link.next_event(0.05) is None
        board.say(event.replace("4711", "4712"))
        assert link.next_event(1)["n"] == 4712


def test_an_answer_in_pieces():
    def slowly(line):
        text = answering(ok=True)(line)
        board.say(text[:7])
        time.sleep(0.1)
        return text[7:]

    with Partner(slowly) as board, Link(board.port) as link:
        assert link.request("status")["ok"] is True


def test_a_lost_request_is_repeated_with_its_id():
    with Partner(lambda line: answering(ok=True)(line) if len(board.lines) == 2 else "") as board:
        with Link(board.port) as link:
            assert link.request("status", timeout=0.2)["ok"] is True
        assert board.lines[0] == board.lines[1]


def test_ids_differ_between_links():
    with Partner(answering(ok=True)) as board:
        for _ in range(3):
            with Link(board.port) as link:
                link.request("status")
                link.request("status")
    assert len({json.loads(line)["id"] for line in board.lines}) == 6


def test_no_answer_ends_in_time():
    with Partner(lambda line: "") as board, Link(board.port) as link:
        start = time.monotonic()
        with pytest.raises(NoAnswer) as caught:
            link.request("hello", timeout=0.2)
        assert time.monotonic() - start < 1
    assert caught.value.status == 3
    assert not caught.value.at_prompt


def test_the_prompt_of_a_blank_board_is_known_at_once():
    with Partner(lambda line: f">>> {line}\r\n{{'id': 1}}\r\n") as board, Link(board.port) as link:
        start = time.monotonic()
        with pytest.raises(NoAnswer) as caught:
            link.request("hello", timeout=5)
        assert time.monotonic() - start < 1
        assert caught.value.at_prompt


def test_a_flood_without_line_ends_is_no_answer():
    with Partner(lambda line: "x" * 3000) as board, Link(board.port) as link, pytest.raises(NoAnswer):
        link.request("hello", timeout=0.2, attempts=1)


def test_a_board_that_goes_away():
    with Partner(lambda line: board.unplug()) as board, Link(board.port) as link:
        with pytest.raises(ToolError) as caught:
            link.request("hello", timeout=1)
        assert caught.value.status == 3


def test_a_port_that_is_held_or_not_there():
    with Partner(lambda line: "") as board, Link(board.port), pytest.raises(ToolError) as caught:
        Link(board.port)
    assert "another program holds" in caught.value.message
    assert caught.value.status == 3
    with pytest.raises(ToolError) as caught:
        Link("/dev/no-such-port")
    assert "there is no port /dev/no-such-port" in caught.value.message


def test_a_request_longer_than_a_line_is_not_sent():
    with Partner(lambda line: "") as board, Link(board.port) as link:
        with pytest.raises(ToolError) as caught:
            link.request("number", number="x" * 1024)
        assert caught.value.status == 2
    assert board.lines == []


def test_waiting_for_a_table():
    with Partner(lambda line: answering(ok=True, table="7")(line) if len(board.lines) > 1 else "") as board:
        assert wait_for_table(board.port, 5)["table"] == "7"
    with Partner(lambda line: f">>> {line}\n") as board, pytest.raises(ToolError) as caught:
        wait_for_table(board.port, 0.5)
    assert caught.value.status == 3
    assert "prompt" in caught.value.message


def test_a_table_steps_aside():
    with Partner(answering(ok=True)) as board:
        assert step_aside(board.port)["ok"] is True
        assert json.loads(board.lines[0])["do"] == "maintenance"


def test_a_table_in_play_is_left_alone():
    answer = answering(error="in-play", message="round 118 is in play: close the table first")
    with Partner(answer) as board, pytest.raises(ToolError) as caught:
        step_aside(board.port)
    assert caught.value.status == 1
    assert "left alone: round 118 is in play" in caught.value.message


def test_a_silent_board_is_not_taken_for_one_to_be_reset():
    with Partner(lambda line: "") as board, pytest.raises(ToolError) as caught:
        step_aside(board.port)
    assert caught.value.status == 3
    assert "does not answer" in caught.value.message and "Ctrl-C" in caught.value.message


def test_a_board_at_the_raw_prompt_is_silent_until_it_is_left():
    with Partner(lambda line: "\r\nMicroPython\r\n>>> " if "\x02" in line else "") as board:
        assert step_aside(board.port) is None


def test_a_blank_board_has_nothing_to_step_aside():
    with Partner(lambda line: f">>> {line}\r\n") as board:
        assert step_aside(board.port) is None
