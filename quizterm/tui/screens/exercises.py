"""All exercises, and how far the learner is in each; what is due or new today stands first."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.errors import QuiztermError
from quizterm.study.exercise_list import exercise_list
from quizterm.study.exercises import ExerciseLine
from quizterm.study.words import count_text
from quizterm.tui.commands import Place, bindings
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row


class ExercisesScreen(MovingScreen):
    """A menu of exercises."""

    PLACES = (Place.EXERCISES,)
    BINDINGS: ClassVar = bindings(Place.EXERCISES)

    def compose_body(self) -> ComposeResult:
        yield TopBar()
        with Page():
            yield Menu()

    def on_mount(self) -> None:
        self.call_after_refresh(self._prepare_grading)

    def on_screen_resume(self) -> None:
        try:
            today, others = exercise_list(self.navigator.study)
        except QuiztermError as error:
            self.tell(str(error))
            return
        passed = sum(line.is_passed for line in (*today, *others))
        note = Content.styled(f"{passed} of {len(today) + len(others)} passed", "$foreground-muted")
        self.query_one(TopBar).show(Content.styled("Exercises", "bold"), note)
        self.query_one(Menu).show(
            [*(_row(line, is_today=True) for line in today), *(_row(line, is_today=False) for line in others)]
        )

    def action_open(self) -> None:
        marked = self.query_one(Menu).marked
        if marked is not None:
            self.navigator.open_exercise(marked.name)

    def action_attempts(self) -> None:
        marked = self.query_one(Menu).marked
        if marked is not None:
            self.navigator.open_attempts(marked.name)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self.navigator.open_exercise(event.name)

    def _prepare_grading(self) -> None:
        """Let PyTorch be imported while the learner chooses."""
        try:
            self.navigator.desk.start()
        except QuiztermError as error:
            self.tell(str(error))


def _row(line: ExerciseLine, *, is_today: bool) -> Row:
    state = one_line(line.state)
    if is_today:
        state = Content.styled("today  ", "bold $text-warning") + state
    elif line.is_passed:
        state = Content.styled("✓ ", "bold $text-success") + state.stylize("$foreground-muted")
    elif line.attempts:
        state = state.stylize("$text-warning")
    else:
        state = state.stylize("$foreground-muted")
    facts = f"{line.slug} · lesson {line.lesson}"
    if line.attempts:
        facts += f" · {count_text(line.attempts, 'attempt')}"
    return Row(line.slug, one_line(line.title), state, one_line(facts, "$foreground-muted"))
