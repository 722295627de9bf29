"""The sentences of a compiled program: what is taken out, and that the program says the same without them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import board_files, mpy
from host_tools.micropython import interpreter
from host_tools.sentences import FILE, IMPORT, READER, taken_out

SAYS = """
def f(a):
    return "a sentence that is long enough, " + a

def h(a):
    return f"{a} of {a + 1} marks were seen"

def g():
    raise ValueError("f\u00fcnf W\u00f6rter und \u20ac 5, not " + "x" * 3)
"""


ROOT = Path(__file__).resolve().parent.parent.parent
REPLAY = """
import shared_core
print(shared_core.__file__.removesuffix("/shared_core/__init__.py"))
print(replay_rows(read_trace("tests/traces/valid-single.csv"))["spins"][0]["number"])
"""


def program():
    return {file.path: file.data.decode() for file in board_files.program() if mpy.is_module(file)}


def made(source):
    """(source, text of the file) of a program of one file."""
    sources, texts = taken_out({READER: "", "/one.py": source})
    return sources["/one.py"], texts.decode()


def test_a_sentence_is_read_where_it_is_said():
    assert made('def f(a):\n    """It says so, as it should."""\n    return "the number is not " + a') == (
        IMPORT + '\n\ndef f(a):\n    """It says so, as it should."""\n    return _said(0, 18) + a',
        "the number is not " + "\n" * 110,
    )


def test_a_sentence_with_values_in_it():
    source, texts = made("def f(a, b):\n    return f'{{{a}}} of {b + 1} marks are missing'")
    assert source == IMPORT + "\n\ndef f(a, b):\n    return _said(0, 30).format(a, b + 1)"
    assert texts.rstrip() == "{{{}}} of {} marks are missing"


@pytest.mark.parametrize(
    "source",
    [
        "TOLD = 'a sentence of the file'",
        "def f(a='a sentence of the file'):\n    pass",
        "@f('a sentence of the file')\ndef f():\n    pass",
        "def f():\n    'a sentence of the file'",
        "def f(a):\n    return a == 'a sentence of the file'",
        "def f(a):\n    return f'a sentence of the file {a!r}'",
        "def f(a):\n    return f'a sentence of the file {a:>3}'",
        "def f(a):\n    return f'{a} or {a}'",
        "def f():\n    raise IndexError('no such entry here')",
        "def f():\n    return 'no words'",
        "def f():\n    return 'abcdefghijklmnopqrstuvwxyz0123456789 -'",
        "def f():\n    return b'some bytes of the file'",
    ],
)
def test_what_is_no_sentence_stays(source):
    assert made(source) == (source, "")


def test_a_sentence_stands_once_in_the_file():
    says = "'the journal is full'"
    source, texts = made(f"def f():\n    return {says}\n\nclass A:\n    def g(self):\n        return lambda: {says}")
    assert texts.rstrip() == "the journal is full"
    assert source.count("_said(0, 19)") == 2


def test_a_longer_sentence_leaves_other_files_as_they_are():
    says = {READER: "", "/one.py": "def f():\n    return 'the one is full'", "/two.py": SAYS}
    before, _ = taken_out(says)
    after, texts = taken_out({**says, "/one.py": says["/one.py"].replace("full", "as full as it can be")})
    assert [path for path in says if before[path] != after[path]] == ["/one.py"]
    assert texts.startswith(b"the one is as full as it can be\n")


def test_a_program_without_the_reader_keeps_its_sentences():
    assert taken_out({"/one.py": SAYS}) == ({"/one.py": SAYS}, b"")


class _PutBack(ast.NodeTransformer):
    def __init__(self, texts):
        self.count = 0
        self._texts = texts

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "_said":
            self.count += 1
            start, length = [ast.literal_eval(argument) for argument in node.args]
            return ast.Constant(self._texts[start : start + length].decode())
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "format" and isinstance(called.value, ast.Constant):
            return ast.JoinedStr(_with_values(called.value, node.args))
        return node


def _with_values(text, values):
    """The parts of an f-string."""
    first, *rest = str(ast.literal_eval(text)).split("{}")
    parts: list[ast.expr] = [ast.Constant(first)]
    for value, after in zip(values, rest, strict=True):
        parts += [ast.FormattedValue(value, -1), ast.Constant(after)]
    return [part for part in parts if not isinstance(part, ast.Constant) or part.value]


def test_every_file_of_the_program_says_what_it_said():
    sources = program()
    moved, texts = taken_out(sources)
    put_back = _PutBack(texts)
    for path, source in sources.items():
        tree = put_back.visit(ast.parse(moved[path].removeprefix(IMPORT)))
        assert ast.dump(tree) == ast.dump(ast.parse(source)), path
        assert "_said" not in {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}, path
    assert put_back.count > 200 and len(texts) > 6000
    assert moved[READER] == sources[READER]


def test_no_code_is_taken_for_a_sentence():
    """What a call of MicroPython's is given has to be there whatever became of the file."""
    for path, source in taken_out(program())[0].items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "exec":
                assert "_said" not in ast.unparse(node), path


def test_a_good_spin_reads_no_sentence(tmp_path):
    """A file is slower than memory: what happens all the time must not ask for one."""
    moved, _ = taken_out(program())
    for path, source in {**moved, READER: "def said(offset, length):\n    print('said', offset, length)\n"}.items():
        board_files.BoardFile(path, source.encode()).write_below(tmp_path)
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\nfrom host_tools.replay import *\n" + REPLAY
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{tmp_path}\n28\n", done.stderr


@pytest.fixture
def folder(tmp_path):
    """One that holds the compiled one.py."""
    files = [file for file in board_files.program() if file.path == READER]
    one = board_files.BoardFile("/one.py", SAYS.encode())
    for file in mpy.compiled([*files, one], "x64", ["one.f, one.g, one.h"]):
        file.write_below(tmp_path)
    return tmp_path


def said(folder, text):
    """The last line that a call prints on MicroPython, which runs in another folder."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\nimport one\nprint({text})"
    done = subprocess.run([interpreter(), "-c", code], cwd="/", capture_output=True, text=True, timeout=20)
    return (done.stdout + done.stderr).strip().splitlines()[-1]


def test_the_compiled_program_says_the_same(folder):
    assert not list(folder.rglob("*.py"))
    assert said(folder, "one.f('yes')") == "a sentence that is long enough, yes"
    assert said(folder, "one.f(one.f('yes'))") == "a sentence that is long enough, " * 2 + "yes"
    assert said(folder, "one.h(2)") == "2 of 3 marks were seen"
    assert said(folder, "one.g()") == "ValueError: f\u00fcnf W\u00f6rter und \u20ac 5, not xxx"


UNREADABLE = {"none": None, "empty": b"", "short": b"a sentence th", "no UTF-8": b"\xff" * 99}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_a_sentence_that_cannot_be_read_stops_nothing(folder, data):
    file = folder / FILE.lstrip("/")
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    assert said(folder, "one.f('yes')") == "(its text is missing)yes"
    assert said(folder, "one.g()") == "ValueError: (its text is missing)xxx"
