"""The learner's graph of the check that is looked at, as lanes; where a share of gradient was lost, it is marked."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from string import ascii_lowercase

from textual.content import Content

from quizterm.grading.traces import GradientTrace, GraphNode, ValueGraph
from quizterm.grading.verdict import ExperimentResult
from quizterm.study.shares import Fault, Rule, faults, inputs_of, is_leaf, rules_of, unreached
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Picture
from quizterm.tui.drawing.lanes import BAD_STYLE, LEAF, NODE, lanes
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED
from quizterm.tui.text import one_line

MOST_ROWS = 60  # nodes beyond this are no picture any more


def graph(result: ExperimentResult) -> list[Block]:
    """The graph, and in words what is wrong in it, as far as its numbers tell."""
    drawn = result.traces.graph
    if drawn is None:
        return [Paragraph(Content.styled(_why_none(result), MUTED))]
    if len(drawn.nodes) > MOST_ROWS:
        return [Paragraph(Content.styled(f"The graph has {len(drawn.nodes)} values: too many to draw.", MUTED))]
    found = () if result.passed else faults(drawn, _right_gradients(result))
    names = _names(drawn, result.traces.gradients)
    legend = f"{NODE} computed  {LEAF} given; results stand above what they were computed from"
    sentences = [*(_fault_words(drawn, names, fault) for fault in found), *_unreached(result, drawn)]
    told = [Items(tuple(Item(Content.styled(f"{FAILED} ", FAILED_STYLE), (Paragraph(one),)) for one in sentences))]
    return [
        *(told if sentences else []),
        Picture(lambda _: _lines(drawn, names, {fault.node: fault for fault in found})),
        Paragraph(Content.styled(legend, MUTED)),
    ]


def _why_none(result: ExperimentResult) -> str:
    if result.error is not None:
        return "There is no graph: this check did not come to its end."
    return "This check shows no graph. One is drawn if a value holds those it was computed from in an attribute."


def _right_gradients(result: ExperimentResult) -> list[float]:
    return [number for trace in result.traces.gradients if not trace.differs for number in trace.got[:1]]


def _unreached(result: ExperimentResult, drawn: ValueGraph) -> Iterator[Content]:
    for trace in result.traces.gradients:
        if trace.differs and len(trace.got) == 1 and unreached(drawn, trace.got[0]):
            yield one_line(f"{trace.name} is not in the graph: an operation did not keep its inputs")


def _fault_words(drawn: ValueGraph, names: Sequence[str], fault: Fault) -> Content:
    name, grad = names[fault.node], drawn.nodes[fault.node].grad
    should = f"{name} has grad {_number(grad)} and should have {fault.expected:.4g}"
    if fault.node == len(drawn.nodes) - 1:
        return one_line(f"{should}: the sweep begins with 1 at the result")
    lost = [_shares([names[result] for _, result in fault.missing])] if fault.missing else []
    lost += [f"one of its two shares from {names[result]}" for _, result in fault.halved]
    if not lost:
        return one_line(f"{should}, by what its results have: a rule is off, or it was swept too early")
    is_one = len(fault.missing) + len(fault.halved) == 1
    return one_line(f"{should}: {' and '.join(lost)} {'is' if is_one else 'are'} missing")


def _shares(results: Sequence[str]) -> str:
    *first, last = results
    return f"its shares from {', '.join(first)} and {last}" if first else f"its share from {last}"


def _lines(drawn: ValueGraph, names: Sequence[str], wrong: Mapping[int, Fault]) -> list[Content]:
    bad = {edge for fault in wrong.values() for edge in (*fault.missing, *fault.halved)}
    made = [_made(drawn, names, place, rule) for place, rule in _all_rules(drawn)]
    column = max(map(len, made)) + 2
    rows = lanes(len(drawn.nodes), drawn.edges, bad)
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


def _all_rules(drawn: ValueGraph) -> list[tuple[int, Rule | None]]:
    rules = rules_of(drawn)
    return [(place, rules.get(place)) for place in range(len(drawn.nodes))]


def _made(drawn: ValueGraph, names: Sequence[str], place: int, rule: Rule | None) -> str:
    """A value and what it was made of: by its numbers, else by the learner's label."""
    inputs = [names[source] for source in inputs_of(drawn, place)]
    if not inputs:
        return names[place]
    if rule is not None:
        return f"{names[place]} = {rule.formula.format(*inputs)}"
    label = drawn.nodes[place].label
    return one_line(f"{names[place]} = {label} of {', '.join(inputs)}" if label else names[place]).plain


def _names(drawn: ValueGraph, traces: Sequence[GradientTrace]) -> list[str]:
    """A name for each value: for leaves those of the experiment, where their gradients tell them; else letters."""
    own = _letters({trace.name for trace in traces})
    leaves = {place: drawn.nodes[place].grad for place in range(len(drawn.nodes)) if is_leaf(drawn, place)}
    names = {}
    for trace in traces:
        fitting = [place for place, grad in leaves.items() if grad is not None and trace.got == (grad,)]
        if len(fitting) == 1 and sum(other.got == trace.got for other in traces) == 1:
            names[fitting[0]] = one_line(trace.name).plain
    return [names.get(place) or next(own) for place in range(len(drawn.nodes))]


def _letters(taken: Collection[str]) -> Iterator[str]:
    yield from (letter for letter in ascii_lowercase if letter not in taken)
    yield from (f"v{number}" for number in count(1))


def _number(number: float | None) -> str:
    return "none" if number is None else f"{number:.4g}"
