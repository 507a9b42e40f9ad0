"""The end of a quiz: the score, what it did to the schedule, and what was missed with its answers."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.course.model import CardKind
from quizterm.errors import QuiztermError
from quizterm.study.quiz import PhaseScore, QuizKind, QuizResult
from quizterm.study.undo import undo_newest
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Item, Items, Paragraph, Rule
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE
from quizterm.tui.cards.plays import play_of
from quizterm.tui.cards.preview import answer_of
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose

BAR_WIDTH = 24  # cells


class QuizResultScreen(ScrollingScreen):
    """Takes the place of the quiz."""

    PLACES = (Place.QUIZ_RESULT,)
    BINDINGS: ClassVar = bindings(Place.QUIZ_RESULT)

    def __init__(self, navigator: Navigator, kind: QuizKind, result: QuizResult) -> None:
        super().__init__(navigator)
        self._kind = kind
        self._result = result
        self._may_undo = bool(result.brought_back) or any(score.placed for score in result.phases)

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("End of the placement" if self._result.phases else "End of the quiz", "bold"))
        with Page():
            yield Prose(self._blocks())

    @property
    def states(self) -> tuple[str, ...]:
        return ("undoable",) if self._may_undo else ()

    def on_mount(self) -> None:
        self.show_keys()

    def action_undo(self) -> None:
        """Take back what this quiz did, once."""
        if not self._may_undo:
            self.tell("There is nothing to undo")
            return
        try:
            undone = undo_newest(self.navigator.study)
        except QuiztermError as error:
            self.tell(str(error))
            return
        self._may_undo = False
        self.show_keys()
        self.tell(undone.sentence if undone is not None else "There is nothing to undo")

    def _blocks(self) -> list[Block]:
        result = self._result
        full = round(BAR_WIDTH * result.right / max(result.asked, 1))
        bar = Content.assemble(("█" * full, "$success"), ("█" * (BAR_WIDTH - full), "$foreground 15%"))
        score = Content.assemble((f"{result.right} of {result.asked} right", "bold"), "  ", bar)
        blocks: list[Block] = [Paragraph(score), *self._consequences()]
        for question in result.missed:
            card, play = question.card, play_of(question)
            lesson = one_line(f"Missed in {question.lesson_title}", "$foreground-muted")
            answer = [Rule(), *answer_of(card)] if card.kind is CardKind.RECALL else play.revealed()
            blocks += [Rule(lesson), *play.asked_again(), *answer]
        return blocks

    def _consequences(self) -> list[Block]:
        result = self._result
        if self._kind is QuizKind.PLACEMENT:
            return [Items(tuple(_phase(score) for score in result.phases))]
        if self._kind is QuizKind.BEFORE:
            return [Paragraph(Content.styled("Now read: what you missed is in the lesson.", "$foreground-muted"))]
        if not result.brought_back:
            return []
        back = count_text(len(result.brought_back), "missed card")
        return [Paragraph(Content.styled(f"{back} will be asked in your next review.", "$foreground-muted"))]


def _phase(score: PhaseScore) -> Item:
    mark = Content.styled(f"{RIGHT} ", RIGHT_STYLE) if score.passed else Content.styled(f"{WRONG} ", WRONG_STYLE)
    known = f"; {count_text(score.placed, 'card')} entered as known" if score.placed else ""
    words = one_line(score.phase) + Content.styled(f"  {score.right} of {score.asked}{known}", "$foreground-muted")
    return Item(mark, (Paragraph(words),))
