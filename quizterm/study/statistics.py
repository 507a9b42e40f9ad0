"""Numbers about the learner's reviews."""

from dataclasses import asdict, dataclass

from quizterm.store.rows import ItemKind
from quizterm.study.session import Study

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over the whole log; answers that were undone are not counted.

    All but `exercise_reviews` are about cards, as those of `quizterm.study.record` are.
    """

    schema: int
    reviews: int  # graded answers to cards, also in learning steps, also to cards that are gone
    reviews_today: int  # of those, on this study day
    exercise_reviews: int  # passes that were graded: of an exercise that was new or due, not of practice
    new_cards_today: int  # first answered on this study day
    cards: int  # in the lessons
    cards_seen: int  # of those, answered at least once
    due_cards: int
    tomorrow: int  # cards due then if nothing is answered before
    week: int  # the same in seven days

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
        exercise_reviews=study.store.reviews_total(ItemKind.EXERCISE),
        new_cards_today=today.introduced.cards,
        cards=sum(lesson.total for lesson in progress),
        cards_seen=sum(lesson.answered for lesson in progress),
        due_cards=counts.due.cards,
        tomorrow=counts.tomorrow.cards,
        week=counts.week.cards,
    )
