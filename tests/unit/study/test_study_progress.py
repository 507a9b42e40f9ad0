"""How far the learner has come, against what every single answer says."""

from collections import Counter
from random import Random

import pytest

from quizterm.memory.item import Rating
from quizterm.study.progress import YEAR_DAYS, PhaseProgress, phases, year
from quizterm.study.record import answers
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.undo import redo_newest, undo_newest


@pytest.mark.parametrize("seed", range(4))
def test_the_year_counts_the_answers_that_stand(seed: int, study: Study, clock) -> None:
    draw = Random(seed)
    assert study.store.is_empty()
    for _ in range(40):
        what = draw.choice(["answer", "answer", "answer", "undo", "redo", "wait"])
        review = Review(study)
        if what == "answer" and review.question is not None:
            review.answer(draw.choice(list(Rating)), 1_000)
        elif what == "undo":
            undo_newest(study)
        elif what == "redo":
            redo_newest(study)
        else:
            clock.move(hours=draw.choice([1, 20, 200, 2_000]))
    today = study.now().day
    counts = year(study)
    assert len(counts) == YEAR_DAYS
    days = Counter(answer.day for answer in answers(study))
    assert counts == [days[today - ago] for ago in reversed(range(YEAR_DAYS))]
    assert not study.store.is_empty()


def test_a_phase_has_the_cards_of_its_lessons(study: Study) -> None:
    assert phases(study) == (PhaseProgress("One", 8, 0),)
    review = Review(study)
    review.answer(Rating.GOOD, 1_000)
    review.answer(Rating.AGAIN, 1_000)
    assert phases(study) == (PhaseProgress("One", 8, 2),)
