"""Where the day's next card comes from, also in the days after a long break."""

from collections.abc import Collection

from quizterm.memory.events import Moment
from quizterm.memory.gain import by_gain
from quizterm.store.rows import ItemKind
from quizterm.study.allowance import allowance
from quizterm.study.come_back import ComeBack, come_back
from quizterm.study.queue import DayQueue, Queue, Remaining, first_of
from quizterm.study.session import Study
from quizterm.study.standing import LEARN_AHEAD_MS, is_due

MOST_RANKED = 10_000  # of more cards, those most likely forgotten are ranked: it takes a tenth of a second


class TodayQueue:
    """The cards of the day: those of a come-back, or the due and the new ones."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._day: int | None = None
        self._queue: Queue = DayQueue(study)

    def next(self, now: Moment, skip: Collection[int]) -> int | None:
        return self._of(now).next(now, skip)

    def remaining(self, now: Moment) -> Remaining:
        return self._of(now).remaining(now)

    def _of(self, now: Moment) -> Queue:
        if self._day != now.day:
            self._day = now.day
            due = self._study.store.counts(now).due.cards
            back = come_back(self._study, now, due, allowance(self._study, now))
            self._queue = DayQueue(self._study) if back is None else BacklogQueue(self._study, back, now)
        return self._queue


class BacklogQueue:
    """The due cards of a come-back, those that gain most first, as far as its cap goes; no new ones.

    Before them come cards that a wrong exercise brought back, or the learner set due, on this very day.
    The gains are those of the moment when the sitting began, or of the turn of the day.
    """

    def __init__(self, study: Study, back: ComeBack, now: Moment) -> None:
        self._study = study
        self._back = back
        self._ranked = by_gain(study.store.traces(now, MOST_RANKED), study.store.memory, now.day)

    def next(self, now: Moment, skip: Collection[int]) -> int | None:
        store, limits = self._study.store, allowance(self._study, now)
        if limits.reviews == 0:
            return None
        found = first_of(store.ended_ids(now, ItemKind.CARD, limit=len(skip) + 1), skip)
        if found is None:
            found = first_of(store.called_ids(now), skip)
        if found is None and self._back.left(limits) > 0:
            found = next(
                (item_id for item_id in self._ranked if item_id not in skip and self._is_due(item_id, now)), None
            )
        if found is None:
            found = first_of(store.learning_ahead(now, now.at + LEARN_AHEAD_MS), skip)
        return found

    def remaining(self, now: Moment) -> Remaining:
        counts, limits = self._study.store.counts(now), allowance(self._study, now)
        due = self._back.within(self._study, now, counts.due.cards, limits)
        return Remaining(due=due, new=0, learning=counts.learning.cards)

    def _is_due(self, item_id: int, now: Moment) -> bool:
        item = self._study.store.item(item_id)
        return item is not None and not item.gone and is_due(item.state, now)
