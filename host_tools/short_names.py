"""Short names for what only a file or a function knows, in a program that is compiled for a board.

A name that begins with one underscore belongs to its file (PEP 8), so all files can share a few short ones. A parameter
belongs to its function, unless a call states its name, or may do so with **.
"""

import ast
import re
from itertools import chain, count, product
from string import ascii_lowercase, digits

PRIVATE = re.compile(r"_[A-Za-z]\w*")
RENAMED = ("id", "attr", "arg", "name", "asname")  # fields of syntax nodes that hold a name
FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def shorten(trees, kept, free, users):
    """Renames in the syntax trees of all files of a program. kept: names of files that must stay; free: names to be
    used first; users: syntax trees of what calls the program."""
    stated = _stated([node for tree in [*trees, *users] for node in ast.walk(tree)])
    for tree in trees:
        for function in reversed([node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]):
            _shorten_parameters(function, stated)  # what lies within another one comes first
        _shorten_privates(tree, kept, free)


def _stated(nodes):
    """The names of parameters that calls state, or may state."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    by_any = {_called(call) for call in calls if any(keyword.arg is None for keyword in call.keywords)}
    stated = {keyword.arg for call in calls for keyword in call.keywords}
    for node in nodes:
        parts = node.body if isinstance(node, ast.ClassDef) and node.name in by_any else [node]
        for part in parts:
            if isinstance(part, ast.FunctionDef) and (
                part.name in by_any or (part is not node and part.name == "__init__")
            ):
                stated.update(one.arg for one in ast.walk(part.args) if isinstance(one, ast.arg))
    return stated


def _called(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)


def _shorten_parameters(function, stated):
    """The first letters that nothing else in the function is called by. A parameter that an import, an exception or a
    function within gives another value keeps its name."""
    body = function.body if isinstance(function.body, list) else [function.body]
    inside = [node for part in body for node in ast.walk(part)]
    own = [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]
    kept = stated.union(*[names(node, ("name", "asname")) for node in inside])
    mine = [node for node in function.args.posonlyargs + function.args.args if node.arg not in kept]
    called = {name for node in inside + own for name in names(node)}
    letters = (letter for letter in ascii_lowercase if letter not in called)
    new = dict(zip([node.arg for node in mine], letters, strict=False))
    for node in inside + own:
        rename(node, lambda name: new.get(name, name), ("id", "arg"))


def _shorten_privates(tree, kept, free):
    short = chain(free, _short_names(kept))
    names = {}

    def renamed(name):
        if not PRIVATE.fullmatch(name) or name in kept:
            return name
        if name not in names:
            names[name] = next(short)
        return names[name]

    for node in ast.walk(tree):
        rename(node, renamed)


def names(node, fields=RENAMED):
    return [getattr(node, field) for field in fields if isinstance(getattr(node, field, None), str)]


def rename(node, renamed, fields=RENAMED):
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        node.names = [renamed(name) for name in node.names]
    for field in fields:
        if isinstance(getattr(node, field, None), str):
            setattr(node, field, renamed(getattr(node, field)))


def _short_names(but):
    """_0, _1 ... _z, _00 ..."""
    for length in count(1):
        for letters in product(digits + ascii_lowercase, repeat=length):
            name = "_" + "".join(letters)
            if name not in but:
                yield name
