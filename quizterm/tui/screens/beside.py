"""Two versions of an exercise's file side by side."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby, zip_longest
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.line_diff import DiffRow, count_of_changes
from quizterm.study.words import count_text
from quizterm.tui.blocks import EMPTY, Block, Paragraph, Picture
from quizterm.tui.commands import Place, bindings
from quizterm.tui.highlight import highlight_python
from quizterm.tui.layout import lay_out, pieces_of_code
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
        self._laid_out = lru_cache(maxsize=2)(partial(laid_out, rows[:MOST_ROWS]))
        self._prose = Prose()

    def compose_body(self) -> ComposeResult:
        yield TopBar(self._title, _count(self._rows))
        with Page(id="beside-each-other"):
            yield self._prose

    def on_mount(self) -> None:
        hidden = len(self._rows) - MOST_ROWS
        more = [Paragraph(Content.styled(f"and {count_text(hidden, 'more line')}", _MUTED))] if hidden > 0 else []
        self._prose.show([*_legend(self._names), Picture(lambda width: self._laid_out(width)[0]), *more])
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
        lines = (legend + line - ABOVE_CHANGE for line in self._laid_out(width)[1])
        return [min(max(line, 0), self.page.max_scroll_y) for line in lines]


def _count(rows: Sequence[DiffRow]) -> Content:
    differing = count_of_changes(rows)
    if differing:
        words = f"{count_text(differing, 'line')} {'differs' if differing == 1 else 'differ'}"
    else:
        words = "the same" if all(row.same for row in rows) else "only docstrings differ"
    return Content.styled(words, _MUTED)


def _legend(names: tuple[str, str]) -> list[Block]:
    mine, theirs = names
    return [Paragraph(one_line(f"- {mine}", _MINE) + "   " + one_line(f"+ {theirs}", _THEIRS))]


def laid_out(rows: Sequence[DiffRow], width: int) -> tuple[list[Content], list[int]]:
    """The lines of the picture, and where in them each run of changes begins."""
    mine, theirs = (_highlighted([side[1] for side in sides if side]) for sides in _sides(rows))
    draw = _beside_each_other if width >= NARROWEST_BESIDE else _one_below_the_other
    lines: list[Content] = []
    begins: list[int] = []
    for is_same, run in groupby(rows, key=lambda row: row.same):
        if not is_same:
            begins.append(len(lines))
        lines += draw(tuple(run), mine, theirs, width)
    return lines, begins


def _beside_each_other(
    rows: Sequence[DiffRow], mine: Sequence[Content], theirs: Sequence[Content], width: int
) -> Iterator[Content]:
    half = (width - 3) // 2
    bar = Content.styled(" │ ", _MUTED)
    for row in rows:
        left = _side(row.mine, mine, half, "-", _MINE, is_same=row.same)
        right = _side(row.theirs, theirs, half, "+", _THEIRS, is_same=row.same)
        for one, other in zip_longest(left, right, fillvalue=EMPTY):
            yield one.pad_right(half - one.cell_length) + bar + other


def _one_below_the_other(
    rows: Sequence[DiffRow], mine: Sequence[Content], theirs: Sequence[Content], width: int
) -> Iterator[Content]:
    """Lines that are equal once; of others first those of the one version, then those of the other."""
    for row in rows:
        if row.same:
            yield from _side(row.theirs, theirs, width, " ", _MUTED, is_same=True)
        else:
            yield from _side(row.mine, mine, width, "-", _MINE, is_same=False)
    for row in rows:
        if not row.same:
            yield from _side(row.theirs, theirs, width, "+", _THEIRS, is_same=False)


def _sides(rows: Sequence[DiffRow]) -> tuple[list[tuple[int, str] | None], list[tuple[int, str] | None]]:
    return [row.mine for row in rows], [row.theirs for row in rows]


def _highlighted(lines: Sequence[str]) -> list[Content]:
    return highlight_python("\n".join(lines)).split(allow_blank=True) if lines else []


def _side(
    line: tuple[int, str] | None, texts: Sequence[Content], width: int, sign: str, style: str, *, is_same: bool
) -> Iterator[Content]:
    """A line with its number, broken where the width ends; none where this side has none."""
    if line is None:
        return
    number = line[0]
    mark = Content.styled(f"{number:>3} {' ' if is_same else sign} ", _MUTED if is_same else f"bold {style}")
    for place, piece in enumerate(pieces_of_code(texts[number - 1], width - mark.cell_length)):
        before = Content.blank(mark.cell_length) if place else mark
        yield before + (piece.stylize("dim") if is_same else piece)
