"""Mutation operators on calls: arguments, methods, functions with a near neighbour."""

import ast
from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.mutation.tree import Change, Tree, wrapped

NEIGHBOURS = (
    ("sum", "mean"),
    ("max", "min"),
    ("amax", "amin"),
    ("maximum", "minimum"),
    ("argmax", "argmin"),
    ("triu", "tril"),
    ("exp", "expm1"),
    ("log", "log1p"),
    ("sqrt", "square"),
    ("rsqrt", "sqrt"),
    ("sin", "cos"),
    ("tanh", "sigmoid"),
    ("zeros", "ones"),
    ("zeros_like", "ones_like"),
    ("rand", "randn"),
    ("rand_like", "randn_like"),
    ("randperm", "arange"),
    ("any", "all"),
    ("floor", "ceil"),
    ("cat", "stack"),
    ("append", "extend"),
    ("var", "std"),
    ("squeeze", "unsqueeze"),
    ("no_grad", "enable_grad"),
    ("train", "eval"),
    ("parameters", "buffers"),
    ("named_parameters", "named_buffers"),
    ("mul_", "div_"),
    ("add_", "sub_"),
    ("keys", "values"),
    ("isnan", "isinf"),
    ("gather", "index_select"),
)
WRAPPERS = frozenset({"list", "tuple", "set", "float", "int", "abs", "sorted", "dict", "reversed", "deepcopy", "copy"})
DIMENSIONS = ("0", "1", "-1", "-2")


def arguments(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """A keyword or the last argument left out, two neighbours exchanged, another `dim`."""
    if not isinstance(node, ast.Call):
        return
    plain = [tree.text(argument) for argument in node.args]
    named = [
        f"{keyword.arg}={tree.text(keyword.value)}" if keyword.arg else _starred(tree, keyword)
        for keyword in node.keywords
    ]

    def call(*given: str) -> str:
        return f"{wrapped(tree.text(node.func))}({', '.join(given)})"

    for place in range(len(named)):
        yield tree.replace("keyword dropped", node, call(*plain, *named[:place], *named[place + 1 :]))
    if plain:
        yield tree.replace("last argument dropped", node, call(*plain[:-1], *named))
    for place, (one, other) in enumerate(pairwise(plain)):
        swapped = call(*plain[:place], other, one, *plain[place + 2 :], *named)
        yield tree.replace("arguments swapped", node, swapped)
    for keyword in node.keywords:
        if keyword.arg in ("dim", "axis"):
            for dim in DIMENSIONS:
                yield tree.replace("dim changed", keyword.value, dim)


def _starred(tree: Tree, keyword: ast.keyword) -> str:
    return f"**{wrapped(tree.text(keyword.value))}"


def method_dropped(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`x.detach()` becomes `x`, so does `x.T`; `list(x)` and its like become `x`."""
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT", "data") and isinstance(node.ctx, ast.Load):
        yield tree.replace("method dropped", node, wrapped(tree.text(node.value)))
    if not isinstance(node, ast.Call) or isinstance(tree.parent(node), ast.Expr | ast.withitem):
        return
    match node.func:
        case ast.Attribute(value=value) if not node.args and not _is_a_module(value):
            yield tree.replace("method dropped", node, wrapped(tree.text(value)))
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in WRAPPERS and len(node.args) == 1:
            yield tree.replace("call dropped", node, wrapped(tree.text(node.args[0])))


def _is_a_module(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("torch", "math", "nn", "F", "copy", "np", "random")


def neighbour(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`mean` for `sum`, and the like, wherever the function or method is named."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        for other in _neighbours(node.attr):
            yield tree.replace("near neighbour", node, f"{wrapped(tree.text(node.value))}.{other}")
    elif (
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in ("sum", "max", "min", "any", "all")
    ):
        for other in _neighbours(node.id):
            yield tree.replace("near neighbour", node, other)


def _neighbours(name: str) -> Iterator[str]:
    for pair in NEIGHBOURS:
        if name in pair:
            yield pair[1 - pair.index(name)]


def in_place(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`x.mul_(y)` becomes `x.mul(y)`."""
    match node:
        case ast.Attribute(attr=name) if name.endswith("_") and not name.startswith("_") and name != "requires_grad_":
            yield tree.replace("out of place", node, f"{wrapped(tree.text(node.value))}.{name.removesuffix('_')}")


CALL_OPERATORS: tuple[Callable[[Tree, ast.AST], Iterator[Change]], ...] = (
    arguments,
    method_dropped,
    neighbour,
    in_place,
)
