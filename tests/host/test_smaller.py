import ast

from host_tools import board_files, mpy
from host_tools.smaller import smaller


def made(source, **others):
    return smaller({"one.py": source, **others})["one.py"]


def test_private_names_are_short_and_the_same_in_each_place():
    found = made("def _first(t):\n    return t\n\nclass A:\n    def _b(self):\n        return _first(self._c)\n")
    assert found == "def _0(a):\n    return a\n\nclass A:\n\n    def _1(a):\n        return _0(a._2)"


def test_parameters_are_letters_that_are_free_in_their_function():
    assert made("def f(first, second=b, *rest):\n    return a + first.second[second]") == (
        "def f(b, c=b, *rest):\n    return a + b.second[c]"
    )
    assert made("def f(x):\n    return lambda y: g(x, y)") == "def f(b):\n    return lambda a: g(b, a)"
    assert made("def f(x):\n\n    def g():\n        nonlocal x\n        x = 1\n    return g") == (
        "def f(a):\n\n    def g():\n        nonlocal a\n        a = 1\n    return g"
    )


def test_a_parameter_that_an_import_replaces_keeps_its_name():
    source = "def f(ticks=None):\n    if ticks is None:\n        from time import ticks_us as ticks\n    return ticks()"
    assert made(source) == source


def test_a_parameter_that_a_call_states_keeps_its_name():
    source = "def f(first, second):\n    return second"
    assert made(source, **{"two.py": "f(1, second=2)"}) == "def f(a, second):\n    return second"


def test_parameters_that_a_call_may_state_keep_their_names():
    source = "class A:\n\n    def __init__(self, first):\n        pass\n\n    def f(self, second):\n        pass"
    found = source.replace("second", "a")
    assert made(source, **{"two.py": "one.A(**given)"}) == found


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


def test_a_number_that_another_file_imports_is_put_in_there():
    found = smaller({"/a/one.py": "A = 2\nB = A + 1", "/two.py": "from a.one import B as C, f\nD = C << 1\nprint(D)"})
    assert found == {"/a/one.py": "", "/two.py": "from a.one import f\nprint(6)"}
    assert smaller({"one.py": "from two import A", "two.py": "A = []"})["one.py"] == "from two import A"


def test_what_other_files_may_ask_for_stays():
    for asks in ("import one\none.A", "getattr(one, 'A')"):
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
