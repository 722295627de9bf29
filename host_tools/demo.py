"""`make run`: three rounds on two virtual tables, from a blank board to a proven log.

    python -m host_tools.demo tests/traces

Everything is the real thing but the wheel: boards are flashed over their ports, recorded sensor traces go into their
pins, the display is read from its wires, wagers go over the link, and the journals are pulled and proven. Ends with
status 0, or 1 when anything came out otherwise than the traces' truth says.
"""

import json
import sys
import tempfile
import threading
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from host_tools.errors import ToolError
from host_tools.flash import flash
from host_tools.link import Link
from host_tools.pull import pull
from host_tools.trace import read_trace
from host_tools.verify import verify
from host_tools.virtual_board import VirtualBoard

RATE = 4  # table time runs so many times as fast as the clock on the wall
PATIENCE = 40.0  # seconds that any one thing may take

AMERICAN = {
    "table": "American",
    "rules": "new-jersey",
    "wheel": "double-zero",
    "options": {"zero_rule": "half", "minimum": 100, "maximum": 50000},
    "notices": ["zero-rule-notice"],
}
FRENCH = {"table": "French", "rules": "new-zealand", "options": {"minimum": 100, "min_turns": 4}}

# table, trace, wagers (seat, spot, stake) of which some are refused, and one that comes too late
ROUNDS = (
    (
        "American",
        "valid-double-clockwise-rotor",
        (
            (1, "straight-23", 500),
            (2, "red", 1001),
            (3, "split-20-23", 200),
            (3, "trio-0-2-3", 200),
            (4, "straight-17", 50),
            (4, "dozen-2", 2.5),
            (5, "first-five", 1000),
        ),
        (6, "black", 500),
    ),
    (
        "French",
        "valid-single",
        ((1, "even", 300), (1, "straight-28", 100), (2, "six-line-25", 400), (2, "split-0-00", 100), (3, "odd", 1000)),
        (3, "even", 1000),
    ),
    ("French", "same-direction", ((1, "column-1", 300), (2, "straight-0", 100)), None),
)


class Wrong(Exception):
    """Something came out otherwise than it must."""


class TableDemo:
    """One virtual table, flashed and connected; tells what happens on it as it happens."""

    def __init__(self, console, folder, settings):
        self.name = settings["table"]
        self._console = console
        self._path = folder / f"{self.name}.json"
        self._path.write_text(json.dumps(settings, indent=1))
        self._news = []
        self.board = VirtualBoard(folder / self.name, rate=RATE, on_event=self._seen)
        self.link = None

    def tell(self, text, style=""):
        self._console.print(f"[bold]{self.name:>9}[/bold]  [{style or 'none'}]{escape(text)}[/]")

    def _seen(self, event):
        if "display" in event and event["display"].strip():
            self._news.append(f"display \\[{event['display']}]")

    def flash(self):
        done = flash(self.board.port, self._path)
        sent = [file for file in done["files"] if file["send"]]
        says = f"says hello as board {done['hello']['board']}"
        self.tell(f"flashed over {self.board.port}: {len(sent)} files, each checked; {says}")
        self.link = Link(self.board.port)
        self.ask("open")

    def ask(self, verb, **fields):
        return self.link.request(verb, timeout=5.0, **fields)

    def wager(self, seat, spot, stake):
        answer = self.ask("wager", seat=seat, spot=spot, stake=stake)
        what = f"seat {seat} puts {stake} on {spot}"
        if "error" in answer:
            self.tell(f"{what}: refused, {answer['error']}: {answer['message']}", "yellow")
        else:
            self.tell(what)
        return answer

    def wait(self, name, **fields):
        """Tells the events until one of this name with these fields comes, and returns it."""
        for _ in range(200):
            event = self.link.next_event(PATIENCE)
            if event is None:
                raise Wrong(f"table {self.name}: no event {name} {fields} within {PATIENCE:g} s")
            self._tell_event(event)
            if event["event"] == name and all(event.get(key) == value for key, value in fields.items()):
                return event
        raise Wrong(f"table {self.name}: {name} {fields} did not come")

    def _tell_event(self, event):
        shown = {key: value for key, value in event.items() if key not in ("event", "n", "round")}
        what = ", ".join(f"{key} {json.dumps(value)}" for key, value in shown.items())
        style = {"phase": "cyan", "number": "bold green", "warning": "yellow"}.get(event["event"], "")
        self.tell(f"{event['event']}: {what}", style)
        while self._news:
            self._console.print(f"[bold]{self.name:>9}[/bold]  [magenta]{self._news.pop(0)}[/]")


