"""Code with a fault; the line is named aloud."""

from difflib import SequenceMatcher

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
        return [self.title(), *blocks_of(self.question.card.question, numbered=True)]

    def revealed(self) -> Blocks:
        body = self._body
        changed = _new_lines(body.code, body.repaired)
        repaired = Code(highlight_python(body.repaired.rstrip("\n")), title="repaired", marked=changed)
        return [Rule(), *self.prose(), repaired, *self._outputs(body.output, body.repaired_output)]

    def _outputs(self, before: str, after: str) -> list[Block]:
        shown = [
            Code(plain(text.rstrip("\n")), title=title)
            for text, title in ((before, "it printed"), (after, "repaired, it prints"))
            if text.strip()
        ]
        return [Columns((shown[0],), (shown[1],))] if len(shown) == 2 else list(shown)


def _new_lines(before: str, after: str) -> frozenset[int]:
    """Numbers of the lines of `after` that `before` does not have there."""
    matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    changes = [(first, last) for kind, _, _, first, last in matcher.get_opcodes() if kind != "equal"]
    return frozenset(number + 1 for first, last in changes for number in range(first, last))
