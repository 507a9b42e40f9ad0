"""Code with a fault; the line is named aloud."""

from quizterm.course.model import Bug
from quizterm.study.question import Question
from quizterm.tui.blocks import Block, Blocks, Code, Columns, Rule
from quizterm.tui.cards.play import Play
from quizterm.tui.highlight import highlight_python
from quizterm.tui.markdown import blocks_of
from quizterm.tui.text import plain


class BugPlay(Play):
    hint = "Name the faulty line and say why, then look."

    def __init__(self, question: Question, body: Bug) -> None:
        super().__init__(question)
        self._body = body

    def asked(self) -> Blocks:
        return blocks_of(self.question.card.question, numbered=True)

    def revealed(self) -> Blocks:
        body = self._body
        repaired = Code(highlight_python(body.repaired.rstrip("\n")), title="repaired")
        return [Rule(), *self.prose(), repaired, *self._outputs(body.output, body.repaired_output)]

    def _outputs(self, before: str, after: str) -> list[Block]:
        shown = [
            Code(plain(text.rstrip("\n")), title=title)
            for text, title in ((before, "it printed"), (after, "repaired, it prints"))
            if text.strip()
        ]
        return [Columns((shown[0],), (shown[1],))] if len(shown) == 2 else list(shown)
