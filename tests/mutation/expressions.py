"""Mutation operators on operators, comparisons, conditions, constants and names."""

import ast
from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.mutation.tree import Change, Tree, wrapped

ARITHMETIC: dict[type[ast.operator], tuple[str, tuple[str, ...]]] = {
    ast.Add: ("+", ("-", "*")),
    ast.Sub: ("-", ("+", "/")),
    ast.Mult: ("*", ("/", "+")),
    ast.Div: ("/", ("*", "-")),
    ast.FloorDiv: ("//", ("/", "*")),
    ast.Mod: ("%", ("*", "//")),
    ast.Pow: ("**", ("*", "+")),
    ast.MatMult: ("@", ("*",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
    ast.BitXor: ("^", ("&",)),
}
COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=", "<=", ">=")),
    ast.NotEq: ("!=", ("==", "<", ">")),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}
COMMUTATIVE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


def arithmetic(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`a + b` with another operator, with its operands exchanged, with one of them left out."""
    if not isinstance(node, ast.BinOp):
        return
    left, right = tree.text(node.left), tree.text(node.right)
    _, others = ARITHMETIC.get(type(node.op), ("", ()))
    for other in others:
        yield tree.replace("arithmetic operator", node, f"({wrapped(left)} {other} {wrapped(right)})")
    if not isinstance(node.op, COMMUTATIVE):
        symbol = ARITHMETIC[type(node.op)][0]
        yield tree.replace("operands swapped", node, f"({wrapped(right)} {symbol} {wrapped(left)})")
    for kept in (left, right):
        yield tree.replace("operand dropped", node, wrapped(kept))


def sign(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`-a` becomes `a`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield tree.replace("sign dropped", node, wrapped(tree.text(node.operand)))


def comparison(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`a < b` with another comparison."""
    if not isinstance(node, ast.Compare):
        return
    terms = [tree.text(term) for term in (node.left, *node.comparators)]
    symbols = [COMPARISONS[type(op)][0] for op in node.ops]
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)][1]:
            chain = [*symbols[:place], other, *symbols[place + 1 :]]
            text = "".join(f"{wrapped(term)} {symbol} " for term, symbol in zip(terms[:-1], chain, strict=True))
            yield tree.replace("comparison", node, f"({text}{wrapped(terms[-1])})")


def logic(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """`and` for `or`, one side only, `not` left out."""
    if isinstance(node, ast.BoolOp):
        other = "or" if isinstance(node.op, ast.And) else "and"
        yield tree.replace("logic", node, "(" + f" {other} ".join(wrapped(tree.text(v)) for v in node.values) + ")")
        for value in node.values:
            yield tree.replace("operand dropped", node, wrapped(tree.text(value)))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield tree.replace("negation dropped", node, wrapped(tree.text(node.operand)))


def condition(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """A test that always or never holds; a `while` that always does would only be a timeout."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            tests = [test]
        case ast.comprehension(ifs=tests):
            pass
        case _:
            return
    for test in tests:
        for value in ("False",) if isinstance(node, ast.While) else ("True", "False"):
            yield tree.replace("condition forced", test, value)


def constant(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """A number near or far from the one that stands there; the other truth value. Defaults are constants too."""
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, bool):
        yield tree.replace("constant", node, str(not value))
    elif isinstance(value, int | float):
        negative = isinstance(tree.parent(node), ast.UnaryOp)
        for other in (0, value + 1, value - 1, -value, value * 2, value / 2, 1 - value):
            same_type = type(value)(other) if type(value)(other) == other else other
            if same_type != value:
                text = repr(same_type)
                yield tree.replace("constant", node, f"({text})" if negative or text.startswith("-") else text)


def _followers(names: list[str]) -> dict[str, str]:
    """Each name's next one in a circle."""
    return dict(pairwise([*names, *names[:1]])) if len(names) > 1 else {}


def variable(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """Another variable of the function, the next one, where one is read."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        follower = _followers(tree.neighbours(node)).get(node.id)
        if follower is not None:
            yield tree.replace("variable exchanged", node, follower)


def attribute(tree: Tree, node: ast.AST) -> Iterator[Change]:
    """Another attribute of `self`, the next one, where one is read."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        follower = _followers(tree.sibling_attributes(node)).get(node.attr)
        if follower is not None:
            yield tree.replace("attribute exchanged", node, f"self.{follower}")


EXPRESSION_OPERATORS: tuple[Callable[[Tree, ast.AST], Iterator[Change]], ...] = (
    arithmetic,
    sign,
    comparison,
    logic,
    condition,
    constant,
    variable,
    attribute,
)
