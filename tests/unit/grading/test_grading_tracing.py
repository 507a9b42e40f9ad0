import json
import math
from typing import Any

import pytest
import torch

from quizterm.grading.observation import to_wire
from quizterm.grading.probe import Probe
from quizterm.grading.runner import Grader
from quizterm.grading.traces import NO_TRACES, EventTrace, GradientTrace, LossCurve, Traces
from quizterm.grading.tracing import traces
from quizterm.grading.wire import decode, encode


def shown(**values: Any) -> Any:
    """What a probe showed, as it comes over the wire."""
    probe = Probe(torch.device("cpu"))
    for kind, value in values.items():
        getattr(probe, f"show_{kind}")(value)
    return decode(encode(to_wire(probe.shown)))


def test_both_sides_of_gradients_losses_and_events() -> None:
    weight = torch.tensor([[3.0, 4.0]])
    reference = shown(gradients={"w": weight, "b": 2.0, "u": weight}, losses=[1.0, torch.tensor(0.5)], events="ZFBS")
    learner = shown(gradients={"w": weight / 2, "b": torch.tensor(2.0), "u": None}, losses=[1.0, 9.0], events="FBS")
    result = traces(learner, reference, "cpu")
    w, b, u = result.gradients
    assert w == GradientTrace("w", (1, 2), (3.0, 4.0), (1.5, 2.0), 5.0, 2.5, differs=True)
    assert (b.expected, b.got, b.differs) == ((2.0,), (2.0,), False)
    assert (u.got, u.got_norm, u.differs) == ((), 0.0, True)
    assert result.losses == LossCurve((1.0, 0.5), (1.0, 9.0))
    assert result.events == EventTrace("ZFBS", "FBS")


def test_traces_survive_json_with_all_kinds_of_numbers() -> None:
    learner = shown(losses=[math.nan, math.inf, -math.inf, 1e-300], gradients={"w": torch.tensor([math.nan])})
    result = traces(learner, learner, "cpu")
    text = json.dumps(result.to_json(), allow_nan=False)
    again = Traces.from_json(json.loads(text))
    assert again.to_json() == result.to_json()
    assert again.losses is not None
    assert math.isnan(again.losses.got[0])
    assert again.losses.got[1:] == (math.inf, -math.inf, 1e-300)


@pytest.mark.parametrize(
    "lie",
    [
        None,
        7,
        {"losses": "high", "events": 3, "gradients": [1], "graph": {}},
        {"losses": [1.0, "x"], "graph": {"nodes": [["a", 1.0]], "edges": []}},
        {"graph": {"nodes": [("a", 1.0, 2.0)], "edges": [(0, 1)], "names": []}},
        {"graph": {"nodes": [("a", 1.0, 2.0), ("b", 1.0, 2.0)], "edges": [(1, 0)], "names": []}},
        {"graph": {"nodes": [("a", "1.0", 2.0), ("b", 1.0, 2.0)], "edges": [(0, 1)], "names": []}},
        {"graph": {"nodes": [("a", 1.0, 2.0)] * 2, "edges": [], "names": []}},
        {"graph": {"nodes": [("a", 1.0, 2.0)] * 2, "edges": [(0, 1)], "names": [(2, "x")]}},
        {"graph": {"nodes": [("a", 1.0, 2.0)] * 2, "edges": [(0, 1)], "names": [(0, "x")] * 3}},
        {"graph": {"nodes": [("a", 1.0, None)] * 500, "edges": [(0, 1)], "names": []}},
        {"graph": {"nodes": [("a", 1.0, None)] * 100, "edges": [(0, 1)] * 2_001, "names": []}},
        {"gradients": {7: torch.ones(2)}},
    ],
)
def test_what_is_not_of_the_agreed_form_is_left_out(lie: Any) -> None:
    said = traces(decode(encode(to_wire(lie))), {}, "cpu")
    assert said == NO_TRACES


def test_texts_of_the_learners_are_made_safe() -> None:
    learner = {
        "events": "F\x1b[31mBS",
        "graph": {"nodes": [("\x1b[2Jx", 1.0, None), ("y", None, None)], "edges": [(0, 1)], "names": [(0, "\x1b[1ma")]},
    }
    result = traces(decode(encode(learner)), {"events": "FBS"}, "cpu")
    assert result.events is not None
    assert result.events.got == "FBS"
    assert result.graph is not None
    assert [node.label for node in result.graph.nodes] == ["x", "y"]
    assert result.graph.names == ((0, "a"),)


OBSERVE = """
def observe_only(impl, case, probe):
    losses = impl.answer()
    probe.show_losses(losses)
    return losses
"""


def test_a_report_shows_what_the_probe_showed(grader: Grader, small_exercise: Any) -> None:
    exercise = small_exercise(OBSERVE, reference="def answer(): return [3.0, 2.0]\n")
    for source, passes in (("def answer(): return [3.0, 2.0]\n", True), ("def answer(): return [3.0, 5.0]\n", False)):
        report = grader.grade(exercise, source, seed=0)
        (result,) = report.experiments
        assert result.passed is passes
        assert result.traces.losses == LossCurve((3.0, 2.0), (3.0, 2.0) if passes else (3.0, 5.0))
        assert type(report).from_json(json.loads(json.dumps(report.to_json()))) == report
