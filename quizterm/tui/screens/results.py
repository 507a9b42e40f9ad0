"""The verdict in full: the diagnosis in words, and below it the pane that is looked at, of one check after another."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.errors import QuiztermError
from quizterm.grading.verdict import ExperimentResult
from quizterm.study.attempt import Attempt
from quizterm.study.clipboard import where_it_went
from quizterm.study.failing_line import failing_line
from quizterm.study.workbench import Workbench
from quizterm.tui.blocks import Block, Paragraph
from quizterm.tui.commands import Place, bindings, keys_by_name
from quizterm.tui.navigator import Navigator
from quizterm.tui.results.checks import as_text, checks, row_of
from quizterm.tui.results.diagnosis import diagnosis, output
from quizterm.tui.results.gradients import gradients
from quizterm.tui.results.graph import graph
from quizterm.tui.results.loss import loss
from quizterm.tui.results.marks import MUTED, mark_of
from quizterm.tui.results.states import states_of
from quizterm.tui.results.stops import place_text, stops
from quizterm.tui.results.values import values
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.panes import Pane, PaneBar
from quizterm.tui.widgets.prose import Prose

LOW = 34  # rows; below, the diagnosis is only headed where a picture needs the room
CHECKS, VALUES, GRADIENTS, LOSS, GRAPH = PANES = ("Checks", "Values", "Gradients", "Loss", "Graph")


class ResultsScreen(ScrollingScreen):
    """One attempt.

    Args:
        rerun: called when the file is to be run again; this screen is gone then.
        edit: likewise, when it is to be edited, with the line if one is known.
        change: called with the attempt as it was and as it is when something else came of it: another grade, or an
            undoing.
    """

    PLACES = (Place.RESULTS,)
    BINDINGS: ClassVar = bindings(Place.RESULTS)
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-short"), (17, "-low"), (LOW, "-tall")]  # noqa: RUF012 (as in Textual)

    def __init__(
        self,
        navigator: Navigator,
        attempt: Attempt,
        bench: Workbench,
        rerun: Callable[[], None],
        edit: Callable[[int | None], None],
        change: Callable[[Attempt, Attempt], None],
    ) -> None:
        super().__init__(navigator)
        self._attempt = attempt
        self._bench = bench
        self._title = bench.exercise.title
        self._lesson = bench.lesson
        self._rerun = rerun
        self._edit = edit
        self._change = change
        self._diagnosis = Prose()
        self._stops = stops(attempt.report)  # what [ and ] go through
        self._stop = 0
        self._pane = CHECKS
        self._is_expanded = False
        self._top = TopBar()
        self._panes = PaneBar()
        self._prose = Prose()

    def compose_body(self) -> ComposeResult:
        yield self._top
        with Page(id="diagnosis"):
            yield self._diagnosis
        yield self._panes
        with Page(id="pane"):
            yield self._prose

    @property
    def page(self) -> Page:
        return self.query_one("#pane", Page)

    @property
    def _current(self) -> ExperimentResult:
        return self._attempt.report.experiments[self._stops[self._stop]]

    @property
    def states(self) -> tuple[str, ...]:
        return states_of(self._attempt)

    def on_mount(self) -> None:
        self._show_diagnosis()
        self._show()
        self.call_after_refresh(self._scroll_to_check)

    def on_pane_bar_chosen(self, event: PaneBar.Chosen) -> None:
        self._go(event.name)

    def action_pane(self, key: str) -> None:
        self._go(PANES[int(key) - 1])

    def action_turn(self, step: str) -> None:
        self._go(PANES[(PANES.index(self._pane) + int(step)) % len(PANES)])

    def action_failure(self, step: str) -> None:
        self._stop = (self._stop + int(step)) % len(self._stops)
        self._show()
        self._scroll_to_check()

    def action_expand(self) -> None:
        self._is_expanded = not self._is_expanded
        self._show()

    def action_rerun(self) -> None:
        self.navigator.go_back()
        self._rerun()

    def action_edit(self) -> None:
        report = self._attempt.report
        self.navigator.go_back()
        self._edit(failing_line(report, self._current, f"{report.exercise}.py"))

    def action_copy(self) -> None:
        text = as_text(self._attempt.report, self._current)
        self.app.copy_to_clipboard(text)
        self.tell(f"This check is copied {where_it_went(text)}")

    def action_cards(self) -> None:
        if self._attempt.cards:
            self.navigator.open_cards(self._attempt.cards)
        else:
            self.tell("No card is about this")

    def action_easy(self) -> None:
        try:
            self._take(self._bench.choose_easy(self._attempt))
        except QuiztermError as error:
            self.tell(str(error))

    def action_undo(self) -> None:
        sentence, attempt = self._bench.undo(self._attempt)
        if attempt is not None:
            self._take(attempt)
        self.tell(sentence)

    def action_open_lesson(self) -> None:
        self.navigator.open_lesson(self._lesson)

    def _take(self, attempt: Attempt) -> None:
        """Something else came of the attempt."""
        before, self._attempt = self._attempt, attempt
        self._change(before, attempt)
        self._show_diagnosis()
        self.show_keys()

    def _show_diagnosis(self) -> None:
        self._diagnosis.show(diagnosis(self._attempt, keys_by_name(self.navigator.table[Place.RESULTS])))

    def _go(self, pane: str) -> None:
        self._pane = pane
        self.set_class(pane != CHECKS, "-at-picture")
        self._show()
        self._scroll_to_check()

    def _scroll_to_check(self) -> None:
        """To the check in the list of checks, to the top of what is shown of it elsewhere."""
        row = 0
        if self._pane == CHECKS:
            row = row_of(self._attempt.report, self._stops[self._stop], self._prose.content_size.width)
        self.call_after_refresh(self.page.scroll_to, y=row, animate=False)

    def _show(self) -> None:
        note = place_text(self._attempt.report, self._stops[self._stop])
        title = Content(" › ").join([one_line(self._title, "bold"), Content("Results")])
        self._top.show(title, Content.styled(note, "$foreground-muted"))
        self._panes.show(
            [
                Pane(name, name, str(number), is_empty=not self._has(name, self._current))
                for number, name in enumerate(PANES, start=1)
            ],
            self._pane,
        )
        self._prose.show(self._blocks())
        self.show_keys()

    @staticmethod
    def _has(pane: str, result: ExperimentResult) -> bool:
        """Whether there is anything to see in a pane."""
        traces = result.traces
        return {
            CHECKS: True,
            VALUES: bool(result.differences),
            GRADIENTS: bool(traces.gradients),
            LOSS: traces.losses is not None or traces.events is not None,
            GRAPH: traces.graph is not None,
        }[pane]

    def _blocks(self) -> list[Block]:
        report, result = self._attempt.report, self._current
        if self._pane == CHECKS:
            return checks(report, self._stops[self._stop], self.key_of("expand"), is_expanded=self._is_expanded)
        head = Paragraph(mark_of(result) + one_line(result.title or result.name, "bold"))
        shown = {VALUES: values, GRADIENTS: gradients, LOSS: loss, GRAPH: graph}[self._pane](result)
        return [head, *shown, *self._elsewhere(), *output(report)]

    def _elsewhere(self) -> list[Block]:
        """Where there is something to see in this pane, if not here."""
        if self._has(self._pane, self._current):
            return []
        found = [result for result in self._attempt.report.experiments if self._has(self._pane, result)]
        found = [result for result in found if not result.passed] or found
        if not found:
            return []
        return [Paragraph(Content.styled("One is shown by: ", MUTED) + one_line(found[0].title or found[0].name))]
