"""Plays on at a board that has just started, whatever it starts with. Runs on MicroPython."""

from firmware.pull import Later
from shared_core.journal import parse


class Stuck(Exception):
    """The table does not go on."""


def play_on(board):
    """Brings the round to its end as a dealer would, and plays one more."""
    table = board.table
    if "journal-full" in table.faults:
        pull(board)
    if table.faults:
        must(board, '"do": "clear"')
    if dict(table.status())["by_hand"]:
        must(board, '"do": "number", "number": "17"')
    while table.phase == "winning-number":
        must(board, '"do": "paid"')
    if "journal-full" in table.faults:
        pull(board)
    if table.phase == "no-spin":
        must(board, '"do": "clear"')
    if table.phase == "closed":
        must(board, '"do": "open"')
    must(board, '"do": "wager", "seat": 9, "spot": "straight-8", "stake": 5')
    board.wheel("ball")
    must(board, '"do": "no-more-bets"')
    board.wheel("drop", 0)
    board.wheel("number", 8)
    while table.phase == "winning-number":
        must(board, '"do": "paid"')
    if table.phase not in ("place-bets", "fault"):
        raise Stuck("the next round ends at " + table.phase)


def pull(board):
    journal = board.journal
    digest = parse(last_line(journal))[2].decode()
    while True:
        try:
            board.app.pull.ack(0, journal.durable, digest)
            break
        except Later:
            pass
    board.app.perform([("answer", b"{}")])
    board.turn()


def last_line(journal):
    for line in journal.storage.lines(journal.last):
        last = line
    return last


def must(board, request):
    answers = []
    board.app.writer._heard = lambda line, window: answers.append(line)
    board.ids += 1
    board.line(b'{"id": %d, %s}' % (board.ids, request.encode()))
    if not any([b'"ok": true' in line for line in answers]):
        raise Stuck(f"{request} was answered with {answers}")
