"""Mutation operators on statements: left out, assigned instead of added, loops and scopes changed."""

import ast
from collections.abc import Callable, Iterator

from tests.mutation.expressions import ARITHMETIC
from tests.mutation.tree import Change, FunctionNode, Tree, is_docstring, wrapped

DELETABLE = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.Return,
    ast.Raise,
    ast.Continue,
    ast.Break,
    ast.Delete,
    ast.Assert,
)


def deleted(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """A statement left out."""
    if isinstance(node, DELETABLE) and not is_docstring(node, tree.parent(node)):
        yield tree.replace("statement deleted", node, "pass")


def augmented(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`x += y` becomes `x = y`, `x -= y`, or `x = x + y` where others hold the same x."""
    if not isinstance(node, ast.AugAssign):
        return
    target, value = tree.text(node.target), tree.text(node.value)
    symbol, others = ARITHMETIC[type(node.op)]
    yield tree.replace("assigned", node, f"{target} = {value}")
    for other in others:
        yield tree.replace("arithmetic operator", node, f"{target} {other}= {value}")
    if isinstance(node.target, ast.Name) and node.target.id in _lent(tree, node):
        yield tree.replace("out of place", node, f"{target} = {target} {symbol} {wrapped(value)}")


def _lent(tree: Tree, node: ast.AST) -> set[str]:
    """The variables whose values come from outside the function, or out of what is looped over."""
    function = tree.function(node)
    if function is None:
        return set()
    arguments = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    looped = {
        name.id
        for loop in ast.walk(function)
        if isinstance(loop, ast.For)
        for name in ast.walk(loop.target)
        if isinstance(name, ast.Name)
    }
    return arguments | looped


def loop(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """The first or last round left out, the order turned."""
    if not isinstance(node, ast.For | ast.comprehension):
        return
    over = tree.text(node.iter)
    match node.iter:
        case ast.Call(func=ast.Name(id="reversed"), args=[ast.expr() as inner]):
            yield tree.replace("loop order", node.iter, tree.text(inner))
        case _:
            yield tree.replace("loop order", node.iter, f"reversed(list({over}))")
    yield tree.replace("loop bounds", node.iter, f"list({over})[1:]")
    yield tree.replace("loop bounds", node.iter, f"list({over})[:-1]")


def unwrapped(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """The block of a `with` on its own; a function without one of its decorators, except those that make methods."""
    if isinstance(node, ast.With):
        first = tree.start(node.body[0])
        gap = tree.data[tree.end(node.items[-1].context_expr) : first].decode()
        yield Change("with unwrapped", tree.start(node), first, f"if True:{gap[gap.rindex(':') + 1 :]}")
    if isinstance(node, FunctionNode):
        for decorator in node.decorator_list:
            if tree.text(decorator) not in ("staticmethod", "classmethod", "property"):
                start, end = tree.start(decorator) - 1, tree.end(decorator)
                yield Change("decorator dropped", start, end, "")


def handled(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """What `finally` did is left out: each of its statements is deleted by `deleted`; here, it runs on success only."""
    if isinstance(node, ast.Try) and node.finalbody and not node.handlers:
        first = tree.start(node.finalbody[0])
        word = tree.data.rindex(b"finally", 0, first)
        indent = tree.data[tree.data.rindex(b"\n", 0, word) + 1 : word].decode()
        yield Change(
            "finally only on success", word, word + len(b"finally"), f"except ():\n{indent}    pass\n{indent}else"
        )


STATEMENT_OPERATORS: tuple[Callable[[Tree, ast.AST], Iterator[Change]], ...] = (
    deleted,
    augmented,
    loop,
    unwrapped,
    handled,
)
