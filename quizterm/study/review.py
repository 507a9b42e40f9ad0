"""One sitting: which card is asked now, and what an answer, an undo, a bury or a suspend does."""

from quizterm.errors import ItemChangedError, UsageError
from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import Rating
from quizterm.store.rows import DueOrder
from quizterm.study.asking import ask
from quizterm.study.come_back_queue import TodayQueue
from quizterm.study.consequences import consequences
from quizterm.study.question import Question
from quizterm.study.queue import AheadQueue, DayQueue, Queue, Remaining, SectionQueue
from quizterm.study.session import Study, lesson_key
from quizterm.study.sitting import Answered, Summary, summarise
from quizterm.study.undo import undo_newest
from quizterm.study.words import count_text

_ASKED_AGAIN = frozenset({EventKind.REVIEWED, EventKind.BURIED, EventKind.SUSPENDED})


class Review:
    """Cards one after another: the whole day's, one lesson's, or one section's while reading.

    Args:
        lesson: a lesson's slug; only its cards are asked.
        section: a section's slug within that lesson.
        limit: the sitting ends after so many answers.
        order: of all the due cards, also after a long break; None for the one that the settings say.
        ahead: also the cards that will be due within so many days, those most likely forgotten first; no new ones.

    Raises:
        UsageError: there is no such lesson or section.
    """

    title = ""  # plain words that stand before each card, where the sitting is not an ordinary one

    def __init__(
        self,
        study: Study,
        *,
        lesson: str | None = None,
        section: str | None = None,
        limit: int | None = None,
        order: DueOrder | None = None,
        ahead: int | None = None,
        queue: Queue | None = None,
    ) -> None:
        self.lesson = lesson
        self.section = section
        self._study = study
        self.is_whole_day = lesson is None and limit is None and ahead is None and queue is None
        self._ahead = ahead
        self._queue = queue or _queue(study, lesson, section, order, ahead)
        self._limit = limit
        self._answered: list[Answered] = []
        self._missing: set[int] = set()  # items whose card vanished from its file since the course was loaded
        self.question: Question | None = None
        self.refresh()

    @property
    def remaining(self) -> Remaining:
        return self._queue.remaining(self._study.now())

    def refresh(self) -> None:
        """Choose the question anew, since time has passed or an item changed."""
        self.question = None
        if self._limit is not None and len(self._answered) >= self._limit:
            return
        now = self._study.now()
        with self._study.store.snapshot():  # else another process may answer a card after it was chosen, unnoticed
            while self.question is None:
                item_id = self._queue.next(now, self._missing)
                if item_id is None:
                    return
                self.question = self._ask(item_id)

    def answer(self, rating: Rating, duration_ms: int) -> str | None:
        """Record the grade of the current question, with all that follows, in one transaction; go on to the next.

        Args:
            duration_ms: from the question's appearance to the grade.

        Returns:
            One plain sentence for the learner where the card became a leech.

        Raises:
            ItemChangedError: another quizterm changed the card since it was shown; `question` is chosen anew.
        """
        question = self._current()
        now = self._study.now()
        due_day, due_at = self._due(question, rating, now)
        duration = max(0, duration_ms)
        draft = Draft(
            kind=EventKind.REVIEWED,
            moment=now,
            item_id=question.item_id,
            rating=rating,
            duration=duration,
            weights=question.shown.weights,
            due_day=due_day,
            due_at=due_at,
        )
        answered = Answered(question.item_id, rating, duration, question.is_new, question.lesson_title)
        after = question.preview[rating - 1].state
        # Whoever reads a section asks for all of its cards.
        follows = consequences(self._study, question, after, now, siblings=self.section is None)
        self._record(question, draft, *follows.drafts)
        self._move_load(question, due_day if due_at is None and not follows.suspends else None)
        self._answered.append(answered)
        self.refresh()
        return follows.sentence

    def toggle_flag(self) -> str:
        """Flag the current card, or take its flag off, and ask it as it is now; one plain sentence on which it was."""
        question = self._current()
        is_flagged = not question.state.flagged
        kind = EventKind.FLAGGED if is_flagged else EventKind.UNFLAGGED
        self._record(question, Draft(kind=kind, moment=self._study.now(), item_id=question.item_id))
        self.question = self._ask(question.item_id)
        if self.question is None:
            self.refresh()
        return f"{question.display_id} is {'flagged' if is_flagged else 'no longer flagged'}"

    def ask_again(self) -> None:
        """Ask the current card as it is now, since its text changed or something was noted of it."""
        self.question = self._ask(self._current().item_id)
        if self.question is None:
            self.refresh()

    def bury(self) -> None:
        """Hide the current card until the next study day."""
        self._put_away(EventKind.BURIED)

    def suspend(self) -> None:
        """Hide the current card until it is resumed."""
        question = self._current()
        self._put_away(EventKind.SUSPENDED)
        self._move_load(question, None)

    def is_put_away(self, item_id: int) -> bool:
        """Whether a card is suspended, as a leech may be by an answer."""
        item = self._study.store.item(item_id)
        return item is not None and item.state.suspended

    def undo(self) -> str | None:
        """Take back the newest action of the log, also one from before this sitting; what it took away is asked again.

        Returns one plain sentence on what was taken back, or None when nothing is left.
        """
        undone = undo_newest(self._study)
        if undone is None:
            return None
        if undone.kind is EventKind.REVIEWED:
            self._forget_answer(undone.item_ids[0])  # the others are siblings that were put away with it
        self.question = self._ask(undone.item_ids[0]) if undone.kind in _ASKED_AGAIN else None
        if self.question is None:
            self.refresh()
        return undone.sentence

    def why_nothing(self, resuming: str | None = None) -> tuple[str, ...]:
        """Plain lines on why there is nothing to ask.

        Args:
            resuming: how a suspended card is asked again; None for the command that does it.
        """
        if self._ahead is not None:
            return (f"No card that was not answered today is due within {count_text(self._ahead, 'day')}",)
        from quizterm.study.nothing import why_nothing  # a sitting that begins with a card need not load the day's plan

        return why_nothing(self._study, self.lesson, self.section, resuming=resuming)

    def summary(self) -> Summary:
        now = self._study.now()
        counts = self._study.store.counts(now)
        return summarise(self._answered, next_at=counts.next_due_at, tomorrow=counts.tomorrow.cards)

    def _due(self, question: Question, rating: Rating, now: Moment) -> tuple[int, int | None]:
        """What the button promised: its day, or the length of its step, which begins with the answer.

        A day that has begun since would ask the card again at once: it becomes the next one.
        """
        outcome = question.preview[rating - 1]
        if outcome.due_at is None:
            return max(outcome.due_day, now.day + 1), None
        due_at = outcome.due_at + max(0, now.at - question.asked.at)
        return self._study.calendar.day_of(due_at), due_at

    def _put_away(self, kind: EventKind) -> None:
        question = self._current()
        self._record(question, Draft(kind=kind, moment=self._study.now(), item_id=question.item_id))
        self.refresh()

    def _move_load(self, question: Question, after: int | None) -> None:
        """The card no longer waits for the day it had when it was asked, but for another one, or for none."""
        before = question.state
        if self._study.load is not None:
            self._study.load.move(None if before.due_at is not None else before.due_day, after)

    def _record(self, question: Question, *drafts: Draft) -> None:
        try:
            self._study.store.append(drafts, expect={question.item_id: question.shown})
        except ItemChangedError:
            self.refresh()
            raise

    def _ask(self, item_id: int) -> Question | None:
        item = self._study.store.item(item_id)
        question = ask(self._study, item, self._study.now()) if item is not None else None
        if question is None:
            self._missing.add(item_id)
        return question

    def _current(self) -> Question:
        if self.question is None:
            raise RuntimeError("the sitting is over: there is no question to act on")
        return self.question

    def _forget_answer(self, item_id: int) -> None:
        for index in reversed(range(len(self._answered))):
            if self._answered[index].item_id == item_id:
                del self._answered[index]
                return


def _queue(study: Study, lesson: str | None, section: str | None, order: DueOrder | None, ahead: int | None) -> Queue:
    if lesson is None and order is None and ahead is None:
        return TodayQueue(study)
    entry = study.catalog.find_lesson(lesson) if lesson is not None else None
    lessons = [lesson_key(entry.course, entry.slug)] if entry is not None else None
    if ahead is not None:
        return AheadQueue(study, ahead, lessons)
    if entry is None or section is None:
        return DayQueue(study, lessons, order)
    known = [slug for slug, _ in entry.sections]
    if section not in known:
        raise UsageError(f"{entry.slug} has no section {section!r}; it has {', '.join(known) or 'none'}")
    return SectionQueue(study, [card.id for card in entry.cards if card.section == section])