def play(table, trace, wagers, late, truth, traces):
    """One round on a table, and what must come of it."""
    refused = [wager for wager in wagers if "error" in table.wager(*wager)]
    table.board.play(read_trace(traces / f"{trace}.csv"), name=trace)
    table.wait("phase", phase="ball-in-rim")
    if not truth["valid"]:
        void = table.wait("phase", phase="no-spin")
        if void["cause"] != truth["reason"]:
            raise Wrong(f"{trace}: void by {void['cause']}, in truth by {truth['reason']}")
        seat, spot, _ = wagers[0]
        amount = table.ask("withdraw", seat=seat, spot=spot)["amount"]
        table.tell(f"the wagers stand; seat {seat} takes its {amount} on {spot} back")
        table.wait("phase", phase="place-bets")
        return len(refused)
    table.board.press("no_more_bets")
    table.wait("phase", phase="no-more-bets")
    if table.wager(*late).get("error") != "late":
        raise Wrong("a wager after the call was not refused as late")
    number = table.wait("number")["number"]
    if number != truth["number"]:
        raise Wrong(f"{trace}: the board read {number}, in truth {truth['number']}")
    table.board.wait_display(number.rjust(4), timeout=PATIENCE)
    step = table.wait("step")
    while "error" not in table.ask("paid", step=step["step"]) and step["step"] + 1 < step["of"]:
        step = table.wait("step")
    table.wait("phase", phase="place-bets")
    return len(refused) + 1


def main(traces):
    """Runs the demonstration with the sample traces in a folder; returns the exit status."""
    console = Console(highlight=False, soft_wrap=True)
    truth = json.loads((traces / "truth.json").read_text())
    with tempfile.TemporaryDirectory(prefix="roulette-") as folder:
        tables = {}
        try:
            for settings in (AMERICAN, FRENCH):
                tables[settings["table"]] = TableDemo(console, Path(folder), settings)
            flashing = [threading.Thread(target=table.flash) for table in tables.values()]
            for thread in flashing:
                thread.start()
            for thread in flashing:
                thread.join()
            refused = 0
            for name, trace, wagers, late in ROUNDS:
                console.rule(f"table {name}: {trace}")
                refused += play(tables[name], trace, wagers, late, truth[trace], traces)
            if not refused:
                raise Wrong("no wager was refused, though some had to be")
            console.rule("the logs")
            for table in tables.values():
                _prove(table, Path(folder) / "logs")
        except (ToolError, Wrong) as error:
            console.print(f"[bold red]{escape(str(error))}[/]")
            return 1
        finally:
            for table in tables.values():
                if table.link:
                    table.link.close()
                table.board.close()
    console.print("[bold green]Three rounds played, settled, pulled and proven.[/]")
    return 0


def _prove(table, folder):
    """Closes the table, pulls its journal and proves it."""
    for seat, spot in ((2, "straight-0"),):
        table.ask("withdraw", seat=seat, spot=spot)
    table.ask("close")
    table.link.close()
    pulled = pull(table.board.port, folder)
    proven = verify([pulled["folder"]])
    if not proven["whole"] or pulled["acknowledged"] != pulled["last"]:
        raise Wrong(f"table {table.name}: the log is not whole: {proven}, {pulled}")
    table.tell(f"{pulled['last']} records pulled while the table ran, acknowledged and proven whole", "green")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
