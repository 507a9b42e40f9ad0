"""Results of a learner's graph that do not hold what they were computed from, found by their numbers.

A value that was given and has no gradient, or a wrong one, is looked for in the results that do not hold it: one of
them is explained by it, or by it and another value, and what that result would hand on is just what the value lacks.
If several are like this, nothing is said.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from quizterm.grading.traces import ValueGraph
from quizterm.study.graph_rules import Edge, Rule, agreed, equal, inputs_of, is_leaf, of_one, of_two, rules_of


class Lost(NamedTuple):
    """A result that does not hold an input.

    `inputs` are all it was computed from, as the rule's formula counts them; `edges` lead from those it does not hold.
    """

    result: int
    rule: Rule
    inputs: tuple[int, ...]
    edges: tuple[Edge, ...]


def lost_inputs(graph: ValueGraph, expected: Mapping[int, float]) -> tuple[Lost, ...]:
    """What each given value with a wrong gradient was lost in, where that is only one result.

    Args:
        expected: the right gradients of those values, by their places.
    """
    given = {place for place, _ in graph.names}
    found: list[Lost] = []
    for value, right in expected.items():
        fitting = [lost for lost in _candidates(graph, value, given) if _brings(graph, lost, value, right)]
        if len(fitting) == 1:
            found += fitting
    return tuple(dict.fromkeys(found))


def _candidates(graph: ValueGraph, value: int, given: Collection[int]) -> Iterator[Lost]:
    """Every result that the value would explain."""
    rules = rules_of(graph)
    for result in range(len(graph.nodes)):
        held = inputs_of(graph, result)
        if result in (value, *given) or value in held or result in rules:
            continue
        if not held:
            later = _reached_from(graph, result)
            yield from _agreed(graph, result, (value,))
            for other in range(len(graph.nodes)):
                if other not in later and other != value:
                    yield from _agreed(graph, result, (value, other))
        elif len(held) == 1:
            yield from _agreed(graph, result, (value, held[0]))


def _agreed(graph: ValueGraph, result: int, inputs: tuple[int, ...]) -> Iterator[Lost]:
    made, *numbers = (graph.nodes[place].data for place in (result, *inputs))
    known = [number for number in numbers if number is not None]
    if made is None or len(known) < len(inputs):
        return
    explaining = of_one(made, known[0]) if len(known) == 1 else of_two(made, known[0], known[1])
    rule = agreed(explaining, graph.nodes[result].label)
    if rule is not None:
        held = inputs_of(graph, result)
        yield Lost(result, rule, inputs, tuple((place, result) for place in inputs if place not in held))


def _brings(graph: ValueGraph, lost: Lost, value: int, right: float) -> bool:
    """Whether the share of the result gives the value its right gradient."""
    handed_on = graph.nodes[lost.result].grad
    if handed_on is None:
        return False
    share = lost.rule.slopes[lost.inputs.index(value)] * handed_on
    return equal((graph.nodes[value].grad or 0.0) + share, right)


def _reached_from(graph: ValueGraph, start: int) -> set[int]:
    """A value and all that was computed from it."""
    reached = {start}
    for source, target in sorted(graph.edges):  # inputs stand before their results
        if source in reached:
            reached.add(target)
    return reached


def apart(graph: ValueGraph) -> tuple[int, ...]:
    """The given values that the result does not lead to."""
    held: Iterable[int] = {source for source, _ in graph.edges}
    return tuple(place for place, _ in graph.names if place not in held and is_leaf(graph, place))
