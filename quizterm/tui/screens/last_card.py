"""A look back at the card before this one: question, answer, and how it was graded."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Paragraph, Rule
from quizterm.tui.cards.noted import noted
from quizterm.tui.cards.preview import answer_of, question_of
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.grades import NAMES
from quizterm.tui.widgets.prose import Prose


class LastCardScreen(ScrollingScreen):
    """Lies upon the review."""

    PLACES = (Place.INFO,)
    BINDINGS: ClassVar = bindings(Place.INFO)

    def __init__(self, navigator: Navigator, question: Question, rating: Rating, note: str) -> None:
        super().__init__(navigator)
        self._question = question
        self._rating = rating
        self._note = note

    def compose_body(self) -> ComposeResult:
        card = self._question.card
        interval = next(button.label for button in self._question.buttons if button.rating is self._rating)
        graded = f"{NAMES[self._rating]} → {interval}" if interval else NAMES[self._rating]
        yield TopBar(Content("The last card: ") + one_line(card.title, "bold"), Content(graded))
        with Page():
            head = Paragraph(one_line(card.title, "bold $text-primary"))
            yield Prose([head, *question_of(card), Rule(Content("answer")), *answer_of(card), *noted(self._note)])
