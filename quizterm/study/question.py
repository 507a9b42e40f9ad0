"""One card as it is asked: the card, what each grade would do, and the judging of what was typed or ticked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from quizterm.course import answers
from quizterm.course.cloze import Blank, Text, split_cloze
from quizterm.course.model import Body, Card, CardKind, Choice, Cloze, Order, Printed, Recall
from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState, Phase, Rating
from quizterm.memory.scheduler import Preview
from quizterm.store.rows import Shown

AnyBody = TypeVar("AnyBody", bound=Body)


@dataclass(frozen=True, slots=True)
class Button:
    """A grade, and when the card would come back."""

    rating: Rating
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """A card at the moment it is asked; `shown` tells whether it changed since."""

    item_id: int
    shown: Shown
    asked: Moment
    preview: Preview
    card: Card
    display_id: str
    lesson_title: str
    section_title: str
    buttons: tuple[Button, ...]
    order: tuple[int, ...]  # for choice and order cards: indexes into the body's options or steps, as shown

    @property
    def state(self) -> ItemState:
        return self.shown.state

    @property
    def is_new(self) -> bool:
        return self.state.phase is Phase.NEW

    @property
    def cloze_pieces(self) -> tuple[Text | Blank, ...]:
        """The question of a cloze card: Markdown, and the blanks in it."""
        return split_cloze(self.card.question)

    def judge_typed(self, text: str) -> answers.PrintedResult:
        """Compare typed text with what an output or shape card prints."""
        return answers.judge_printed(self._body(Printed), text, shape=self.card.kind is CardKind.SHAPE)

    def judge_blanks(self, texts: Sequence[str]) -> answers.BlanksResult:
        return answers.judge_blanks(self._body(Cloze), texts)

    def judge_letters(self, letters: str) -> answers.ChoiceResult:
        """Judge the letters of the shown options, `a` for the first."""
        return answers.judge_choice(self._body(Choice), self.order, letters)

    def judge_order(self, positions: Sequence[int]) -> answers.OrderResult:
        """Judge the learner's order, given as positions among the shown steps."""
        return answers.judge_order(self._body(Order), [self.order[position] for position in positions])

    def judge_ticks(self, ticked: Collection[int]) -> Rating | None:
        """The grade that the ticked key points suggest; None when none is ticked."""
        return answers.suggest_from_ticks(self._body(Recall), ticked)

    def _body(self, kind: type[AnyBody]) -> AnyBody:
        if not isinstance(self.card.body, kind):
            raise TypeError(f"{self.card.id} is a {self.card.kind} card, it has no {kind.__name__} body")
        return self.card.body
