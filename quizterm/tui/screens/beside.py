"""Two versions of an exercise's file side by side."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.line_diff import DiffRow
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY, Block, Paragraph, Picture
from quizterm.tui.commands import Place, bindings
from quizterm.tui.highlight import highlight_python
from quizterm.tui.layout import lay_out
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

NARROWEST_BESIDE = 100  # cells; below, changes stand one below the other
ABOVE_CHANGE = 3  # lines that are shown above a change that is gone to
MOST_ROWS = 5_000  # lines beyond this are no picture any more
_MUTED = "$foreground-muted"
_MINE, _THEIRS = "$text-error", "$text-success"


class BesideScreen(ScrollingScreen):
    """Every line of both.

    Args:
        title: of the exercise.
        words: what is beside what.
        names: of the one version and the other.
    """

    PLACES = (Place.BESIDE,)
    BINDINGS: ClassVar = bindings(Place.BESIDE)

    def __init__(
        self, navigator: Navigator, title: str, words: str, names: tuple[str, str], rows: Sequence[DiffRow]
    ) -> None:
        super().__init__(navigator)
        self._title = Content(" › ").join([one_line(title, "bold"), one_line(words)])
        self._names = names
        self._rows = rows
        self._prose = Prose()

    def compose_body(self) -> ComposeResult:
        yield TopBar(self._title, _count(self._rows))
        with Page(id="beside-each-other"):
            yield self._prose

    def on_mount(self) -> None:
        self._prose.show(_blocks(self._rows, self._names))
        self.call_after_refresh(self._scroll_to_first)

    def action_change(self, step: str) -> None:
        here, tops = round(self.page.scroll_y), self._tops()
        beyond = [top for top in tops if top > here] if int(step) > 0 else [top for top in reversed(tops) if top < here]
        if beyond:
            self.page.scroll_to(y=beyond[0], animate=False)
        else:
            self.tell("No change further down" if int(step) > 0 else "No change further up")

    def _scroll_to_first(self) -> None:
        self.page.scroll_to(y=min(self._tops(), default=0), animate=False)

    def _tops(self) -> list[int]:
        """What the page is scrolled to where each change is looked at."""
        width = self._prose.content_size.width
        legend = len(lay_out(_legend(self._names), width)) + 1
        lines = (legend + line - ABOVE_CHANGE for line in _changes(self._rows[:MOST_ROWS], width))
        return [min(max(line, 0), self.page.max_scroll_y) for line in lines]


def _count(rows: Sequence[DiffRow]) -> Content:
    differing = sum(not row.same for row in rows)
    words = f"{count_text(differing, 'line')} {'differs' if differing == 1 else 'differ'}" if differing else "the same"
    return Content.styled(words, _MUTED)


def _blocks(rows: Sequence[DiffRow], names: tuple[str, str]) -> list[Block]:
    shown, hidden = rows[:MOST_ROWS], len(rows) - MOST_ROWS
    more = [Paragraph(Content.styled(f"and {count_text(hidden, 'more line')}", _MUTED))] if hidden > 0 else []
    return [*_legend(names), Picture(lambda width: list(_lines(shown, width))), *more]


def _legend(names: tuple[str, str]) -> list[Block]:
    mine, theirs = names
    return [Paragraph(one_line(f"- {mine}", _MINE) + "   " + one_line(f"+ {theirs}", _THEIRS))]


def _changes(rows: Sequence[DiffRow], width: int) -> Iterator[int]:
    """Where, in the lines of the picture, each run of changes begins."""
    line = 0
    for is_same, run in groupby(rows, key=lambda row: row.same):
        found = list(run)
        if not is_same:
            yield line
        sides = [row.mine for row in found] + [row.theirs for row in found]
        line += len(found) if is_same or width >= NARROWEST_BESIDE else sum(side is not None for side in sides)


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
    """Each run of changed lines: first those of the one version, then those of the other."""
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
