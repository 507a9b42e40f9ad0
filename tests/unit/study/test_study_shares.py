"""Shares of gradient in a learner's graph: right graphs are not accused, and the edge that lost its share is named."""

import math
from collections.abc import Callable

from hypothesis import assume, given
from hypothesis import strategies as st

from quizterm.grading.traces import GraphNode, ValueGraph
from quizterm.study.graph_rules import Edge, rules_of
from quizterm.study.shares import Fault, faults, unreached

# operation: number of inputs, value, slopes towards the inputs
OPERATIONS: dict[str, tuple[int, Callable[..., float], Callable[..., tuple[float, ...]]]] = {
    "+": (2, lambda x, y: x + y, lambda _x, _y: (1.0, 1.0)),
    "*": (2, lambda x, y: x * y, lambda x, y: (y, x)),
    "-": (2, lambda x, y: x - y, lambda _x, _y: (1.0, -1.0)),
    "/": (2, lambda x, y: x / y, lambda x, y: (1 / y, -x / y**2)),
    "tanh": (1, math.tanh, lambda x: (1 - math.tanh(x) ** 2,)),
    "cube": (1, lambda x: x**3, lambda x: (3 * x * x,)),
    "negative": (1, lambda x: -x, lambda _x: (-1.0,)),
}


class Tape:
    """Computes formulas and their gradients, as a right engine does."""

    def __init__(self, leaves: list[float]) -> None:
        self.data = list(leaves)
        self.slopes: dict[Edge, float] = {}

    def apply(self, name: str, picks: list[int]) -> None:
        count, value, slopes = OPERATIONS[name]
        inputs = [pick % len(self.data) for pick in picks[:count]]
        assume(len(set(inputs)) == len(inputs))  # a graph has one edge between two values
        numbers = [self.data[place] for place in inputs]
        assume(all(1e-3 < abs(number) < 1e6 for number in numbers))
        self.data.append(value(*numbers))
        self.slopes |= {
            (place, len(self.data) - 1): slope for place, slope in zip(inputs, slopes(*numbers), strict=True)
        }

    def gradients(self, lost: Edge | None = None) -> list[float]:
        grads = [0.0] * len(self.data)
        grads[-1] = 1.0
        for result in reversed(range(len(self.data))):
            for (source, target), slope in self.slopes.items():
                if target == result and (source, target) != lost:
                    grads[source] += slope * grads[result]
        return grads

    def graph(self, lost: Edge | None = None) -> ValueGraph:
        nodes = tuple(GraphNode("", data, grad) for data, grad in zip(self.data, self.gradients(lost), strict=True))
        return ValueGraph(nodes, tuple(self.slopes))


@st.composite
def tapes(draw: st.DrawFn) -> Tape:
    """Formulas over numbers at which no two operations give the same."""
    tape = Tape([draw(st.floats(1.1, 4.0)) for _ in range(2)])
    for _ in range(draw(st.integers(1, 5))):
        picks = draw(st.lists(st.integers(0, 20), min_size=2, max_size=2))
        tape.apply(draw(st.sampled_from(list(OPERATIONS))), picks)
    assume(all(1e-3 < abs(number) < 1e6 for number in tape.data))
    return tape


@given(tapes())
def test_a_right_graph_is_not_accused(tape: Tape) -> None:
    assert faults(tape.graph()) == ()


@given(tapes(), st.integers(0, 20))
def test_the_edge_that_lost_its_share_is_named(tape: Tape, place: int) -> None:
    lost = list(tape.slopes)[place % len(tape.slopes)]
    graph = tape.graph(lost)
    right = sum(slope * tape.gradients(lost)[edge[1]] for edge, slope in tape.slopes.items() if edge[0] == lost[0])
    assume(not math.isclose(right, graph.nodes[lost[0]].grad or 0.0, rel_tol=1e-4, abs_tol=1e-6))
    for fault in faults(graph):  # none where the numbers do not tell the operation
        assert fault.node == lost[0]
        assert math.isclose(fault.expected, right, rel_tol=1e-6, abs_tol=1e-9)
        assert len(fault.missing) <= 1


def example(x_grad: float, root_grad: float = 1.0) -> ValueGraph:
    """x * y + x at x = 3, y = -2."""
    nodes = (
        GraphNode("", 3.0, x_grad),
        GraphNode("", -2.0, 3.0),
        GraphNode("*", -6.0, 1.0),
        GraphNode("+", -3.0, root_grad),
    )
    return ValueGraph(nodes, ((0, 2), (1, 2), (2, 3), (0, 3)))


def test_a_value_used_twice_that_kept_its_last_share() -> None:
    assert faults(example(-2.0)) == (Fault(0, -1.0, ((0, 3),)),)
    assert faults(example(1.0)) == (Fault(0, -1.0, ((0, 2),)),)
    assert faults(example(-1.0)) == ()


def test_one_of_the_two_shares_of_a_square() -> None:
    # x * x + x at x = 3.1: the product assigns twice, over what the sum had brought
    nodes = (GraphNode("", 3.1, 3.1), GraphNode("", 9.61, 1.0), GraphNode("", 12.71, 1.0))
    (fault,) = faults(ValueGraph(nodes, ((0, 1), (1, 2), (0, 2))))
    assert math.isclose(fault.expected, 7.2)
    assert (fault.node, fault.missing, fault.halved) == (0, ((0, 2),), ((0, 1),))


def test_what_made_a_result_is_read_off_its_numbers() -> None:
    assert {place: rule.formula for place, rule in rules_of(example(-1.0)).items()} == {2: "{0} * {1}", 3: "{0} + {1}"}


def test_a_gradient_that_is_known_to_be_right_is_not_accused() -> None:
    assert faults(example(-5.0), right=[-5.0]) == ()


def test_a_sweep_has_to_begin_with_1() -> None:
    assert Fault(3, 1.0) in faults(example(-1.0, root_grad=0.0))


def test_nothing_is_said_where_several_operations_would_explain_a_number() -> None:
    graph = ValueGraph((GraphNode("", 2.0, 9.0), GraphNode("", 4.0, 1.0)), ((0, 1),))  # 2 + 2, 2 * 2, 2 ** 2
    assert faults(graph) == ()


def test_a_parameter_whose_gradient_no_leaf_has_is_not_reached() -> None:
    assert unreached(example(-1.0), 0.0)
    assert not unreached(example(-1.0), 3.0)
