"""From what probes showed on both sides to the traces of a report. The learner's side is not trusted.

Imports torch, so only worker processes import this module.
"""

from typing import Any

import torch

from quizterm.grading.compare import compare
from quizterm.grading.observation import from_wire
from quizterm.grading.plain_text import one_line
from quizterm.grading.progress import MAX_NOTES
from quizterm.grading.traces import EventTrace, GradientTrace, GraphNode, LossCurve, Traces, ValueGraph
from quizterm.grading.value_graph import MAX_NODES

MAX_GRADIENTS = 100
MAX_NUMBERS = 64
MAX_EVENTS = 400
MAX_EDGES = 2_000


def traces(got: Any, reference: Any, device: str) -> Traces:
    """The traces of one experiment; what is not of the agreed form is left out. Both as the wire carries them."""
    shown, expected = (value if isinstance(value, dict) else {} for value in (got, reference))
    return Traces(
        gradients=_gradients(shown.get("gradients"), expected.get("gradients"), device),
        losses=_losses(shown.get("losses"), expected.get("losses")),
        graph=_graph(shown.get("graph")),
        events=_events(shown.get("events"), expected.get("events")),
    )


def _gradients(got: Any, expected: Any, device: str) -> tuple[GradientTrace, ...]:
    if not isinstance(got, dict) or not isinstance(expected, dict):
        return ()
    return tuple(
        _gradient(
            str(name), from_wire(got.get(name), torch.device(device)), from_wire(right, torch.device(device)), device
        )
        for name, right in list(expected.items())[:MAX_GRADIENTS]
    )


def _gradient(name: str, got: Any, expected: Any, device: str) -> GradientTrace:
    (wrong, wrong_norm), (right, right_norm) = _numbers(got), _numbers(expected)
    return GradientTrace(
        name=name,
        shape=tuple(expected.shape) if isinstance(expected, torch.Tensor) else (),
        expected=right,
        got=wrong,
        expected_norm=right_norm,
        got_norm=wrong_norm,
        differs=bool(compare(got, expected, device)),
    )


def _numbers(gradient: Any) -> tuple[tuple[float, ...], float]:
    """The first numbers of a gradient, and the norm of all; none and 0 if it is no gradient."""
    if isinstance(gradient, float):
        return (gradient,), abs(gradient)
    if isinstance(gradient, torch.Tensor) and not gradient.is_complex():
        flat = gradient.detach().double().cpu().reshape(-1)
        return tuple(flat[:MAX_NUMBERS].tolist()), float(flat.norm())
    return (), 0.0


def _losses(got: Any, expected: Any) -> LossCurve | None:
    if not _is_floats(got) or not _is_floats(expected):
        return None
    return LossCurve(tuple(expected[:MAX_NOTES]), tuple(got[:MAX_NOTES]))


def _is_floats(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is float for item in value)


def _events(got: Any, expected: Any) -> EventTrace | None:
    if not isinstance(got, str) or not isinstance(expected, str):
        return None
    return EventTrace(one_line(expected, MAX_EVENTS), one_line(got, MAX_EVENTS))


def _graph(got: Any) -> ValueGraph | None:
    match got:
        case {"nodes": list() as nodes, "edges": list() as edges, "names": list() as names} if (
            len(nodes) <= MAX_NODES and 0 < len(edges) <= MAX_EDGES and len(names) <= len(nodes)
        ):
            drawn = [_node(node) for node in nodes]
            links = [edge for edge in edges if _is_edge(edge, len(nodes))]
            called = [_name(name, len(nodes)) for name in names]
            if all(drawn) and all(called) and len(links) == len(edges):
                return ValueGraph(
                    tuple(node for node in drawn if node is not None),
                    tuple(map(tuple, links)),
                    tuple(name for name in called if name is not None),
                )
    return None


def _name(name: Any, nodes: int) -> tuple[int, str] | None:
    match name:
        case (int() as place, str() as text) if 0 <= place < nodes and text:
            return place, one_line(text, 20)
        case _:
            return None


def _node(node: Any) -> GraphNode | None:
    match node:
        case (str() as label, float() | None as data, float() | None as grad):
            return GraphNode(one_line(label, 20), data, grad)
        case _:
            return None


def _is_edge(edge: Any, nodes: int) -> bool:
    match edge:
        case (int() as first, int() as second):
            return 0 <= first < second < nodes
        case _:
            return False
