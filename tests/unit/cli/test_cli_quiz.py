"""A quiz line by line: empty answers are not right, and it can be left."""

import io

import pytest

from quizterm.cli.lines import Lines
from quizterm.cli.quiz import _hold_quiz
from quizterm.course.model import Card
from quizterm.study.quiz import JUDGED_KINDS, Quiz, QuizKind
from quizterm.study.review import Review


@pytest.fixture
def questions(study):
    review = Review(study)
    found = []
    while review.question is not None:
        found.append(review.question)
        review.bury()
    return tuple(found)


def hold(study, questions, said, kind=QuizKind.BEFORE):
    target = io.StringIO()
    quiz = Quiz(study, kind, questions)
    _hold_quiz(quiz, Lines(io.StringIO(said), target))
    return target.getvalue()


def is_judged(card: Card) -> bool:
    return card.kind in JUDGED_KINDS


def test_nothing_typed_is_not_right_where_an_answer_can_be_judged(study, questions):
    judged = tuple(question for question in questions if is_judged(question.card))
    assert f"0 of {len(judged)} questions right" in hold(study, judged, "\n" * 100)


def test_the_learners_own_word_is_asked_for_until_it_is_given(study, questions):
    spoken = [question for question in questions if not is_judged(question.card)]
    said = hold(study, tuple(spoken[:1]), "\n\n\ny\n")
    assert said.count("Did you know it?") == 3
    assert "1 of 1 question right" in said


def test_q_ends_the_quiz_and_what_was_answered_counts(study, questions):
    spoken = tuple(question for question in questions if not is_judged(question.card))
    assert "1 of 1 question right" in hold(study, spoken[:2], "\ny\n\nq\n")


def test_it_is_said_that_a_placement_was_left(study, questions):
    judged = [question for question in questions if is_judged(question.card)][:2]
    left = "The placement was left: nothing is entered as known"
    assert left in hold(study, judged, "", QuizKind.PLACEMENT)
    assert left not in hold(study, judged, "\n" * 100, QuizKind.PLACEMENT)
