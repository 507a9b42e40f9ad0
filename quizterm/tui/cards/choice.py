"""Options to pick from; one or more are right."""

from textual.content import Content

from quizterm.course.model import Choice
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Block, Blocks, Item, Items, Paragraph
from quizterm.tui.cards.play import RIGHT, RIGHT_STYLE, WRONG, WRONG_STYLE, Play, verdict
from quizterm.tui.fields.picking import LETTERS, PickField
from quizterm.tui.markdown import phrase


class ChoicePlay(Play):
    hint = "Pick every right option by its letter."

    def __init__(self, question: Question, body: Choice) -> None:
        self._options = [body.options[place] for place in question.order]
        self._picks = PickField([phrase(option.text) for option in self._options], ordered=False)
        super().__init__(question)

    def make_field(self) -> PickField:
        return self._picks

    def revealed(self) -> Blocks:
        blocks: list[Block] = []
        if self._picks.letters:
            right = ", ".join(LETTERS[index] for index, option in enumerate(self._options) if option.right)
            is_right = self.question.judge_letters(self._picks.letters).right
            blocks.append(verdict(is_right, "Right", f"Not quite: {right} would be right"))
        blocks.append(Items(tuple(self._explained(index) for index in range(len(self._options)))))
        return [*blocks, *self.prose()]

    def suggested(self) -> Rating | None:
        return self.question.judge_letters(self._picks.letters).suggested

    def _explained(self, index: int) -> Item:
        option = self._options[index]
        is_picked = index in self._picks.picked
        style = (RIGHT_STYLE if option.right else WRONG_STYLE) if is_picked or option.right else "$foreground-muted"
        mark = Content.assemble(
            ("▸" if is_picked else " ", "bold $text-accent"),
            (f"{RIGHT if option.right else WRONG} {LETTERS[index]}  ", style),
        )
        why = [phrase(option.why).stylize_before("italic $foreground-muted")] if option.why else []
        return Item(mark, (Paragraph(Content("\n").join([phrase(option.text), *why])),))
