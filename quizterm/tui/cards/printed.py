"""Typing what code prints, or the shape of what it makes."""

from quizterm.course.model import CardKind, Printed
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Code, Columns
from quizterm.tui.cards.difference import difference
from quizterm.tui.cards.play import Play, verdict
from quizterm.tui.fields.typing import TypedField
from quizterm.tui.text import plain


class PrintedPlay(Play):
    def __init__(self, question: Question, body: Printed) -> None:
        is_shape = question.card.kind is CardKind.SHAPE
        self.hint = "Type the shape." if is_shape else "Type what it prints; ↓ begins another line."
        self._fact = "the shape" if is_shape else "it prints"
        self._output = body.output
        self._typing = TypedField("the shape" if is_shape else "what it prints")
        super().__init__(question)

    def make_field(self) -> TypedField:
        return self._typing

    def revealed(self) -> Blocks:
        typed = self._typing.text.strip()
        output = Code(plain(self._output.rstrip("\n")), title=self._fact)
        if not typed:
            return [output, *self.prose()]
        if self.question.judge_typed(typed).matches:
            return [verdict(True, "Right", ""), output, *self.prose()]
        ours, theirs = difference(self._output.strip("\n"), typed)
        columns = Columns((Code(theirs, title="you typed"),), (Code(ours, title=self._fact),))
        return [verdict(False, "", "Not the same: what differs is marked"), columns, *self.prose()]

    def suggested(self) -> Rating | None:
        typed = self._typing.text
        return self.question.judge_typed(typed).suggested if typed.strip() else None
