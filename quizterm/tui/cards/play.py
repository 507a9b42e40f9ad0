"""What a card in play is to the review, whatever its kind."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from string import ascii_lowercase

from textual.content import Content

from quizterm.memory.item import Rating
from quizterm.study.question import Question
from quizterm.tui.blocks import Blocks, Paragraph
from quizterm.tui.fields.field import AnswerField
from quizterm.tui.markdown import blocks_of
from quizterm.tui.text import one_line

RIGHT = "✓"
WRONG = "✗"
RIGHT_STYLE = "bold $text-success"
WRONG_STYLE = "bold $text-error"
FLAG = Content.styled("⚑ ", "bold $text-error")


class Play(ABC):
    """One question from being asked to being graded.

    `hint` tells how to answer, in our own words. A field, if there is one, is made once and keeps its text.
    `letters` are the keys that tick key points.
    """

    hint: str
    letters: Sequence[str] = ascii_lowercase

    def __init__(self, question: Question) -> None:
        self.question = question
        self.field = self.make_field()

    def make_field(self) -> AnswerField | None:
        """Where the answer is typed; None if it is said aloud."""
        return None

    def asked(self) -> Blocks:
        """The question under the card's title."""
        return [self.title(), *blocks_of(self.question.card.question)]

    def asked_again(self) -> Blocks:
        """The question as it stands above the answer."""
        return self.asked()

    @abstractmethod
    def revealed(self) -> Blocks:
        """The answer, with what was typed beside it."""

    def suggested(self) -> Rating | None:
        """The grade that the answer suggests; None where nothing was typed or ticked."""
        return None

    def point_at(self, row: int, width: int) -> int | None:
        """The key point that stands in a row of the revealed answer, laid out at a width; None if none does."""
        del row, width
        return None

    def tick(self, index: int) -> bool:
        """Tick or untick a key point after the reveal; whether there is one."""
        del index
        return False

    def title(self) -> Paragraph:
        return Paragraph(one_line(self.question.card.title, "bold $text-primary"))

    def prose(self) -> Blocks:
        """What the card says about its answer."""
        return blocks_of(self.question.card.answer)


def verdict(is_right: bool, right: str, wrong: str) -> Paragraph:
    """One line that says how the typed answer compares, in our own words."""
    mark, words, style = (RIGHT, right, RIGHT_STYLE) if is_right else (WRONG, wrong, WRONG_STYLE)
    return Paragraph(Content.styled(f"{mark} {words}", style))
