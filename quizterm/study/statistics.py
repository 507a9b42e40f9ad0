"""Numbers about the learner's reviews."""

from dataclasses import asdict, dataclass

from quizterm.study.session import Study

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over the whole log; answers that were undone are not counted."""

    schema: int
    reviews: int
    reviews_today: int
    new_cards_today: int
    cards: int
    cards_seen: int
    due_cards: int
    tomorrow: int
    week: int

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def statistics(study: Study) -> Statistics:
    now = study.now()
    counts = study.store.counts(now)
    today = study.store.answered_today(now.day)
    progress = study.store.lesson_progress().values()
    return Statistics(
        schema=SCHEMA,
        reviews=study.store.reviews_total(),
        reviews_today=today.answers.cards,
        new_cards_today=today.introduced.cards,
        cards=sum(lesson.total for lesson in progress),
        cards_seen=sum(lesson.answered for lesson in progress),
        due_cards=counts.due.cards,
        tomorrow=counts.tomorrow.cards,
        week=counts.week.cards,
    )
