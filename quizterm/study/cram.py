"""A cram: cards asked once more before an examination, say, without a trace in the log or in the schedule."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, Moment
from quizterm.memory.item import Rating
from quizterm.store.rows import DueOrder, ItemKind
from quizterm.study.question import Button, Question
from quizterm.study.queue import Remaining
from quizterm.study.review import Review
from quizterm.study.session import Study, lesson_key
from quizterm.study.sitting import Answered, Summary

MEANWHILE = 5  # other cards that are asked before one that was missed comes again


class _Given(NamedTuple):
    """An answer of the cram, to be taken back by `undo`."""

    item_id: int
    title: str
    comes_again: bool
    was_again: bool  # the card had been missed before


class CramQueue:
    """Each card once, one that was missed until it is known. The store is only read, and only at the beginning.

    Args:
        seen: cards that were answered before, in their order.
        unseen: cards that were not; they come after those.
    """

    def __init__(self, seen: list[int], unseen: list[int]) -> None:
        self._waiting = [*seen, *unseen]
        self._unseen = frozenset(unseen)
        self._missed: set[int] = set()

    def next(self, _now: Moment, skip: Collection[int]) -> int | None:
        return next((item_id for item_id in self._waiting if item_id not in skip), None)

    def remaining(self, _now: Moment) -> Remaining:
        missed = len(self._missed)
        new = sum(item_id in self._unseen and item_id not in self._missed for item_id in self._waiting)
        return Remaining(due=len(self._waiting) - missed - new, new=new, learning=missed)

    def take(self, item_id: int, title: str, *, comes_again: bool) -> _Given:
        """The card was answered: it is done with, or comes again after some others."""
        given = _Given(item_id, title, comes_again, item_id in self._missed)
        self._waiting.remove(item_id)
        self._missed.discard(item_id)
        if comes_again:
            self._waiting.insert(MEANWHILE, item_id)
            self._missed.add(item_id)
        return given

    def give_back(self, given: _Given) -> None:
        """The card is the next again, as it was."""
        if given.comes_again:
            self._waiting.remove(given.item_id)
        self._waiting.insert(0, given.item_id)
        (self._missed.add if given.was_again else self._missed.discard)(given.item_id)


class Cram(Review):
    """A sitting of which nothing is recorded: all cards that were seen, or all of a lesson, also those never asked.

    Args:
        lesson: a lesson's slug; only its cards are asked.
        limit: the cram ends after so many answers.
        order: of the cards that were seen; None for the one that the settings say.
        is_due: only the cards that are due.

    Raises:
        UsageError: there is no such lesson.
    """

    title = "Cram, not recorded"

    def __init__(
        self,
        study: Study,
        *,
        lesson: str | None = None,
        limit: int | None = None,
        order: DueOrder | None = None,
        is_due: bool = False,
    ) -> None:
        self._cards = _cards(study, lesson, order or DueOrder(study.settings.review_order), is_due=is_due)
        self._given: list[_Given] = []
        super().__init__(study, lesson=lesson, limit=limit, queue=self._cards)

    def answer(self, rating: Rating, duration_ms: int) -> None:
        """Go on to the next card; one graded Again comes back within this cram."""
        question = self._current()
        taken = self._cards.take(question.item_id, question.card.title, comes_again=rating is Rating.AGAIN)
        self._given.append(taken)
        self._answered.append(
            Answered(question.item_id, rating, max(0, duration_ms), question.is_new, question.lesson_title)
        )
        self.refresh()

    def undo(self) -> str | None:
        """Ask the card again that was answered last in this cram; None when it is the first."""
        if not self._given:
            return None
        given = self._given.pop()
        self._answered.pop()
        self._cards.give_back(given)
        self.refresh()
        return f"Took back the answer to “{given.title}”"

    def summary(self) -> Summary:
        """How the cram went; it says nothing of what comes later today, which it has not changed."""
        return replace(super().summary(), next_at=None)

    def why_nothing(self, resuming: str | None = None) -> tuple[str, ...]:
        del resuming
        return ("There is nothing to cram: no card of this choice was answered before, or all are put away",)

    def _ask(self, item_id: int) -> Question | None:
        """A question whose buttons promise no day."""
        question = super()._ask(item_id)
        if question is None:
            return None
        return replace(question, buttons=tuple(Button(button.rating, "") for button in question.buttons))

    def _record(self, question: Question, *drafts: Draft) -> None:
        what = drafts[0].kind
        raise UsageError(f"a cram records nothing: {question.display_id} cannot be {what} here; do that in a review")


def _cards(study: Study, lesson: str | None, order: DueOrder, *, is_due: bool) -> CramQueue:
    store, now = study.store, study.now()
    entry = study.catalog.find_lesson(lesson) if lesson is not None else None
    lessons = [lesson_key(entry.course, entry.slug)] if entry is not None else None
    if is_due:
        return CramQueue(store.due_ids(now, ItemKind.CARD, lessons, order=order), [])
    unseen = store.new_ids(now, ItemKind.CARD, lessons) if lessons is not None else []
    return CramQueue(store.seen_ids(now, lessons, order), unseen)
