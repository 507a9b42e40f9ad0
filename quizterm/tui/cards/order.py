"""Steps to put in order."""

from textual.content import Content

from quizterm.course.model import Order
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Block, Blocks, Item, Items
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE, Play, verdict
from quizterm.tui.fields.picking import PickField
from quizterm.tui.markdown import blocks_of


class OrderPlay(Play):
    hint = "Type the letters in the right order."

    def __init__(self, question: Question, body: Order) -> None:
        self._steps = body.steps
        self._picks = PickField([blocks_of(body.steps[place]) for place in question.order], ordered=True)
        super().__init__(question)

    def make_field(self) -> PickField:
        return self._picks

    def revealed(self) -> Blocks:
        blocks: list[Block] = []
        if self._picks.picked:
            is_right = self.question.judge_order(self._picks.picked).right
            blocks.append(
                verdict(is_right, "The right order", "Not quite: the right order, and where you had each step")
            )
        blocks.append(Items(tuple(self._placed(place) for place in range(len(self._steps)))))
        return [*blocks, *self.prose()]

    def suggested(self) -> Rating | None:
        picked = self._picks.picked
        return self.question.judge_order(picked).suggested if picked else None

    def _placed(self, place: int) -> Item:
        given = [self.question.order[shown] for shown in self._picks.picked]
        number = Content.styled(f"{place + 1:>2}. ", "bold")
        if not given:
            return Item(number, blocks_of(self._steps[place]))
        at = given.index(place) if place in given else None
        if at == place:
            mark = Content.styled(f"{RIGHT}    ", RIGHT_STYLE)
        else:
            mark = Content.styled(f"{WRONG} {'–' if at is None else at + 1:<2} ", WRONG_STYLE)
        return Item(mark + number, blocks_of(self._steps[place]))
