"""The graph behind a number that remembers how it was made, drawn from the learner's own objects. Runs in the child.

The convention: a value holds the values it was computed from in attributes, directly, or in a tuple, list, set or dict,
or in pairs with something else (`(input, slope)`). Nothing is drawn of a value that keeps them elsewhere, in closures
or in a list of the whole module's. A label is taken from `op`, `_op`, `label` or `name`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from quizterm.grading.plain_text import one_line

MAX_NODES = 200
_LABELS = ("op", "_op", "label", "name")


def value_graph(
    result: Any, number: Callable[[Any], Any], given: Mapping[str, Any] | None = None
) -> dict[str, Any] | None:
    """Nodes as (label, data, grad), inputs before results and `result` last, edges as pairs of places, and names of
    places.

    Given values that the result does not lead to stand at the beginning, without edges. None if no inputs are found, if
    there are too many nodes, or if what is found runs in a circle.
    """
    leaves = given or {}
    nodes: list[Any] = []
    places: dict[int, int | None] = {}  # by id, None while its inputs are not listed yet
    edges: list[tuple[int, int]] = []
    family = _family(type(result))
    stack: list[tuple[Any, list[Any] | None]] = [(result, None)]
    while stack:
        node, inputs = stack.pop()
        if inputs is not None:
            places[id(node)] = len(nodes)
            edges += [(place, len(nodes)) for source in inputs if (place := places[id(source)]) is not None]
            nodes.append(node)
        elif id(node) not in places:
            places[id(node)] = None
            inputs = list(_inputs(node, family))
            stack.append((node, inputs))
            if len(places) + len(leaves) > MAX_NODES or any(places.get(id(source), 0) is None for source in inputs):
                return None
            stack.extend((source, None) for source in reversed(inputs))
    if not edges:
        return None
    apart = {id(value): value for value in leaves.values() if id(value) not in places}
    order = [*apart.values(), *nodes]
    found = {id(node): place for place, node in enumerate(order)}
    return {
        "nodes": [_node(node, number) for node in order],
        "edges": [(found[id(nodes[source])], found[id(nodes[target])]) for source, target in edges],
        "names": [(found[id(value)], name) for name, value in leaves.items()],
    }


def _inputs(node: Any, family: type) -> Iterator[Any]:
    seen: set[int] = set()
    for held in _attributes(node):
        for found in _instances(held, family, 2):
            if id(found) not in seen:
                seen.add(id(found))
                yield found


def _family(kind: type) -> type:
    """The most general class of the same module that a class is derived from: nodes may have subclasses."""
    return next(base for base in reversed(kind.__mro__) if base.__module__ == kind.__module__)


def _attributes(node: Any) -> list[Any]:
    slots = [name for kind in type(node).__mro__ for name in _names(getattr(kind, "__slots__", ()))]
    return [getattr(node, name) for name in slots if hasattr(node, name)] + list(getattr(node, "__dict__", {}).values())


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _instances(held: Any, kind: type, depth: int) -> Iterator[Any]:
    if isinstance(held, kind):
        yield held
    elif depth and isinstance(held, list | tuple | set | frozenset):
        for part in held:
            yield from _instances(part, kind, depth - 1)
    elif depth and isinstance(held, dict):
        for part in (*held.keys(), *held.values()):
            yield from _instances(part, kind, depth - 1)


def _node(node: Any, number: Callable[[Any], Any]) -> tuple[str, float | None, float | None]:
    labels = (getattr(node, name, None) for name in _LABELS)
    label = next((one_line(text, 20) for text in labels if isinstance(text, str) and text), "")
    return label, _float(number(getattr(node, "data", None))), _float(number(getattr(node, "grad", None)))


def _float(value: Any) -> float | None:
    return value if type(value) is float else None
