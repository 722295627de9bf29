"""Proves journals whole, on the host."""

from pathlib import Path

from host_tools.errors import ToolError
from shared_core.journal import Verifier, read_lines


def verify(paths, progress=lambda text: None):
    """Prove every journal in the paths, files or folders.

    Returns {"whole": bool, "logs": [{"path", "files", "records", "whole", "first_bad"}]}; first_bad is None
    or {"file", "line", "seq", "kind", "message"}, kind one of changed, missing, reordered, added, torn.
    Raises ToolError (status 2) for a path that holds no journal.
    """
    logs = [verify_log(files, progress) for files in journals(paths)]
    return {"whole": all(log["whole"] for log in logs), "logs": logs}


def journals(paths):
    """The journals in the paths, each a list of files in order: the *.log of one folder are one journal."""
    found = []
    for path in map(Path, paths):
        if path.is_file():
            found.append([path])
            continue
        if not path.is_dir():
            raise ToolError(f"there is no {path}: name a log or a folder of logs", 2)
        folders = {}
        for file in sorted(path.rglob("*.log")):
            folders.setdefault(file.parent, []).append(file)
        if not folders:
            raise ToolError(f"there is no *.log in {path}: name a folder that tablectl pull made", 2)
        found += folders.values()
    return found


def verify_log(files, progress=lambda text: None):
    """Prove one journal, a list of its files in order; an entry of verify()'s logs."""
    proof = ProofOfFiles(files)
    for _ in proof.lines(progress):
        pass
    return proof.result()


class ProofOfFiles:
    """The proof of one journal in several files, made while its lines are read for whatever else."""

    def __init__(self, files):
        self.files = files
        self._verifier = Verifier()
        self._ends = []  # the number of lines up to the end of each file

    def lines(self, progress=lambda text: None):
        """Yield each line of the files, in order. The proof is made once all are read."""
        count = 0
        for file in self.files:
            progress(f"reading {file}")
            try:
                with open(file, "rb") as stream:
                    for line in read_lines(stream):
                        self._verifier.line(line)
                        count += 1
                        yield line
            except OSError as error:
                raise ToolError(f"{file} cannot be read: {error.strerror}", 2) from None
            self._ends.append(count)

    def result(self):
        """An entry of verify()'s logs."""
        proof = self._verifier.proof()
        return {
            "path": str(self.files[0] if len(self.files) == 1 else self.files[0].parent),
            "files": len(self.files),
            "records": proof.records,
            "whole": proof.first_bad is None,
            "first_bad": None if proof.first_bad is None else self._place(proof.first_bad),
        }

    def _place(self, bad):
        """The first bad record with the file it is in, its line counted in that file."""
        place = next(place for place, end in enumerate(self._ends) if bad.line <= end)
        before = self._ends[place - 1] if place else 0
        return {"file": str(self.files[place]), **bad._asdict(), "line": bad.line - before}
