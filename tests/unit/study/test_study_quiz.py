"""Quizzes leave the schedule alone, with the two exceptions the design names."""

from random import Random

import pytest

from quizterm.errors import UsageError
from quizterm.memory.events import EventKind
from quizterm.memory.fold import PLACED_STABILITY
from quizterm.memory.item import Phase
from quizterm.study.interview import interview
from quizterm.study.quiz import QuizKind, lesson_quiz, placement
from quizterm.study.review import Review
from quizterm.study.undo import undo_newest
from tests.unit.study.conftest import COURSE


def states(study):
    ids = [card.id for _, _, card in study.catalog.entries()]
    return {key: item.state for key, item in study.store.items_by_keys(ids).items()}


def days_are_counted(study) -> bool:
    """Whether what is kept in mind of due days is what the store would say."""
    kept = study.load
    study.forget_load()
    days = range(study.now().day - 9, study.now().day + 99)
    return [kept.welcome(day) for day in days] == [study.load.welcome(day) for day in days]


def answer_all(quiz, *, right):
    for place in range(len(quiz.questions)):
        quiz.record(place, right=right)
    return quiz.finish()


@pytest.mark.parametrize(("kind", "cards"), [(QuizKind.BEFORE, 3), (QuizKind.AFTER, 5)])
def test_a_lesson_quiz_asks_its_cards_in_lesson_order(study, kind, cards):
    names = [question.card.name for question in lesson_quiz(study, "first", kind, Random(1)).questions]
    assert len(names) == cards
    assert names == sorted(names)


def test_a_quiz_before_reading_changes_nothing(study):
    before = states(study)
    result = answer_all(lesson_quiz(study, "first", QuizKind.BEFORE, Random(1)), right=False)
    assert (result.right, result.asked) == (0, 3)
    assert states(study) == before


def test_a_card_missed_after_reading_becomes_due_today(study, clock):
    review = Review(study)
    while review.question is not None:
        review.answer(4, 1000)
    clock.move(days=1)
    assert Review(study).question is None
    assert days_are_counted(study)
    quiz = lesson_quiz(study, "first", QuizKind.AFTER, Random(1))
    for place in range(5):
        quiz.record(place, right=place != 2)
    result = quiz.finish()
    assert result.brought_back == ("first.a3",)
    assert Review(study).question.card.name == "a3"
    assert days_are_counted(study)


def test_a_suspended_card_that_is_missed_stays_away(study):
    Review(study).suspend()
    result = answer_all(lesson_quiz(study, "first", QuizKind.AFTER, Random(1)), right=False)
    assert len(result.missed) == 5
    assert result.brought_back == ("first.a2", "first.a3", "first.a4", "first.a5")


def test_a_quiz_that_ends_early_counts_what_was_answered(study):
    quiz = lesson_quiz(study, "first", QuizKind.AFTER, Random(1))
    quiz.record(0, right=True)
    result = quiz.finish()
    assert (result.right, result.asked, result.missed) == (1, 1, ())


@pytest.fixture
def judged_course(course_folder):
    """Two phases of cards that can be judged."""
    (course_folder / "course.toml").write_text(
        COURSE.replace('phases = ["One"]', 'phases = ["One", "Two"]').replace(
            'slug = "second"\nphase = "One"', 'slug = "second"\nphase = "Two"'
        )
    )
    for file in course_folder.glob("*.md"):
        text = file.read_text().replace("kind=recall", "kind=cloze").replace("What is", "{{What}} is")
        file.write_text(text.replace("#### Key points\n- one\n- two\n- three\n", ""))


def test_a_placement_enters_the_new_cards_of_a_passed_phase_as_known(judged_course, study):
    quiz = placement(study, Random(1))
    assert {question.card.lesson for question in quiz.questions} == {"first", "second"}
    before = states(study)
    assert days_are_counted(study)
    for place, question in enumerate(quiz.questions):
        quiz.record(place, right=question.card.lesson == "first")
    result = quiz.finish()
    assert days_are_counted(study)
    assert [(score.phase, score.passed, score.placed) for score in result.phases] == [
        ("One", True, 5),
        ("Two", False, 0),
    ]
    today = study.now().day
    placed = [state for key, state in states(study).items() if ".first." in key]
    assert {state.phase for state in placed} == {Phase.REVIEW}
    assert {state.stability for state in placed} == {PLACED_STABILITY}
    assert all(today < state.due_day <= today + PLACED_STABILITY for state in placed)
    assert len({state.due_day for state in placed}) == len(placed)
    assert all(states(study)[key] == state for key, state in before.items() if ".second." in key)
    undone = undo_newest(study)
    assert undone.kind is EventKind.PLACED
    assert states(study) == before


def test_a_placement_that_is_left_enters_nothing(judged_course, study):
    quiz = placement(study, Random(1))
    before = states(study)
    for place, _ in enumerate(quiz.questions[1:], start=1):
        quiz.record(place, right=True)
    assert not any(score.placed for score in quiz.finish().phases)
    assert states(study) == before


def test_a_placed_card_is_no_new_card_when_it_is_first_answered(judged_course, study, clock):
    answer_all(placement(study, Random(1)), right=True)
    clock.move(days=31)
    Review(study).answer(3, 1000)
    assert study.store.answered_today(study.now().day).introduced.cards == 0


def test_a_placement_needs_cards_that_can_be_judged(study):
    with pytest.raises(UsageError, match="placement"):
        placement(study, Random(1))


def test_an_interview_needs_questions(study):
    with pytest.raises(UsageError, match="Interview Framing"):
        interview(study, Random(1))
