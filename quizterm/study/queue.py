"""Where a sitting's next card comes from.

Nothing is queued in memory: each card is the first that the store finds at that moment. So an answer given in another
quizterm, a step that ends meanwhile or the turn of the day needs no bookkeeping.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from quizterm.memory.events import Moment
from quizterm.store.rows import DueOrder, Item, ItemKind
from quizterm.study.allowance import allowance
from quizterm.study.offering import offered_lessons
from quizterm.study.session import Study
from quizterm.study.standing import LEARN_AHEAD_MS, is_due, is_due_soon, is_later_today, is_new


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a sitting still holds; `learning` counts steps that end later today."""

    due: int
    new: int
    learning: int


class Queue(Protocol):
    """A choice of cards."""

    def next(self, now: Moment, skip: Collection[int], /) -> int | None:
        """The id of the item to ask now, passing over those in `skip`."""

    def remaining(self, now: Moment, /) -> Remaining: ...


class DayQueue:
    """Due cards, then new ones as far as the day's limits go, then learning steps about to end; nothing beyond the cap
    on reviews, which counts every answer.

    With `lessons`, only those lessons' cards, offered by Today or not; without, new cards of all offered lessons.

    Args:
        order: of the due cards; None for the one of the settings.
    """

    def __init__(self, study: Study, lessons: Sequence[str] | None = None, order: DueOrder | None = None) -> None:
        self._study = study
        self._lessons = lessons
        self._order = order or DueOrder(study.settings.review_order)

    def next(self, now: Moment, skip: Collection[int]) -> int | None:
        store, wanted = self._study.store, len(skip) + 1
        limits = allowance(self._study, now)
        if limits.reviews == 0:
            return None
        found = first_of(store.due_ids(now, ItemKind.CARD, self._lessons, wanted, self._order), skip)
        if found is not None:
            return found
        if limits.new_cards > 0:
            found = first_of(store.new_ids(now, ItemKind.CARD, self._new_lessons(), limit=wanted), skip)
            if found is not None:
                return found
        return first_of(store.learning_ahead(now, now.at + LEARN_AHEAD_MS, self._lessons), skip)

    def remaining(self, now: Moment) -> Remaining:
        store, limits = self._study.store, allowance(self._study, now)
        counts = store.counts(now, self._lessons)
        return Remaining(
            due=min(counts.due.cards, limits.reviews),
            new=self._new_within(limits.new_cards, now),
            learning=counts.learning.cards,
        )

    def _new_within(self, limit: int, now: Moment) -> int:
        if limit == 0:
            return 0
        return len(self._study.store.new_ids(now, ItemKind.CARD, self._new_lessons(), limit=limit))

    def _new_lessons(self) -> Sequence[str]:
        return self._lessons if self._lessons is not None else offered_lessons(self._study)


class AheadQueue:
    """Cards that are due or will be within some days, those most likely forgotten first.

    No new ones; and no cap, since who asks for them wants more than the day holds. One that fails runs through its
    steps as ever.
    """

    def __init__(self, study: Study, days: int, lessons: Sequence[str] | None = None) -> None:
        self._study = study
        self._days = days
        self._lessons = lessons

    def next(self, now: Moment, skip: Collection[int]) -> int | None:
        store, wanted = self._study.store, len(skip) + 1
        found = first_of(store.ended_ids(now, ItemKind.CARD, self._lessons, wanted), skip)
        if found is None:
            found = first_of(store.ahead_ids(now, self._days, self._lessons, wanted), skip)
        if found is None:
            found = first_of(store.learning_ahead(now, now.at + LEARN_AHEAD_MS, self._lessons), skip)
        return found

    def remaining(self, now: Moment) -> Remaining:
        store = self._study.store
        ended = store.ended_ids(now, ItemKind.CARD, self._lessons)
        ahead = store.ahead_ids(now, self._days, self._lessons)
        return Remaining(due=len(ended) + len(ahead), new=0, learning=store.counts(now, self._lessons).learning.cards)


class SectionQueue:
    """The cards of one section: those due, then all its new ones, since reading is where cards are met first."""

    def __init__(self, study: Study, card_ids: Sequence[str]) -> None:
        self._study = study
        self._card_ids = card_ids

    def next(self, now: Moment, skip: Collection[int]) -> int | None:
        items = [item for item in self._items() if item.id not in skip]
        for wanted in (is_due, is_new, is_due_soon):
            for item in items:
                if wanted(item.state, now):
                    return item.id
        return None

    def remaining(self, now: Moment) -> Remaining:
        states = [item.state for item in self._items()]
        return Remaining(
            due=sum(is_due(state, now) for state in states),
            new=sum(is_new(state, now) for state in states),
            learning=sum(is_later_today(state, now) for state in states),
        )

    def _items(self) -> list[Item]:
        found = self._study.store.items_by_keys(self._card_ids)
        return [found[key] for key in self._card_ids if key in found]


def first_of(ids: Sequence[int], skip: Collection[int]) -> int | None:
    """The first of the ids that is not passed over."""
    return next((item_id for item_id in ids if item_id not in skip), None)
