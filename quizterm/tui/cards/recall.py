"""Said aloud; then the key points that were said are ticked."""

from bisect import bisect_right
from itertools import accumulate

from textual.content import Content

from quizterm.course.model import Recall
from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Item, Items, Paragraph, Rule
from quizterm.tui.cards.play import Play
from quizterm.tui.layout import lay_out
from quizterm.tui.markdown import phrase


class RecallPlay(Play):
    hint = "Say the answer aloud, then look."

    def __init__(self, question: Question, body: Recall) -> None:
        super().__init__(question)
        self._points = body.key_points
        self._ticked: set[int] = set()

    def revealed(self) -> Blocks:
        if not self._points:
            return [Rule(), *self.prose()]
        said = f"{len(self._ticked)} of {len(self._points)}" if self._ticked else "tick by letter"
        title = Content.assemble("Did you say ", (said, "$foreground-muted"))
        return [Rule(title), Items(tuple(self._point(index) for index in range(len(self._points)))), *self.prose()]

    def suggested(self) -> Rating | None:
        return self.question.judge_ticks(self._ticked)

    def point_at(self, row: int, width: int) -> int | None:
        top, *_ = self.revealed()
        edges = accumulate(
            (len(lay_out([Items((self._point(index),))], width)) for index in range(len(self._points))),
            initial=len(lay_out([top], width)) + 1,
        )
        place = bisect_right([*edges], row) - 1
        return place if 0 <= place < len(self._points) else None

    def tick(self, index: int) -> bool:
        if index >= len(self._points):
            return False
        self._ticked ^= {index}
        return True

    def _point(self, index: int) -> Item:
        is_ticked = index in self._ticked
        box = Content.styled(
            "[x] " if is_ticked else "[ ] ", "bold $text-success" if is_ticked else "$foreground-muted"
        )
        letter = Content.styled(f"{self.letters[index]}  ", "bold $text-primary")
        return Item(box + letter, (Paragraph(phrase(self._points[index])),))
