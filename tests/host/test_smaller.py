import ast

from host_tools import board_files, mpy
from host_tools.smaller import smaller

A = next(iter(smaller({"one.py": "A = []"}).values())).split()[0]  # what public_names.py makes of it


def made(source, **others):
    return smaller({"one.py": source, **others})["one.py"]


def test_a_name_in_a_text_is_left_as_it_is():
    for name in ("_machine", "machine_of"):
        assert made(f"{name} = getattr(x, '{name}')") == f"{name} = getattr(x, '{name}')"
        assert made(f"{name} = []", **{"two.py": f"getattr(one, '{name}')"}) == f"{name} = []"
        assert name not in made(f"{name} = []", **{"two.py": f"print('what is a {name}?')"})


def test_a_name_in_a_program_that_uses_this_one_is_left_as_it_is():
    assert smaller({"one.py": "first = []"}, ["one.first"]) == {"one.py": "first = []"}
    assert smaller({"one.py": "first = []"}, ["getattr(one, 'first')"]) == {"one.py": "first = []"}
    source = "def f(first, second):\n    return second"
    assert smaller({"one.py": source}, ["f(1, second=2)"]) == {"one.py": source.replace("first", "a")}


def test_a_number_that_only_its_file_names_is_put_in():
    assert made("A = 2\nB = const(A << 3)\nC = -B\nprint(B, C ** 2)") == "print(16, (-16) ** 2)"


def test_a_word_that_only_its_file_names_is_put_in():
    assert made("A = 'closed'\nprint(A)\n") == "print('closed')"
    assert made("A = 'a longer text'\nprint(A)\n") == f"{A} = 'a longer text'\nprint({A})"


def test_a_number_that_another_file_imports_is_put_in_there():
    found = smaller({"/a/one.py": "A = 2\nB = A + 1", "/two.py": "from a.one import B as C, f\nD = C << 1\nprint(D)"})
    assert found == {"/a/one.py": "", "/two.py": "from a.one import f\nprint(6)"}
    found = smaller({"one.py": "from two import A", "two.py": "A = []"})
    assert found["one.py"] == "from two import " + found["two.py"].removesuffix(" = []")


def test_what_other_files_may_ask_for_stays():
    for asks, stays in (("import one\none.A", f"{A} = 2\nprint({A})"), ("getattr(one, 'A')", "A = 2\nprint(A)")):
        assert made("A = 2\nprint(A)", **{"two.py": asks}) == stays


def test_what_is_no_number_or_changes_stays():
    for source in ("A = [2]\nprint(A)", "A = 1\nA = 2\nprint(A)", "A = len('a')\nprint(A)", "A = True\nprint(A)"):
        assert made(source) == source.replace("A", A)


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
