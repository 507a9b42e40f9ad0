"""The file an exercise begins with, where it builds on earlier ones: their parts, marked, then the starter."""

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quizterm.grading.edits import defined_names

Predicate = Callable[[ast.stmt], bool]

_MARKER = re.compile(r"# ---- (from .*|end of .*) ----")


@dataclass(frozen=True, slots=True)
class Part:
    """A finished exercise that another one builds on.

    `source` is a whole submission of it, perhaps with parts of its own; `names` are what it defines itself; `origin`
    says in a few words whose version it is.
    """

    slug: str
    source: str
    names: tuple[str, ...]
    origin: str


def compose(starter: str, parts: Sequence[Part]) -> str:
    """The starter with the parts after its docstring and `__future__` imports, each between two marking lines.

    `parts` stand in the order in which they build on each other; what a part repeats of an earlier one is left out, and
    so are its docstring and its `if __name__ == "__main__"`. Raises SyntaxError if a text is no Python.
    """
    if not parts:
        return starter
    body = _Statements(starter)
    head, rest = body.split_after(body.count_first(_is_opening))
    futures = dict.fromkeys(line for part in parts for line in _Statements(part.source).texts(_is_future))
    missing = [line for line in futures if line not in head]
    blocks = [
        _block(part, {name for earlier in parts[:number] for name in earlier.names})
        for number, part in enumerate(parts)
    ]
    return (
        "\n\n".join(text.strip("\n") for text in (head, "\n".join(missing), *blocks, "\n" + rest) if text.strip())
        + "\n"
    )


def _block(part: Part, known: set[str]) -> str:
    def is_kept(node: ast.stmt) -> bool:
        defined = defined_names(node)
        repeated = bool(defined) and defined <= known
        return not (repeated or _is_docstring(node) or _is_future(node) or _is_main(node))

    text = "".join(_Statements(part.source).texts(is_kept)).strip("\n")
    return f"# ---- from {part.slug}: {part.origin} ----\n\n{text}\n\n# ---- end of {part.slug} ----"


class _Statements:
    """The top-level statements of a source, each with the comments and blank lines before it."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines(keepends=True)
        if self._lines and not self._lines[-1].endswith("\n"):
            self._lines[-1] += "\n"
        self._nodes = ast.parse(source).body

    def texts(self, is_wanted: Predicate) -> list[str]:
        return [self._text(number) for number, node in enumerate(self._nodes) if is_wanted(node)]

    def count_first(self, is_wanted: Predicate) -> int:
        """How many statements at the beginning are wanted."""
        return next((number for number, node in enumerate(self._nodes) if not is_wanted(node)), len(self._nodes))

    def split_after(self, count: int) -> tuple[str, str]:
        end = self._end(count - 1)
        return "".join(self._lines[:end]), "".join(self._lines[end:])

    def _text(self, number: int) -> str:
        lines = self._lines[self._end(number - 1) : self._end(number)]
        return "".join(line for line in lines if not _MARKER.fullmatch(line.strip()))

    def _end(self, number: int) -> int:
        return 0 if number < 0 else (self._nodes[number].end_lineno or 0)


def _is_opening(node: ast.stmt) -> bool:
    return _is_docstring(node) or _is_future(node)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).replace('"', "'") == "__name__ == '__main__'"
