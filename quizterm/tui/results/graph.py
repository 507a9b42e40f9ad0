"""The learner's graph of the check that is looked at, as lanes; where a share of gradient was lost, it is marked."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from string import ascii_lowercase
from typing import NamedTuple

from textual.content import Content

from quizterm.grading.traces import GradientTrace, GraphNode, ValueGraph
from quizterm.grading.verdict import ExperimentResult
from quizterm.study.graph_rules import Rule, inputs_of, is_leaf, rules_of
from quizterm.study.lost_inputs import Lost, apart, lost_inputs
from quizterm.study.shares import Fault, faults, unreached
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Picture
from quizterm.tui.drawing.lanes import BAD_STYLE, LEAF, NODE, lanes
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED
from quizterm.tui.text import one_line

MOST_ROWS, MOST_EDGES = 60, 120  # what is beyond is no picture any more


class _View(NamedTuple):
    """A graph with the names of its values and what is wrong with them."""

    graph: ValueGraph
    names: Sequence[str]
    faults: Sequence[Fault]
    lost: Sequence[Lost]


def graph(result: ExperimentResult) -> list[Block]:
    """The graph, and in words what is wrong in it, as far as its numbers tell."""
    drawn = result.traces.graph
    if drawn is None or not drawn.edges:
        return [Paragraph(Content.styled(_why_none(result), MUTED))]
    if len(drawn.nodes) > MOST_ROWS or len(drawn.edges) > MOST_EDGES:
        size = f"{count_text(len(drawn.nodes), 'value')} and {count_text(len(drawn.edges), 'use')} of them"
        return [Paragraph(Content.styled(f"The graph has {size}: too many to draw.", MUTED))]
    view = _view(drawn, result)
    told = [Item(Content.styled(f"{FAILED} ", FAILED_STYLE), (Paragraph(one),)) for one in _told(view, result)]
    legend = f"{NODE} computed  {LEAF} given; results stand above what they were computed from"
    return [
        *([Items(tuple(told))] if told else []),
        Picture(lambda width: [line.truncate(width, ellipsis=True) for line in _lines(view)]),
        Paragraph(Content.styled(legend, MUTED)),
    ]


def _why_none(result: ExperimentResult) -> str:
    if result.error is not None:
        return "There is no graph: this check did not come to its end."
    return (
        "This check shows no graph. One is drawn if a value holds those it was computed from in an attribute, if there "
        "are not too many of them, and if they do not run in a circle."
    )


def _view(drawn: ValueGraph, result: ExperimentResult) -> _View:
    traces = result.traces.gradients
    names = _names(drawn, traces)
    if result.passed:
        return _View(drawn, names, (), ())
    right = [number for trace in traces if not trace.differs for number in trace.got[:1]]
    wrong = {trace.name: trace.expected[0] for trace in traces if trace.differs and len(trace.expected) == 1}
    looked_for = {place: wrong[name] for place, name in drawn.names if name in wrong}
    return _View(drawn, names, faults(drawn, right), lost_inputs(drawn, looked_for))


def _told(view: _View, result: ExperimentResult) -> Iterator[Content]:
    """What is wrong, each in a sentence."""
    for fault in view.faults:
        yield _fault_words(view, fault)
    for lost in view.lost:
        yield _lost_words(view, lost)
    yield from _unreached(view, result.traces.gradients)


def _lost_words(view: _View, lost: Lost) -> Content:
    made = lost.rule.formula.format(*(view.names[place] for place in lost.inputs))
    missing = " and ".join(view.names[source] for source, _ in lost.edges)
    return one_line(f"{view.names[lost.result]} is {made} and does not hold {missing}: no gradient goes that way")


def _unreached(view: _View, traces: Sequence[GradientTrace]) -> Iterator[Content]:
    """Parameters that no result holds; what they were lost in is told already, if it is known."""
    told = {source for lost in view.lost for source, _ in lost.edges}
    named = {name: place for place, name in view.graph.names}
    lonely = apart(view.graph)
    for trace in traces:
        if not trace.differs or len(trace.got) > 1:
            continue
        place = named.get(trace.name)
        is_apart = place in lonely if place is not None else bool(trace.got) and unreached(view.graph, trace.got[0])
        if is_apart and place not in told:
            yield one_line(f"{trace.name} is not in the graph: an operation did not keep its inputs")


def _fault_words(view: _View, fault: Fault) -> Content:
    drawn, names = view.graph, view.names
    name, grad = names[fault.node], drawn.nodes[fault.node].grad
    should = f"{name} has grad {_number(grad)} and should have {fault.expected:.4g}"
    if fault.node == len(drawn.nodes) - 1:
        return one_line(f"{should}: the sweep begins with 1 at the result")
    if fault.wrong is not None:
        result = names[fault.wrong[1]]
        if not fault.early:
            return one_line(f"{should}: the share from {result} is wrong, by its rule or by the moment of its sweep")
        shares = _shares([names[later] for _, later in fault.early])
        return one_line(f"{should}: {result} handed its gradient on before it had {shares}")
    lost = [_shares([names[result] for _, result in fault.missing])] if fault.missing else []
    lost += [f"one of its two shares from {names[result]}" for _, result in fault.halved]
    if not lost:
        return one_line(f"{should}, by what its results have: a rule is off, or it was swept too early")
    is_one = len(fault.missing) + len(fault.halved) == 1
    return one_line(f"{should}: {' and '.join(lost)} {'is' if is_one else 'are'} missing")


def _shares(results: Sequence[str]) -> str:
    *first, last = results
    return f"its shares from {', '.join(first)} and {last}" if first else f"its share from {last}"


def _lines(view: _View) -> list[Content]:
    drawn = view.graph
    wrong = {fault.node: fault for fault in view.faults}
    lost = {edge for one in view.lost for edge in one.edges if edge[0] < edge[1]}  # others cannot be drawn
    bad = lost.union(*(fault.edges for fault in view.faults))
    made = _all_made(view)
    column = max(map(len, made)) + 2
    rows = lanes(len(drawn.nodes), [*drawn.edges, *sorted(lost)], bad)
    width = max(row.drawing.cell_length for row in rows) + 2
    return [
        row.drawing.pad_right(width - row.drawing.cell_length)
        + Content.styled(f"{made[row.node]:<{column}}", "bold")
        + _numbers(drawn.nodes[row.node], wrong.get(row.node))
        if row.node is not None
        else row.drawing
        for row in rows
    ]


def _numbers(node: GraphNode, fault: Fault | None) -> Content:
    text = Content.assemble(("data ", MUTED), f"{_number(node.data):<9}", (" grad ", MUTED))
    if fault is None:
        return text + _number(node.grad)
    return text + Content.styled(f"{FAILED}{_number(node.grad)}, not {fault.expected:.4g}", BAD_STYLE)


def _all_made(view: _View) -> list[str]:
    """Each value, and what it was made of: by its numbers, else by the learner's label."""
    rules, lost = rules_of(view.graph), {one.result: one for one in view.lost}
    return [_made(view, place, rules.get(place), lost.get(place)) for place in range(len(view.graph.nodes))]


