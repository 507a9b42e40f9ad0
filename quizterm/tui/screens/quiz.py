"""A quiz: some questions one after another, judged where that can be done, else by the learner's own word."""

from string import ascii_lowercase
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.memory.item import Rating
from quizterm.study.quiz import JUDGED_KINDS, Quiz, QuizKind
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE, Play
from quizterm.tui.cards.plays import play_of
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.repeat import RepeatGuard
from quizterm.tui.screens.scrolling import ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.card import CardView
from quizterm.tui.widgets.grades import GradeBar

TITLES = {QuizKind.BEFORE: "Before reading", QuizKind.AFTER: "Quiz", QuizKind.PLACEMENT: "Placement"}


class QuizScreen(ScrollingScreen):
    """Questions come and go in place; the result takes the place of the screen."""

    PLACES = (Place.QUIZ,)
    BINDINGS: ClassVar = bindings(
        Place.QUIZ_FIELD, Place.QUIZ_QUESTION, Place.QUIZ_JUDGED, Place.QUIZ_OWN_WORD, Place.QUIZ
    )

    def __init__(self, navigator: Navigator, quiz: Quiz) -> None:
        super().__init__(navigator)
        self._quiz = quiz
        self._at = 0
        self._right: list[bool] = []
        self._play: Play = play_of(quiz.questions[0])
        self._is_revealed = False
        self._guard = RepeatGuard(navigator.monotonic)
        self._top = TopBar()
        self._card = CardView()
        self._bar = GradeBar()

    def compose_body(self) -> ComposeResult:
        yield self._top
        yield self._card
        yield self._bar

    @property
    def places(self) -> tuple[Place, ...]:
        if self._is_revealed:
            return (Place.QUIZ_JUDGED if self._is_judged else Place.QUIZ_OWN_WORD, Place.QUIZ)
        return (Place.QUIZ_FIELD if self._card.is_typing else Place.QUIZ_QUESTION, Place.QUIZ)

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return (Place.QUIZ_FIELD,) if self._card.is_text_typed else super().shown_places

    async def on_mount(self) -> None:
        await self._ask()

    def on_descendant_focus(self) -> None:
        self._show_bar()

    def on_descendant_blur(self) -> None:
        self._show_bar()

    async def on_grade_bar_pressed(self) -> None:
        if not self._is_revealed:
            self.action_reveal()
        elif self._is_judged:
            await self.action_go_on()

    def action_reveal(self) -> None:
        self._is_revealed = True
        self._guard.begin()
        self._card.reveal(self._play)
        self._show_bar()

    def action_leave_field(self) -> None:
        self.set_focus(None)

    def action_enter_field(self) -> None:
        if self._card.is_typing:
            self.focus_next()
        elif not self._is_revealed:
            self._card.begin()

    def action_tick(self, key: str) -> None:
        self._tick(ascii_lowercase.index(key))

    def on_card_view_ticked(self, event: CardView.Ticked) -> None:
        self._tick(event.index)

    def _tick(self, index: int) -> None:
        if self._play.tick(index):
            self._card.update_answer(self._play)

    async def action_go_on(self) -> None:
        if not self._guard.is_repeat():
            await self._record(self._is_right)

    async def action_knew(self) -> None:
        await self._record(True)

    async def action_did_not_know(self) -> None:
        await self._record(False)

    def action_back(self) -> None:
        """End early: what was answered counts, but a placement that is not complete places nothing."""
        if self._right and self._quiz.kind is not QuizKind.PLACEMENT:
            self.navigator.end_quiz(self._quiz)
        else:
            self.navigator.go_back()
            if self._quiz.kind is QuizKind.PLACEMENT:
                self.navigator.tell("The placement was left: nothing is entered as known")

    @property
    def _is_judged(self) -> bool:
        return self._play.question.card.kind in JUDGED_KINDS

    @property
    def _is_right(self) -> bool:
        suggested = self._play.suggested()
        return suggested is not None and suggested is not Rating.AGAIN

    async def _record(self, right: bool) -> None:
        if self._at < len(self._quiz.questions):  # not where its end could not be stored, and is asked for again
            self._quiz.record(self._at, right=right)
            self._right.append(right)
            self._at += 1
        if self._at == len(self._quiz.questions):
            self.navigator.end_quiz(self._quiz)
        else:
            await self._ask()

    async def _ask(self) -> None:
        question = self._quiz.questions[self._at]
        self._play = play_of(question)
        self._play.letters = self.keys_of(Place.QUIZ_OWN_WORD, "tick")
        self._is_revealed = False
        marks = [
            Content.styled(RIGHT, RIGHT_STYLE) if right else Content.styled(WRONG, WRONG_STYLE) for right in self._right
        ]
        count = Content.styled(f" {self._at + 1} of {len(self._quiz.questions)}", "$foreground-muted")
        title = Content.styled(TITLES[self._quiz.kind], "bold") + " › " + one_line(question.lesson_title)
        self._top.show(title, Content("").join(marks) + count)
        await self._card.ask(self._play)
        self._show_bar()

    def _show_bar(self) -> None:
        self._bar.show_hint(self._words())
        self.show_keys()

    def _words(self) -> Content:
        if not self._is_revealed:
            way_back = f"{self.key_of('enter_field')} leads back into the field."
            hint = way_back if self._card.is_field_left else self._play.hint
            return Content.styled(hint, "italic $foreground-muted")
        if not self._is_judged:
            return Content.styled("Did you know it? ", "bold") + self._choices()
        if self._is_right:
            return Content.styled(f"{RIGHT} That counts as right", RIGHT_STYLE)
        return Content.styled(f"{WRONG} That counts as missed", WRONG_STYLE)

    def _choices(self) -> Content:
        knew, did_not = self.key_of("knew"), self.key_of("did_not_know")
        return Content.assemble((knew, "bold $text-success"), " yes  ", (did_not, "bold $text-error"), " no")
