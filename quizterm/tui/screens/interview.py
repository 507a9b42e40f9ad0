"""A mock interview: questions answered aloud, each then compared with an answer that could have been given."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.study.interview import Asked
from quizterm.tui.blocks import Paragraph, Rule
from quizterm.tui.commands import Place, bindings
from quizterm.tui.markdown import blocks_of
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line, plain
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.grades import GradeBar
from quizterm.tui.widgets.prose import Prose

SAY = "Answer aloud, for about a minute, then look."
COMPARE = "Say aloud what you left out, then go on."


class InterviewScreen(ScrollingScreen):
    """Question by question; the last one leads back."""

    PLACES = (Place.INTERVIEW,)
    BINDINGS: ClassVar = bindings(Place.INTERVIEW)

    def __init__(self, navigator: Navigator, questions: tuple[Asked, ...]) -> None:
        super().__init__(navigator)
        self._questions = questions
        self._at = 0
        self._is_revealed = False
        self._top = TopBar()
        self._bar = GradeBar()

    def compose_body(self) -> ComposeResult:
        yield self._top
        with Page():
            yield Prose()
        yield self._bar

    def on_mount(self) -> None:
        self._show()

    def on_grade_bar_pressed(self) -> None:
        self.action_go_on()

    def action_go_on(self) -> None:
        if not self._is_revealed:
            self._is_revealed = True
        elif self._at + 1 == len(self._questions):
            self.navigator.go_back()
            return
        else:
            self._at += 1
            self._is_revealed = False
        self._show()

    def action_previous(self) -> None:
        if self._is_revealed:
            self._is_revealed = False
        elif self._at > 0:
            self._at -= 1
        self._show()

    def _show(self) -> None:
        asked = self._questions[self._at]
        title = Content.styled("Interview", "bold") + " › " + one_line(asked.lesson_title)
        self._top.show(title, Content.styled(f"{self._at + 1} of {len(self._questions)}", "$foreground-muted"))
        answer = [Rule(), *blocks_of(asked.answer)] if self._is_revealed else []
        self.query_one(Prose).show([Paragraph(plain(asked.question, "bold")), *answer])
        self.page.scroll_home(animate=False)
        self._bar.show_hint(Content.styled(COMPARE if self._is_revealed else SAY, "italic $foreground-muted"))
        self.show_keys()
