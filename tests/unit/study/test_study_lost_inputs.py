"""Results that do not hold their inputs: the right one is named, or none is; no graph is too hostile for it."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quizterm.grading.traces import GraphNode, ValueGraph
from quizterm.study.graph_rules import rules_of
from quizterm.study.lost_inputs import apart, lost_inputs
from quizterm.study.shares import Fault, faults
from tests.unit.study.test_study_shares import Tape, tapes

NAMES = ((0, "x"), (1, "y"))


def forgetful(tape: Tape, result: int, kept: int) -> ValueGraph:
    """The graph of a sweep in which a result holds only so many of its inputs."""
    inputs = [edge for edge in tape.slopes if edge[1] == result]
    right = dict(tape.slopes)
    for edge in inputs[kept:]:
        del tape.slopes[edge]
    graph = tape.graph()
    tape.slopes = right
    return ValueGraph(graph.nodes, graph.edges, NAMES)


@given(tapes(), st.integers(0, 20), st.integers(0, 1))
def test_a_result_that_forgot_its_inputs_is_named_and_no_other(tape: Tape, pick: int, kept: int) -> None:
    result = 2 + pick % (len(tape.data) - 2)
    graph = forgetful(tape, result, kept)
    assume(graph.edges)
    right = tape.gradients()
    wrong = {place: right[place] for place, _ in NAMES if not math.isclose(right[place], graph.nodes[place].grad or 0)}
    for lost in lost_inputs(graph, wrong):
        assert lost.result == result
        assert all(target == result for _, target in lost.edges)


def test_tanh_that_forgot_its_input_is_told_from_the_constant_beside_it() -> None:
    # tanh(x) * y + 2 at x = 0.5, y = 3
    x, y, made = 0.5, 3.0, math.tanh(0.5)
    nodes = [(x, None), (y, made), (made, 3.0), (made * y, 1.0), (2.0, 1.0), (made * y + 2, 1.0)]
    graph = ValueGraph(
        tuple(GraphNode("", data, grad) for data, grad in nodes), ((1, 3), (2, 3), (3, 5), (4, 5)), NAMES
    )
    (lost,) = lost_inputs(graph, {0: y * (1 - made**2)})
    assert (lost.result, lost.rule.formula, lost.edges) == (2, "tanh {0}", ((0, 2),))
    assert apart(graph) == (0,)


def test_where_two_results_could_have_held_a_value_its_gradient_decides_or_nothing_is_said() -> None:
    # two results of 7.5 = 2.5 * 3 that hold 3 alone; the second hands on 5
    nodes = [(2.5, 0.0), (3.0, 15.0), (7.5, 1.0), (7.5, 5.0), (56.25, 1.0)]
    graph = ValueGraph(
        tuple(GraphNode("*", data, grad) for data, grad in nodes), ((1, 2), (1, 3), (2, 4), (3, 4)), NAMES
    )
    assert [lost.result for lost in lost_inputs(graph, {0: 15.0})] == [3]
    assert lost_inputs(graph, {0: 7.0}) == ()


def test_a_share_that_was_handed_on_too_early_names_what_was_not_there_yet() -> None:
    # c = x * y; d = tanh(c); z = c + d: c handed on 1, before the share of d came
    c = 0.5 * 1.2
    slope = 1 - math.tanh(c) ** 2
    nodes = [(0.5, 1.2), (1.2, 0.5), (c, 1 + slope), (math.tanh(c), 1.0), (c + math.tanh(c), 1.0)]
    graph = ValueGraph(
        tuple(GraphNode("", data, grad) for data, grad in nodes), ((0, 2), (1, 2), (2, 3), (2, 4), (3, 4))
    )
    assert [(fault.node, fault.wrong, fault.early) for fault in faults(graph)] == [
        (0, (0, 2), ((2, 3),)),
        (1, (1, 2), ((2, 3),)),
    ]


def test_a_wrong_rule_marks_the_one_edge_it_can_stand_on() -> None:
    graph = ValueGraph((GraphNode("", 0.5, 7.0), GraphNode("", math.tanh(0.5), 1.0)), ((0, 1),))
    (fault,) = faults(graph)
    assert (fault.wrong, fault.early, fault.edges) == ((0, 1), (), {(0, 1)})


@pytest.mark.parametrize(("label", "formula"), [("+", "{0} + {0}"), ("__mul__", "{0} * {0}"), ("**2", "{0} ** 2")])
def test_the_learners_label_decides_where_numbers_do_not(label: str, formula: str) -> None:
    graph = ValueGraph((GraphNode("", 2.0, 9.0), GraphNode(label, 4.0, 1.0)), ((0, 1),))
    assert rules_of(graph)[1].formula == formula


def test_a_label_that_the_numbers_contradict_counts_for_nothing() -> None:
    graph = ValueGraph((GraphNode("", 3.0, 1.0), GraphNode("", 5.0, 1.0), GraphNode("+", 15.0, 1.0)), ((0, 2), (1, 2)))
    assert rules_of(graph)[2].formula == "{0} * {1}"


NUMBERS = st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -0.0, 5e-324, -1e-200, 1e-200, 1e308, -1e308, 1.0, 2.0])


@given(st.data())
def test_no_numbers_raise_anything(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 8))
    nodes = tuple(
        GraphNode(data.draw(st.sampled_from(["", "/", "**-0.5"])), *data.draw(st.tuples(NUMBERS | st.none(), NUMBERS)))
        for _ in range(count)
    )
    pairs = st.tuples(st.integers(0, count - 2), st.integers(1, count - 1)).filter(lambda pair: pair[0] < pair[1])
    graph = ValueGraph(nodes, tuple(data.draw(st.lists(pairs, min_size=1, max_size=12))), ((0, "x"),))
    assert {fault.node for fault in faults(graph)} <= set(range(count))
    lost_inputs(graph, {0: data.draw(NUMBERS)})


def test_a_large_graph_of_equal_values_is_not_accused() -> None:
    nodes = (GraphNode("", 1.0, 1.0),) * 60
    edges = tuple((first, second) for second in range(60) for first in range(max(0, second - 2), second))
    assert lost_inputs(ValueGraph(nodes, edges, ((0, "x"),)), {0: 2.0}) == ()


def test_a_sweep_that_did_not_begin_is_told_whatever_else() -> None:
    assert faults(ValueGraph((GraphNode("", 1.0, 0.0), GraphNode("", math.nan, 0.0)), ((0, 1),))) == (Fault(1, 1.0),)
