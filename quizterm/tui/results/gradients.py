"""Gradients of the check that is looked at, parameter by parameter."""

import math
from collections.abc import Sequence

from textual.content import Content

from quizterm.grading.traces import GradientTrace
from quizterm.grading.verdict import ExperimentResult
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Table
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED, PASSED, PASSED_STYLE
from quizterm.tui.text import one_line

SHOWN_NUMBERS = 8
_CLOSE = 1e-3


def gradients(result: ExperimentResult) -> list[Block]:
    """A table of all, then the numbers of those that differ."""
    traces = result.traces.gradients
    if not traces:
        return [Paragraph(Content.styled("This check shows no gradients.", MUTED))]
    head = tuple(Content(name) for name in ("parameter", "shape", "expected", "yours", "verdict"))
    table = Table((head, *(_row(trace) for trace in traces)))
    if not any(trace.shape for trace in traces):
        return [table]
    note = Paragraph(Content.styled("Of tensors, the norm is shown: the square root of the sum of squares.", MUTED))
    return [table, *(_numbers(trace) for trace in traces if trace.differs and trace.shape), note]


def relation(expected: Sequence[float], got: Sequence[float]) -> str:
    """How a wrong gradient relates to the right one, in a few words; empty if in no simple way."""
    if not any(expected):
        return ""
    if not got or not any(got):
        return "nothing arrived"
    if len(expected) != len(got):
        return "another shape"
    if not all(map(math.isfinite, (*expected, *got))):
        return _lost(got) if all(map(math.isfinite, expected)) else ""
    if any(one and not other for one, other in zip(got, expected, strict=True)):
        return ""
    ratio, *others = (one / other for one, other in zip(got, expected, strict=True) if other)
    if not ratio or not math.isfinite(ratio) or not all(_close(ratio, other) for other in others):
        return ""
    if len(expected) == 1 and not _is_simple(ratio):
        return ""  # a single number is always some multiple of another
    return "the wrong sign" if _close(ratio, -1) else f"{ratio:.4g} times the right one"


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_CLOSE)


def _lost(got: Sequence[float]) -> str:
    return "became NaN" if any(map(math.isnan, got)) else "became infinite"


def _is_simple(ratio: float) -> bool:
    return any(math.isclose(abs(one), max(round(abs(one)), 1), rel_tol=1e-6) for one in (ratio, 1 / ratio))


def _row(trace: GradientTrace) -> tuple[Content, ...]:
    shape = "×".join(map(str, trace.shape)) or "number"
    said = relation(trace.expected, trace.got) or "differs"
    verdict = (
        Content.styled(f"{FAILED} {said}", FAILED_STYLE) if trace.differs else Content.styled(PASSED, PASSED_STYLE)
    )
    expected = trace.expected_norm if trace.shape or not trace.expected else trace.expected[0]
    got = trace.got_norm if trace.shape or not trace.got else trace.got[0]
    yours = f"{got:.4g}" if trace.got else "none"
    return one_line(trace.name), Content(shape), Content(f"{expected:.4g}"), Content(yours), verdict


def _numbers(trace: GradientTrace) -> Items:
    name = Paragraph(one_line(trace.name, "bold"))
    sides = Items(
        tuple(
            Item(Content.styled(f"{label:<10}", MUTED), (Paragraph(Content(_list(numbers))),))
            for label, numbers in (("expected", trace.expected), ("yours", trace.got))
        )
    )
    return Items((Item(Content.styled(f"{FAILED} ", FAILED_STYLE), (name, sides)),))


def _list(numbers: Sequence[float]) -> str:
    if not numbers:
        return "none"
    shown = "  ".join(f"{number:.4g}" for number in numbers[:SHOWN_NUMBERS])
    return f"{shown}  …" if len(numbers) > SHOWN_NUMBERS else shown
