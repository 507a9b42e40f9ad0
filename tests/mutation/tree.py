"""A solution's syntax tree with what a mutation operator asks about a node: its text, where it stands, what is near."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quizterm.grading.edits import defined_names

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
ScopeNode = FunctionNode | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Change:
    """Bytes `start` to `end` of the source become `text`."""

    operator: str
    start: int
    end: int
    text: str


class Tree:
    """The definitions of `names` in `source`. Offsets count bytes, as those of `ast` do."""

    def __init__(self, source: str, names: tuple[str, ...]) -> None:
        self.data = source.encode()
        self._module = ast.parse(source)
        self._names = frozenset(names)
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._parents: dict[ast.AST, ast.AST] = {
            child: node for node in ast.walk(self._module) for child in ast.iter_child_nodes(node)
        }

    def nodes(self) -> Iterator[ast.AST]:
        """Every node of the definitions that code is run from: no annotation, no docstring, nothing in an f-string."""
        waiting: list[ast.AST] = [node for node in self._module.body if self._names & defined_names(node)]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for child in ast.iter_child_nodes(node) if self._runs(child, node)]

    def parent(self, node: ast.AST) -> ast.AST:
        return self._parents[node]

    def start(self, node: ast.stmt | ast.expr) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.stmt | ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def line(self, offset: int) -> int:
        """The line, from 1, that holds a byte."""
        return next(number for number, start in enumerate(self._starts) if start > offset)

    def text(self, node: ast.stmt | ast.expr) -> str:
        return self.data[self.start(node) : self.end(node)].decode()

    def replace(self, operator: str, node: ast.stmt | ast.expr, text: str) -> Change:
        return Change(operator, self.start(node), self.end(node), text)

    def scope(self, node: ast.AST) -> str:
        """The dotted name of the class and function a node stands in."""
        return ".".join(scope.name for scope in reversed(list(self._scopes(node))))

    def function(self, node: ast.AST) -> FunctionNode | None:
        return next((scope for scope in self._scopes(node) if isinstance(scope, FunctionNode)), None)

    def neighbours(self, name: ast.Name) -> list[str]:
        """The variables of the function around a use of one of them, in the order they appear."""
        function = self.function(name)
        return [] if function is None else self._variables[function]

    def sibling_attributes(self, attribute: ast.Attribute) -> list[str]:
        """The attributes that the class around a use of `self.x` assigns to, in the order they appear."""
        owner = next((scope for scope in self._scopes(attribute) if isinstance(scope, ast.ClassDef)), None)
        if owner is None or not isinstance(attribute.value, ast.Name) or attribute.value.id != "self":
            return []
        assigned = [
            node.attr
            for node in ast.walk(owner)
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        ]
        return list(dict.fromkeys(assigned))

    @cached_property
    def _variables(self) -> dict[FunctionNode, list[str]]:
        found = {}
        for node in ast.walk(self._module):
            if isinstance(node, FunctionNode):
                arguments = [argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
                stored = [
                    name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
                ]
                found[node] = [name for name in dict.fromkeys([*arguments, *stored]) if name != "self"]
        return found

    def _scopes(self, node: ast.AST) -> Iterator[ScopeNode]:
        """The functions and classes around a node, itself included, the innermost first."""
        place: ast.AST | None = node
        while place is not None:
            if isinstance(place, ScopeNode):
                yield place
            place = self._parents.get(place)

    def _runs(self, child: ast.AST, parent: ast.AST) -> bool:
        if isinstance(child, ast.JoinedStr):  # the places that `ast` gives inside are wrong before Python 3.12
            return False
        if isinstance(parent, ast.arg | ast.AnnAssign) and child is parent.annotation:
            return False
        if isinstance(parent, FunctionNode) and child is parent.returns:
            return False
        return not is_docstring(child, parent)


def is_docstring(node: ast.AST, parent: ast.AST) -> bool:
    """Whether a statement is the text that a function or class begins with."""
    return (
        isinstance(parent, ScopeNode)
        and isinstance(node, ast.Expr)
        and node is parent.body[0]
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def wrapped(text: str) -> str:
    """An expression in parentheses, unless nothing could tear it apart."""
    node = ast.parse(text.strip(), mode="eval").body
    atoms = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
    positive = isinstance(node, ast.Constant) and not isinstance(node.value, str)
    return text if positive or isinstance(node, atoms) else f"({text})"
