"""The learner's graph of the check that is looked at, as lanes; where a share of gradient was lost, it is marked."""

from collections.abc import Iterator, Mapping

from textual.content import Content

from quizterm.grading.traces import GraphNode, ValueGraph
from quizterm.grading.verdict import ExperimentResult
from quizterm.study.shares import Fault, faults, is_leaf, unreached
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
    legend = f"{NODE} computed  {LEAF} given  newest first; each line: what it is, its data, its grad"
    sentences = [*(_fault_words(drawn, fault) for fault in found), *_unreached(result, drawn)]
    told = [Items(tuple(Item(Content.styled(f"{FAILED} ", FAILED_STYLE), (Paragraph(one),)) for one in sentences))]
    return [
        *(told if sentences else []),
        Picture(lambda _: _lines(drawn, {fault.node: fault for fault in found})),
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


def _fault_words(drawn: ValueGraph, fault: Fault) -> Content:
    name, grad = _name(drawn, fault.node), drawn.nodes[fault.node].grad
    should = f"{name} has grad {_number(grad)} and should have {fault.expected:.4g}"
    if fault.node == len(drawn.nodes) - 1:
        return one_line(f"{should}: the sweep begins with 1 at the result")
    if not fault.missing:
        return one_line(f"{should}, by what its results have: a rule is off, or it was swept too early")
    results = " and ".join(_name(drawn, result) for _, result in fault.missing)
    return one_line(f"{should}: its share from {results} is missing")


def _lines(drawn: ValueGraph, wrong: Mapping[int, Fault]) -> list[Content]:
    bad = {edge for fault in wrong.values() for edge in fault.missing}
    rows = lanes(len(drawn.nodes), drawn.edges, bad)
    width = max(row.drawing.cell_length for row in rows) + 2
    return [
        row.drawing.pad_right(width - row.drawing.cell_length) + _node(drawn, row.node, wrong.get(row.node))
        if row.node is not None
        else row.drawing
        for row in rows
    ]


def _node(drawn: ValueGraph, place: int, fault: Fault | None) -> Content:
    node = drawn.nodes[place]
    text = Content.assemble(
        (f"{_name(drawn, place):<8}", "bold"),
        (" data ", MUTED),
        f"{_number(node.data):<9}",
        (" grad ", MUTED),
    )
    if fault is None:
        return text + _number(node.grad)
    return text + Content.styled(f"{FAILED}{_number(node.grad)}, not {fault.expected:.4g}", BAD_STYLE)


def _name(drawn: ValueGraph, place: int) -> str:
    """The label of a value, which is the learner's, and a letter of ours that tells it from the others."""
    node: GraphNode = drawn.nodes[place]
    own = _letters(place)
    return one_line(f"{own} {node.label}").plain if node.label else f"{own}{'' if is_leaf(drawn, place) else ' ='}"


def _letters(place: int) -> str:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return alphabet[place] if place < len(alphabet) else f"v{place}"


def _number(number: float | None) -> str:
    return "none" if number is None else f"{number:.4g}"
