"""Runs the `test_*` functions of one file on MicroPython and reports each on a line of its own.

    micropython tests/run_micropython.py FILE

Prints `ok NAME`, or `FAILED NAME` and the traceback, for each function in the order of the file, then `ran N`.
The caller compares N and the names with what the file defines: an import that fails must not look like a pass.
"""

import gc
import sys

if "" not in sys.path:
    sys.path.insert(0, "")


def names_in(path):
    """The names of the test functions that a file defines at its top level, in order."""
    names = []
    with open(path) as source:
        for line in source:
            if line.startswith("def test_"):
                names.append(line[4 : line.index("(")])
    return names


def main(path):
    # Collected now and then, so that what stays lies close, as on a board when it starts.
    gc.threshold(16384)  # pyright: ignore[reportAttributeAccessIssue]
    module = {"__name__": path, "__file__": path}
    with open(path) as source:
        exec(compile(source.read(), path, "exec"), module)
    ran = 0
    for name in names_in(path):
        gc.collect()
        try:
            module[name]()
            print("ok", name)
        except Exception as error:
            print("FAILED", name)
            sys.print_exception(error, sys.stdout)  # type: ignore[attr-defined]
        ran += 1
    print("ran", ran)


main(sys.argv[1])
