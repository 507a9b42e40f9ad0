"""Typing what code prints, or the shape of what it makes."""

from quizterm.course.model import CardKind, Printed
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Code, Columns
from quizterm.tui.cards.difference import compared
from quizterm.tui.cards.play import Play, verdict
from quizterm.tui.fields.typing import TypedField
from quizterm.tui.text import plain

_WORDS = {
    CardKind.OUTPUT: ("what it prints", "Type what it prints; ↓ begins another line."),
    CardKind.SHAPE: ("the shape", "Type the shape."),
}


class PrintedPlay(Play):
    def __init__(self, question: Question, body: Printed) -> None:
        self._fact, self.hint = _WORDS[question.card.kind]
        self._output = body.output
        self._typing = TypedField(self._fact)
        super().__init__(question)

    def make_field(self) -> TypedField:
        return self._typing

    def revealed(self) -> Blocks:
        typed = self._typing.text
        result = self.question.judge_typed(typed)
        if result.matches or not typed.strip():
            output = Code(plain(self._output.rstrip("\n")), title=self._fact)
            return [*([verdict(True, "Right", "")] if result.matches else []), output, *self.prose()]
        expected, given = compared(result.lines)
        columns = Columns((Code(given, title="you typed"),), (Code(expected, title=self._fact),))
        return [verdict(False, "", f"Not {self._fact}"), columns, *self.prose()]

    def suggested(self) -> Rating | None:
        return self.question.judge_typed(self._typing.text).suggested
