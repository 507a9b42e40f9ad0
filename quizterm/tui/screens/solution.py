"""The learner's file beside the solution."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.solution_diff import DiffRow
from quizterm.study.workbench import Workbench
from quizterm.tui.blocks import EMPTY, Block, Paragraph, Picture
from quizterm.tui.commands import Place, bindings
from quizterm.tui.highlight import highlight_python
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

NARROWEST_BESIDE = 100  # cells; below, changes stand one below the other
_MUTED = "$foreground-muted"
_MINE, _THEIRS = "$text-error", "$text-success"


class SolutionScreen(ScrollingScreen):
    """That it was seen is noted when it opens."""

    PLACES = (Place.SOLUTION,)
    BINDINGS: ClassVar = bindings(Place.SOLUTION)

    def __init__(self, navigator: Navigator, bench: Workbench) -> None:
        super().__init__(navigator)
        self._title = bench.exercise.title
        self._rows = bench.compare_with_solution()

    def compose_body(self) -> ComposeResult:
        yield TopBar(
            Content(" › ").join([one_line(self._title, "bold"), Content("beside the solution")]), _count(self._rows)
        )
        with Page(id="solution"):
            yield Prose(_blocks(self._rows))


def _count(rows: Sequence[DiffRow]) -> Content:
    differing = sum(not row.same for row in rows)
    return Content.styled(f"{differing} lines differ" if differing else "the same", _MUTED)


def _blocks(rows: Sequence[DiffRow]) -> list[Block]:
    legend = Content.assemble(("- yours", _MINE), "   ", ("+ the solution", _THEIRS))
    return [Paragraph(legend), Picture(lambda width: list(_lines(rows, width)))]


def _lines(rows: Sequence[DiffRow], width: int) -> Iterator[Content]:
    mine, theirs = (_highlighted([side[1] for side in sides if side]) for sides in _sides(rows))
    if width < NARROWEST_BESIDE:
        yield from _one_below_the_other(rows, mine, theirs, width)
        return
    half = (width - 3) // 2
    for row in rows:
        left = _side(row.mine, mine, half, "-", _MINE, is_same=row.same)
        right = _side(row.theirs, theirs, half, "+", _THEIRS, is_same=row.same)
        bar = Content.styled(" │ ", _MUTED)
        yield left.pad_right(half - left.cell_length) + bar + right


def _one_below_the_other(
    rows: Sequence[DiffRow], mine: Sequence[Content], theirs: Sequence[Content], width: int
) -> Iterator[Content]:
    """Each run of changed lines: first the learner's, then the solution's."""
    waiting: list[Content] = []
    for row in rows:
        if row.same:
            yield from waiting
            waiting = []
            yield _side(row.theirs, theirs, width, " ", _MUTED, is_same=True)
            continue
        if row.mine is not None:
            yield _side(row.mine, mine, width, "-", _MINE, is_same=False)
        if row.theirs is not None:
            waiting.append(_side(row.theirs, theirs, width, "+", _THEIRS, is_same=False))
    yield from waiting


def _sides(rows: Sequence[DiffRow]) -> tuple[list[tuple[int, str] | None], list[tuple[int, str] | None]]:
    return [row.mine for row in rows], [row.theirs for row in rows]


def _highlighted(lines: Sequence[str]) -> list[Content]:
    return highlight_python("\n".join(lines)).split(allow_blank=True) if lines else []


def _side(
    line: tuple[int, str] | None, texts: Sequence[Content], width: int, sign: str, style: str, *, is_same: bool
) -> Content:
    if line is None:
        return EMPTY
    number = line[0]
    mark = Content.styled(f"{number:>3} {' ' if is_same else sign} ", _MUTED if is_same else f"bold {style}")
    text = texts[number - 1].truncate(max(width - mark.cell_length, 1), ellipsis=True)
    return mark + (text.stylize("dim") if is_same else text)
