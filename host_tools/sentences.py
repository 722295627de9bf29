"""The sentences of a compiled program in one file beside it, and not in a board's memory.

What the table says when something is wrong takes some KB of a Pico, and is said seldom. So a compiled program reads it
where it is said, see shared_core/sentence.py. The sources know nothing of this.
"""

import ast
import re

READER = "/shared_core/sentence.py"
FILE = "/shared_core/sentences.txt"
IMPORT = "from shared_core.sentence import said as _said"
LEAST = 9  # characters; the call takes as much of a board's memory as a shorter text
ROOM = 128  # bytes: those of a file begin at a multiple, so that a longer sentence does not change all other files
WORDS = re.compile("[a-z][,:;]? [a-z]")  # which a list of characters has not, nor code


def taken_out(sources):
    """({path: source}, bytes of FILE) of a program as {path: source}; the same and none where it has no READER."""
    if READER not in sources:
        return sources, b""
    texts = bytearray()
    return {path: _taken_out(source, texts) for path, source in sources.items()}, bytes(texts)


def _taken_out(source, texts):
    tree = ast.parse(source)
    functions = _Functions(texts)
    functions.visit(tree)
    if not functions.found:
        return source
    texts += b"\n" * (-len(texts) % ROOM)
    tree.body.insert(0, ast.parse(IMPORT).body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


class _Functions(ast.NodeTransformer):
    """Puts a call in the place of each sentence that a function says.

    texts: bytearray of the file's text, which grows. found: how many sentences there were.
    """

    def __init__(self, texts):
        self.found = 0
        self._texts = texts
        self._inside = False

    def visit_FunctionDef(self, node):
        """A default value and a decorator are not said."""
        outside, self._inside = self._inside, True
        node.body = [self.visit(statement) for statement in node.body]
        self._inside = outside
        return node

    def visit_Expr(self, node):
        """A docstring is not said."""
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Compare(self, node):
        """What is compared with a text must know it."""
        return node

    def visit_Raise(self, node):
        """A loop over a sequence ends by an IndexError, and nobody reads what that says."""
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return node if isinstance(error, ast.Name) and error.id == "IndexError" else self.generic_visit(node)

    def visit_JoinedStr(self, node):
        """MicroPython makes "{} is".format(number) of f"{number} is", too."""
        text = _template(node)
        if not self._is_said(text):
            return node
        values = [self.visit(part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
        return ast.Call(ast.Attribute(self._call(text), "format", ast.Load()), values, [])

    def visit_Constant(self, node):
        return self._call(node.value) if self._is_said(node.value) else node

    def _is_said(self, value):
        long = isinstance(value, str) and len(value) >= LEAST
        return self._inside and long and WORDS.search(value) is not None

    def _call(self, text):
        self.found += 1
        data = text.encode()
        if data not in self._texts:
            self._texts += data
        return ast.parse(f"_said({self._texts.find(data)}, {len(data)})", mode="eval").body


def _template(node):
    """The text with {} in the places of an f-string's values; None where a value has a format of its own."""
    parts = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            if part.conversion != -1 or part.format_spec is not None:
                return None
            parts.append("{}")
        else:
            parts.append(part.value.replace("{", "{{").replace("}", "}}"))
    return "".join(parts)