def _made(view: _View, place: int, rule: Rule | None, lost: Lost | None) -> str:
    name = view.names[place]
    if lost is not None:
        return f"{name} = {lost.rule.formula.format(*(view.names[source] for source in lost.inputs))}"
    inputs = [view.names[source] for source in inputs_of(view.graph, place)]
    if not inputs:
        return name
    if rule is not None:
        return f"{name} = {rule.formula.format(*inputs)}"
    label = view.graph.nodes[place].label
    return one_line(f"{name} = {label} of {', '.join(inputs)}" if label else name).plain


def _names(drawn: ValueGraph, traces: Sequence[GradientTrace]) -> list[str]:
    """A name for each value: for those that were given their own, else by gradients that tell them; else letters."""
    own = _letters({trace.name for trace in traces} | {name for _, name in drawn.names})
    leaves = {place: drawn.nodes[place].grad for place in range(len(drawn.nodes)) if is_leaf(drawn, place)}
    names = {place: one_line(name).plain for place, name in reversed(drawn.names)}
    for trace in () if names else traces:
        fitting = [place for place, grad in leaves.items() if grad is not None and trace.got == (grad,)]
        if len(fitting) == 1 and sum(other.got == trace.got for other in traces) == 1:
            names[fitting[0]] = one_line(trace.name).plain
    return [names.get(place) or next(own) for place in range(len(drawn.nodes))]


def _letters(taken: Collection[str]) -> Iterator[str]:
    yield from (letter for letter in ascii_lowercase if letter not in taken)
    yield from (f"v{number}" for number in count(1))


def _number(number: float | None) -> str:
    return "none" if number is None else f"{number:.4g}"
