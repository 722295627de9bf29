"""Proves journals whole, on the host."""

from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from host_tools import keys, receipt
from host_tools.errors import ToolError
from shared_core.journal import JournalError, parse, read_lines
from shared_core.proof import ANY, UNKNOWN, Bad, Known, Verifier, head_of

LOOK = 100  # lines of a log that has no receipt, in which what it tells of itself is looked for
EVERY = 20000  # lines between two words of progress


def verify(paths, part=False, progress=lambda text: None):
    """Prove every journal in the paths, files or folders.

    part: records before the first one that is there are not asked for; else only a receipt says that they may lack.

    Returns {"whole": True, False or None, "logs": [{"path", "board", "log", "key", "files", "records", "first", "last",
    "gaps", "whole", "first_bad"}]}. whole is None for a log whose key is not on this host: all but the chain is proven.
    first_bad is None or {"file", "line", "seq", "kind", "message"}, kind one of the words of shared_core/proof.py.
    Raises ToolError (status 2) for a path that holds no journal.
    """
    logs = [verify_log(files, part, progress) for files in journals(paths)]
    return {"whole": all_whole(logs), "logs": logs}


def all_whole(logs):
    """Whether all of these are whole: True, False, or None where some cannot be proven and none is bad."""
    found = {log["whole"] for log in logs}
    return False if False in found else None if None in found else True


def journals(paths):
    """The journals in the paths, each (folder, its files in order, whether these are all).

    The *.log of one folder are one journal, and so is a receipt without any.
    """
    found = []
    for path in map(Path, paths):
        if path.is_file():
            found.append((path.parent, [path], False))
            continue
        if not path.is_dir():
            what = f"{path} is neither a file nor a folder" if path.exists() else f"there is no {path}"
            raise ToolError(f"{what}: name a log or a folder of logs", 2)
        folders = {file.parent: [] for file in sorted(path.rglob(receipt.NAME))}
        for file in sorted(path.rglob("*.log")):
            folders.setdefault(file.parent, []).append(file)
        if not folders:
            raise ToolError(f"there is no *.log in {path}: name a folder that tablectl pull made", 2)
        found += [(folder, folders[folder], True) for folder in sorted(folders)]
    return found


def verify_log(journal, part=False, progress=lambda text: None):
    """Prove one of journals(); an entry of verify()'s logs."""
    proof = ProofOfFiles(journal, part)
    for _ in proof.lines(progress):
        pass
    return proof.result()


class ProofOfFiles:
    """The proof of one of journals(), made while its lines are read for whatever else."""

    def __init__(self, journal, part=False):
        self.folder, self.files, self._is_all = journal
        self._nothing_yet = False  # a receipt says that no record has been stored so far
        self._known = self._what_is_known(part)
        entry = keys.of_key(self._known.key) if isinstance(self._known.key, str) else None
        self._verifier = Verifier(self._known, entry.secret if entry else None)
        self._ends = []  # the number of lines up to the end of each file

    def lines(self, progress=lambda text: None):
        """Yield each line of the files, in order. The proof is made once all are read."""
        count = done = 0
        size = sum(file.stat().st_size for file in self.files) or 1
        for file in self.files:
            with _reading(file), open(file, "rb") as stream:
                for line in read_lines(stream):
                    self._verifier.line(line)
                    count += 1
                    done += len(line)
                    if count % EVERY == 0:
                        progress(f"reading {file}, {100 * done // size} %")
                    yield line
            self._ends.append(count)

    @property
    def is_whole(self):
        """Whether no line so far is bad."""
        return self._verifier.is_whole

    def result(self):
        """An entry of verify()'s logs."""
        proof = self._verifier.proof()
        bad = proof.first_bad
        verifier = self._verifier
        if not bad and not proof.records and not self._nothing_yet:
            bad = Bad(1, max(self._known.first, 1), "missing", "it holds no record, and every log begins with one")
        return {
            "path": str(self.folder if self._is_all else self.files[0]),
            "board": verifier.board,
            "log": verifier.log,
            "key": None if verifier.key_id is UNKNOWN else verifier.key_id,
            "files": len(self.files),
            "records": proof.records,
            "first": verifier.first,
            "last": verifier.last,
            "gaps": [list(gap) for gap in self._known.gaps],
            "whole": False if bad else None if proof.keyless else True,
            "first_bad": self._place(bad) if bad else None,
        }

    def _place(self, bad):
        """The first bad record with the file it is in, its line counted in that file."""
        last = len(self._ends) - 1
        place = next((place for place, end in enumerate(self._ends) if bad.line <= end), last)
        before = self._ends[place - 1] if place > 0 else 0
        file = self.files[place] if self.files else self.folder / receipt.NAME
        return {"file": str(file), **bad._asdict(), "line": bad.line - before}

    def _what_is_known(self, part):
        """The Known of the log, from its receipt, from what it says of itself, and from where it was provisioned."""
        told = receipt.read(self.folder)
        self._nothing_yet = self._is_all and told is not None and not told.stored
        known = told.known() if told else self._tells_of_itself()
        provisioned = keys.of_log(known.log) if known.log else None
        if provisioned:
            known.board, known.key = provisioned.board, provisioned.key
        if not self._is_all:
            of_folder = sorted(self.folder.glob("*.log"))
            if told and self.files != of_folder[-1:]:
                known.stored = 0
            if told and self.files != of_folder[:1]:
                known.first = ANY
        if part:
            known.first = ANY
        return known

    def _tells_of_itself(self):
        for file in self.files[:1]:
            with _reading(file), open(file, "rb") as stream:
                for line in islice(read_lines(stream), LOOK):
                    with suppress(JournalError):
                        head = head_of(parse(line))
                        if head:
                            return Known(head["log"], head["board"], head["key"])
        return Known()


@contextmanager
def _reading(file):
    try:
        yield
    except OSError as error:
        raise ToolError(f"{file} cannot be read: {error.strerror}", 2) from None
