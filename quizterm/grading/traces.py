"""What a report shows of an experiment beside its verdict: gradients, losses, a graph, events. Never judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizterm.grading.plain_numbers import Numbers, number_to_json, numbers_from_json, numbers_to_json


@dataclass(frozen=True, slots=True)
class GradientTrace:
    """The gradient of one parameter, flattened, at most 64 numbers of each side; empty where there is none.

    The norms are of the whole. `differs` says whether the two gradients are told apart by the usual tolerance.
    """

    name: str
    shape: tuple[int, ...]
    expected: Numbers
    got: Numbers
    expected_norm: float
    got_norm: float
    differs: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "shape": list(self.shape),
            "expected": numbers_to_json(self.expected),
            "got": numbers_to_json(self.got),
            "expected_norm": number_to_json(self.expected_norm),
            "got_norm": number_to_json(self.got_norm),
            "differs": self.differs,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GradientTrace":
        return cls(
            data["name"],
            tuple(data["shape"]),
            numbers_from_json(data["expected"]),
            numbers_from_json(data["got"]),
            float(data["expected_norm"]),
            float(data["got_norm"]),
            data["differs"],
        )


@dataclass(frozen=True, slots=True)
class LossCurve:
    """The losses of the reference and of the learner, step by step, at most 2,000 of each."""

    expected: Numbers
    got: Numbers

    def to_json(self) -> dict[str, Any]:
        return {"expected": numbers_to_json(self.expected), "got": numbers_to_json(self.got)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "LossCurve":
        return cls(numbers_from_json(data["expected"]), numbers_from_json(data["got"]))


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A value of the learner's graph; `data` and `grad` are None where they are no numbers."""

    label: str
    data: float | None
    grad: float | None


@dataclass(frozen=True, slots=True)
class ValueGraph:
    """The learner's graph. Nodes stand after their inputs, the result is last; edges run from input to result.

    `names` are those of given values, by their places. One without edges is not connected to the result.
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[tuple[int, int], ...]
    names: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        nodes = [[node.label, _optional_to_json(node.data), _optional_to_json(node.grad)] for node in self.nodes]
        return {
            "nodes": nodes,
            "edges": [list(edge) for edge in self.edges],
            "names": [list(one) for one in self.names],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ValueGraph":
        nodes = [
            GraphNode(label, _optional_from_json(number), _optional_from_json(grad))
            for label, number, grad in data["nodes"]
        ]
        edges = tuple((first, second) for first, second in data["edges"])
        return cls(tuple(nodes), edges, tuple((place, name) for place, name in data["names"]))


@dataclass(frozen=True, slots=True)
class EventTrace:
    """What happened in a loop, a letter for each event: F forward, B backward, S step, Z zero_grad."""

    expected: str
    got: str

    def to_json(self) -> dict[str, str]:
        return {"expected": self.expected, "got": self.got}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "EventTrace":
        return cls(data["expected"], data["got"])


@dataclass(frozen=True, slots=True)
class Traces:
    """All there is to show of one experiment."""

    gradients: tuple[GradientTrace, ...] = ()
    losses: LossCurve | None = None
    graph: ValueGraph | None = None
    events: EventTrace | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "gradients": [gradient.to_json() for gradient in self.gradients],
            "losses": None if self.losses is None else self.losses.to_json(),
            "graph": None if self.graph is None else self.graph.to_json(),
            "events": None if self.events is None else self.events.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Traces":
        return cls(
            gradients=tuple(GradientTrace.from_json(item) for item in data["gradients"]),
            losses=None if data["losses"] is None else LossCurve.from_json(data["losses"]),
            graph=None if data["graph"] is None else ValueGraph.from_json(data["graph"]),
            events=None if data["events"] is None else EventTrace.from_json(data["events"]),
        )


NO_TRACES = Traces()


def _optional_to_json(number: float | None) -> float | str | None:
    return None if number is None else number_to_json(number)


def _optional_from_json(data: float | str | None) -> float | None:
    return None if data is None else float(data)
