"""The program's sources made smaller before they are compiled, since a board keeps every name in its memory.

A number or word that has a name is put in where it is used, and names become others that cost less (public_names.py,
short_names.py).
"""

import ast
import re

from host_tools import public_names, short_names
from host_tools.board_files import module_name

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
INTERNED = 10  # characters: MicroPython keeps so short a text once, however often it is used
SUMS = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def smaller(sources, outside=()):
    """{path: source} of a program whose files import each other; the same, made smaller.

    outside: sources that use the program and are not made smaller with it: names in them are left as they are. So is a
    name that stands in one of the program's texts as well: getattr() may ask for it.
    """
    trees = {module_name(path): ast.parse(source) for path, source in sources.items()}
    kept = {part for module in trees for part in module.split(".")}
    for tree in trees.values():
        kept.update(_in_texts(tree))
    users = [ast.parse(source) for source in outside]
    for tree in users:
        kept.update(_in_texts(tree), *[short_names.names(node) for node in ast.walk(tree)])
    numbers = _numbers(trees, kept.union(*map(_as_attributes, trees.values())))
    for module, tree in trees.items():
        trees[module] = ast.fix_missing_locations(_PutIn(numbers, module).visit(tree))
    free = public_names.rename(trees.values(), kept)
    short_names.shorten(trees.values(), kept, free, users)
    return {path: ast.unparse(trees[module_name(path)]) for path in sources}


def _in_texts(tree):
    """The names that a file's texts may be: those of a sentence are none, nor what only a reader sees."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in told else None
        if isinstance(text, str) and " " not in text:
            yield from re.findall(r"\w+", text)


def _as_attributes(tree):
    """The constants that a file may ask another one for as module.NAME."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and CONSTANT.fullmatch(node.attr):
            yield node.attr


def _numbers(trees, kept):
    """{module: {name: int or str}} of the numbers and words that a file names once, at its top, and those that it
    imports from another one."""
    numbers = {module: {} for module in trees}
    before = None
    while before != numbers:  # a number may be the sum of imported ones
        before = {module: dict(named) for module, named in numbers.items()}
        for module, tree in trees.items():
            numbers[module].update(_of_file(tree, kept, numbers))
    return numbers


def _of_file(tree, kept, numbers):
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            named = numbers.get(node.module, {})
            found.update({alias.asname or alias.name: named[alias.name] for alias in node.names if alias.name in named})
    stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    for node in tree.body:
        name = _constant(node)
        if name is not None and name not in kept and stored.count(name) == 1:
            value = _value(node.value, found)
            if value is not None:
                found[name] = value
    return found


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
    """Puts numbers and words in the places of their names, which nobody needs then."""

    def __init__(self, numbers, module):
        self._all = numbers
        self._numbers = numbers[module]

    def visit_Assign(self, node):
        return None if _constant(node) in self._numbers else self.generic_visit(node)

    def visit_ImportFrom(self, node):
        named = self._all.get(node.module, {})
        node.names = [alias for alias in node.names if alias.name not in named]
        return node if node.names else None

    def visit_Name(self, node):
        if node.id not in self._numbers:
            return node
        value = self._numbers[node.id]
        negative = type(value) is int and value < 0
        return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if negative else ast.Constant(value)
