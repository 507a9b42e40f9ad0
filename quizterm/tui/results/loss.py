"""The loss curve of the check that is looked at, and what its loop did in which order."""

import math
from collections.abc import Sequence

from textual.content import Content

from quizterm.grading.traces import EventTrace, LossCurve
from quizterm.grading.verdict import ExperimentResult
from quizterm.tui.blocks import Block, Paragraph, Picture
from quizterm.tui.drawing.curve import chart
from quizterm.tui.results.marks import MUTED
from quizterm.tui.results.sides import sides

HEIGHT = 8  # rows
_CLOSE = 1e-4


def loss(result: ExperimentResult) -> list[Block]:
    """The curve over the right one, and the events of the loop."""
    curve, events = result.traces.losses, result.traces.events
    blocks = [*(_curve(curve) if curve else ()), *(_events(events) if events else ())]
    return blocks or [Paragraph(Content.styled("This check shows no losses.", MUTED))]


def curve_picture(expected: Sequence[float], got: Sequence[float], *, is_right: bool, height: int = HEIGHT) -> Picture:
    return Picture(lambda width: chart(expected, got, width, height, is_right=is_right))


def first_difference(expected: Sequence[float], got: Sequence[float]) -> int | None:
    """The first step, from 0, at which two curves part; None if they do not, as far as both go."""
    pairs = enumerate(zip(expected, got, strict=False))
    return next((step for step, (right, mine) in pairs if not _equal(right, mine)), None)


def _equal(right: float, mine: float) -> bool:
    return math.isclose(right, mine, rel_tol=_CLOSE) or (math.isnan(right) and math.isnan(mine))


def _curve(curve: LossCurve) -> list[Block]:
    step = first_difference(curve.expected, curve.got)
    is_right = step is None and len(curve.expected) == len(curve.got)
    return [
        curve_picture(curve.expected, curve.got, is_right=is_right),
        Paragraph(Content(_told(curve, step))),
    ]


def _told(curve: LossCurve, step: int | None) -> str:
    if not curve.expected and not curve.got:
        return "No loss was told."
    if step is not None:
        right, mine = curve.expected[step], curve.got[step]
        return f"The curves part at step {step + 1}: the loss should be {right:.6g}, and yours is {mine:.6g}."
    if len(curve.expected) != len(curve.got):
        return f"There should be {len(curve.expected):,} losses, and there are {len(curve.got):,}."
    return "The two curves are the same."


def _events(events: EventTrace) -> list[Block]:
    """Letters are set apart, so that each is marked for itself."""
    legend = "F forward  B backward  S step  Z gradients cleared"
    apart = (" ".join(events.expected), " ".join(events.got))
    return [
        Paragraph(Content.styled("What the loop did", "bold")),
        sides(*apart, names=("PyTorch's", "yours")),
        Paragraph(Content.styled(legend, MUTED)),
    ]
