import ast

from host_tools import board_files, mpy
from host_tools.smaller import smaller


def made(source, **others):
    return smaller({"one.py": source, **others})["one.py"]


def test_private_names_are_short_and_the_same_in_each_place():
    found = made(
        "def _first(_given):\n    return _given\n\nclass A:\n    def _b(self):\n        return _first(self._c)\n"
    )
    assert found == "def _0(_2):\n    return _2\n\nclass A:\n\n    def _1(self):\n        return _0(self._3)"


def test_files_share_the_short_names():
    found = smaller({"one.py": "_first = []", "two.py": "_second = []"})
    assert found == {"one.py": "_0 = []", "two.py": "_0 = []"}


def test_a_name_in_a_text_is_left_as_it_is():
    assert made("_machine = getattr(x, '_machine')") == "_machine = getattr(x, '_machine')"
    assert made("_machine = []", **{"two.py": "getattr(one, '_machine')"}) == "_machine = []"


def test_a_number_that_only_its_file_names_is_put_in():
    assert made("A = 2\nB = const(A << 3)\nC = -B\nprint(B, C ** 2)") == "print(16, (-16) ** 2)"


def test_a_word_that_only_its_file_names_is_put_in():
    assert made("A = 'closed'\nprint(A)\n") == "print('closed')"
    assert made("A = 'a longer text'\nprint(A)\n") == "A = 'a longer text'\nprint(A)"


def test_what_other_files_may_ask_for_stays():
    for asks in ("from one import A", "import one\none.A", "getattr(one, 'A')"):
        assert made("A = 2\nprint(A)", **{"two.py": asks}) == "A = 2\nprint(A)", asks


def test_what_is_no_number_or_changes_stays():
    for source in ("A = [2]\nprint(A)", "A = 1\nA = 2\nprint(A)", "A = len('a')\nprint(A)", "A = True\nprint(A)"):
        assert made(source) == source


def test_no_file_of_the_program_uses_what_is_anothers_own():
    for file in board_files.program():
        if not mpy.is_module(file):
            continue
        tree = ast.parse(file.data)
        own = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        own |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _of_self(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                assert node.attr in own or node.attr.startswith("__"), (file.path, node.attr)
            if isinstance(node, ast.ImportFrom):
                assert not [alias.name for alias in node.names if alias.name.startswith("_")], file.path
            if isinstance(node, ast.ClassDef):
                assert {ast.unparse(base) for base in node.bases} <= {"Exception", "ValueError", *own}, file.path


def _of_self(node):
    return isinstance(node.value, ast.Name) and node.value.id == "self"
