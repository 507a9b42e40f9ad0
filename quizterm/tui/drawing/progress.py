"""How far the learner has come, as much of it as there is room for: the phases, then the days of a year."""

from collections.abc import Sequence
from datetime import date

from textual.content import Content

from quizterm.study.progress import PhaseProgress
from quizterm.tui.blocks import EMPTY
from quizterm.tui.drawing.heatmap import heatmap
from quizterm.tui.drawing.shares import ShareRow, share_rows

_WIDEST = 76  # cells, of the bars


def draw_progress(
    phases: Sequence[PhaseProgress], counts: Sequence[int], today: date, width: int, height: int
) -> list[Content]:
    """The lines of what fits; none where nothing does.

    Args:
        counts: answers of days one after another, today last.
    """
    lines: list[Content] = []
    for picture in (_phases(phases, min(width, _WIDEST)), heatmap(counts, today, width) if any(counts) else []):
        gap = [EMPTY] if lines else []
        if picture and len(lines) + len(gap) + len(picture) <= height:
            lines += [*gap, *picture]
    return lines


def _phases(phases: Sequence[PhaseProgress], width: int) -> list[Content]:
    rows = [
        ShareRow(phase.title, phase.answered / phase.cards, f"{phase.answered:,} of {phase.cards:,} cards met")
        for phase in phases
        if phase.cards
    ]
    return share_rows(rows, width)
