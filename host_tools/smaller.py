"""The program's sources made smaller before they are compiled, since a board keeps every name in its memory.

A name that begins with one underscore belongs to its file (PEP 8), so all files can share a few short ones. A number
or word that a file names for itself alone is put in where it is used.
"""

import ast
import re
from itertools import count, product
from string import ascii_lowercase, digits

PRIVATE = re.compile(r"_[A-Za-z]\w*")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
INTERNED = 10  # characters: MicroPython keeps so short a text once, however often it is used
SUMS = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
RENAMED = ("id", "attr", "arg", "name", "asname")  # fields of syntax nodes that hold a name


def smaller(sources):
    """{path: source} of a program whose files import each other; the same, made smaller.

    A name that stands in one of the program's texts as well is left as it is: getattr() may ask for it.
    """
    trees = {path: ast.parse(source) for path, source in sources.items()}
    kept = set()
    for tree in trees.values():
        kept.update(_in_texts(tree), _of_others(tree))
    return {path: ast.unparse(_smaller(tree, kept)) for path, tree in trees.items()}


def _in_texts(tree):
    """The words of a file's texts, but for those that only a reader sees."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from re.findall(r"\w+", node.value)


def _of_others(tree):
    """The names that a file may have of other files."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and CONSTANT.fullmatch(node.attr):
            yield node.attr


def _smaller(tree, kept):
    numbers = _numbers(tree, kept)
    tree = ast.fix_missing_locations(_PutIn(numbers).visit(tree))
    short = _short_names(kept)
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [_renamed(name, names, short, kept) for name in node.names]
        for field in RENAMED:
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, _renamed(getattr(node, field), names, short, kept))
    return tree


def _renamed(name, names, short, kept):
    if not PRIVATE.fullmatch(name) or name in kept:
        return name
    if name not in names:
        names[name] = next(short)
    return names[name]


def _numbers(tree, kept):
    """{name: int or str} of the numbers and words that a file names once, at its top, for itself."""
    stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    numbers = {}
    for node in tree.body:
        name = _constant(node)
        if name is not None and name not in kept and stored.count(name) == 1:
            value = _value(node.value, numbers)
            if value is not None:
                numbers[name] = value
    return numbers


def _constant(node):
    """The name of `NAME = ...`, else None."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id if CONSTANT.fullmatch(node.targets[0].id) else None
    return None


def _value(node, numbers):
    """The number or word that an expression of such is, or MicroPython's const() of one; None for any other."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        node = node.args[0]
    if not all(isinstance(part, SUMS) for part in ast.walk(node)):
        return None
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), {}, dict(numbers))
    except (NameError, TypeError):
        return None
    short = isinstance(value, str) and len(value) <= INTERNED
    return value if type(value) is int or short else None


class _PutIn(ast.NodeTransformer):
    """Puts numbers and words in the places of their names."""

    def __init__(self, numbers):
        self._numbers = numbers

    def visit_Assign(self, node):
        return None if _constant(node) in self._numbers else self.generic_visit(node)

    def visit_Name(self, node):
        if node.id not in self._numbers:
            return node
        value = self._numbers[node.id]
        negative = type(value) is int and value < 0
        return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if negative else ast.Constant(value)


def _short_names(but):
    """_0, _1 ... _z, _00 ..."""
    for length in count(1):
        for letters in product(digits + ascii_lowercase, repeat=length):
            name = "_" + "".join(letters)
            if name not in but:
                yield name
