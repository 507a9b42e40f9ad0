"""What the learner did, how well it is remembered, and what is to come."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Resize
from textual.message import Message

from quizterm.errors import QuiztermError
from quizterm.memory.days import date_of
from quizterm.study.aside import aside
from quizterm.study.exercise_history import exercise_history
from quizterm.study.record import learners_record
from quizterm.tui.commands import Place, bindings
from quizterm.tui.drawing.panels import Panel, pages
from quizterm.tui.drawing.record_panels import record_panels
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.drawing import Drawing

_TITLE = Content.styled("Stats", "bold")


class StatsScreen(ScrollingScreen):
    """As many pages as the panels need in a terminal of this size."""

    class Counted(Message):
        """What a counting came to, or why to nothing."""

        def __init__(self, number: int, panels: list[Panel], problem: str = "") -> None:
            super().__init__()
            self.number = number
            self.panels = panels
            self.problem = problem

    PLACES = (Place.STATS,)
    BINDINGS: ClassVar = bindings(Place.STATS)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._panels: list[Panel] = []
        self._pages: list[list[Content]] = []
        self._index = 0
        self._begun = self._told = 0  # countings: something may have been done since the one before
        self._top = TopBar(_TITLE)
        self._drawing = Drawing(lambda _: self._pages[self._index] if self._pages else (), id="stats")

    def compose_body(self) -> ComposeResult:
        yield self._top
        with Page():
            yield self._drawing

    def on_screen_resume(self) -> None:
        self._begun += 1
        self._show_place()
        self.run_worker(partial(self._count, self._begun), thread=True, exclusive=True)

    def on_stats_screen_counted(self, event: Counted) -> None:
        if event.number < self._begun:
            return
        self._told = event.number
        self._show_place()
        if event.problem:
            self.tell(event.problem)
            return
        self._panels = event.panels
        self._lay_out()

    def _count(self, number: int) -> None:
        """Count every answer, in a thread of its own: however long the record is, no key waits for it."""
        try:
            with aside(self.navigator.study) as study:
                today, retention = date_of(study.now().day), study.settings.desired_retention
                panels = record_panels(learners_record(study), exercise_history(study), today, retention)
        except QuiztermError as error:
            self.post_message(self.Counted(number, [], str(error)))
        else:
            self.post_message(self.Counted(number, panels))

    def on_resize(self, _: Resize) -> None:
        self.call_after_refresh(self._lay_out)

    def action_turn(self, step: str) -> None:
        self._index = (self._index + int(step)) % max(len(self._pages), 1)
        self._show()

    def _lay_out(self) -> None:
        """Share the panels out among pages anew; what stood first on the page stays in sight."""
        region = self.page.scrollable_content_region
        if not self._panels or not region.width:
            return
        share = self._index / max(len(self._pages), 1)
        width = region.width - self._drawing.styles.padding.width
        self._pages = pages(self._panels, width, max(region.height - 1, 1))  # its margin below
        self._index = min(round(share * len(self._pages)), len(self._pages) - 1)
        self._show()

    def _show(self) -> None:
        self.page.scroll_home(animate=False)
        self._show_place()
        self._drawing.show(lambda _: self._pages[self._index] if self._pages else ())

    def _show_place(self) -> None:
        """Which page it is, or that its numbers are on their way."""
        place = f"{self._index + 1}/{len(self._pages)}" if len(self._pages) > 1 else ""
        self._top.show(_TITLE, Content.styled("counting …" if self._told < self._begun else place, "$foreground-muted"))
