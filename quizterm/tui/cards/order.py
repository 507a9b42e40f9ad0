"""Steps to put in order."""

from collections.abc import Sequence

from textual.content import Content

from quizterm.course.model import Order
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Item, Items, Paragraph
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE, Play, verdict
from quizterm.tui.fields.picking import PickField
from quizterm.tui.markdown import phrase


class OrderPlay(Play):
    hint = "Type the letters in the right order."

    def __init__(self, question: Question, body: Order) -> None:
        self._steps = body.steps
        self._picks = PickField([phrase(body.steps[place]) for place in question.order], ordered=True)
        super().__init__(question)

    def make_field(self) -> PickField:
        return self._picks

    def revealed(self) -> Blocks:
        picked = self._picks.picked
        if not picked:
            steps = [Item(_number(place), (Paragraph(phrase(step)),)) for place, step in enumerate(self._steps)]
            return [Items(tuple(steps)), *self.prose()]
        result = self.question.judge_order(picked)
        head = verdict(result.right, "The right order", "Not quite: the right order, and where you had each step")
        given = [self.question.order[shown] for shown in picked]
        marked = [
            Item(_mark(is_right, given, place) + _number(place), (Paragraph(phrase(step)),))
            for place, (step, is_right) in enumerate(zip(self._steps, result.places, strict=True))
        ]
        return [head, Items(tuple(marked)), *self.prose()]

    def suggested(self) -> Rating | None:
        return self.question.judge_order(self._picks.picked).suggested


def _number(place: int) -> Content:
    return Content.styled(f"{place + 1:>2}. ", "bold")


def _mark(is_right: bool, given: Sequence[int], place: int) -> Content:
    """Whether the right step stood in a place, and if not, where the learner had it."""
    if is_right:
        return Content.styled(f"{RIGHT}    ", RIGHT_STYLE)
    had_at = given.index(place) + 1 if place in given else "–"
    return Content.styled(f"{WRONG} {had_at:<2} ", WRONG_STYLE)
