import ast

from host_tools.short_names import shorten


def shortened(*sources, free=()):
    trees = [ast.parse(source) for source in sources]
    shorten(trees, set(), free, [])
    return [ast.unparse(tree) for tree in trees]


def made(*sources):
    return shortened(*sources)[0]


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
    assert made(source, "f(1, second=2)") == "def f(a, second):\n    return second"


def test_parameters_that_a_call_may_state_keep_their_names():
    source = "class A:\n\n    def __init__(self, first):\n        pass\n\n    def f(self, second):\n        pass"
    found = source.replace("second", "a")
    assert made(source, "one.A(**given)") == found


def test_files_share_the_short_names():
    assert shortened("_first = []", "_second = []") == ["_0 = []", "_0 = []"]


def test_names_that_are_free_come_first():
    assert shortened("_first = _second = []", free=["acos"]) == ["acos = _0 = []"]
