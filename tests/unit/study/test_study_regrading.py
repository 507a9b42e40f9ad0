"""Easy in the place of Good: when it may be chosen, and what it does to the log."""

import re

import pytest

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import ItemState, Rating
from quizterm.study.attempt import Attempt, grade
from quizterm.study.exercises import exercise_item, start, take_hint
from quizterm.study.info import info
from quizterm.study.regrading import choose_easy
from quizterm.study.session import Study
from quizterm.study.undo import redo_newest, undo_newest
from tests.support.scripted_referee import ScriptedReferee
from tests.unit.study.conftest import StillClock


@pytest.fixture
def course_folder():
    """The shipped course, in place of the small one."""
    return paths.content_folder() / "pytorch"


def submit(study: Study, *verdicts: object, slug: str = "engine") -> Attempt:
    if not (paths.workspace() / f"{slug}.py").exists():
        start(study, slug)
    return grade(study, slug, grader=ScriptedReferee(*verdicts))


def state(study: Study) -> ItemState:
    return exercise_item(study, "engine").state


def test_a_first_pass_without_a_hint_offers_easy_and_the_choice_says_the_day(study: Study) -> None:
    done = submit(study, True, True)
    good = state(study)
    told = choose_easy(study, "engine")
    easy = state(study)
    assert easy.due_day == good.due_day
    assert done.easy == "due again on the same day, and later from then on"
    assert easy.stability > good.stability
    assert (easy.reps, easy.difficulty < good.difficulty) == (1, True)
    assert told == f"graded Easy; due again on {date_of(easy.due_day)}, in {easy.due_day - study.now().day} days"
    assert study.store.rebuild() == 0, "what is stored is the fold of the log"


def test_it_is_taken_back_and_done_again_as_one(study: Study) -> None:
    submit(study, True, True)
    good = state(study)
    choose_easy(study, "engine")
    easy = state(study)
    assert undo_newest(study).sentence == "Took back the grade Easy of “engine”"
    assert state(study) == good
    done_again = redo_newest(study)
    assert done_again is not None
    assert done_again.sentence == "Did again the grade Easy of “engine”"
    assert state(study) == easy
    undo_newest(study)
    assert undo_newest(study).sentence.startswith("Took back the attempt at “engine”")
    assert state(study).reps == 0
    assert study.store.rebuild() == 0


def test_the_history_names_both_grades_and_which_counts(study: Study) -> None:
    submit(study, True, True)
    choose_easy(study, "engine")
    history = info(study, "engine").history
    graded = [(one.grade, one.taken_back) for one in history if one.grade is not None]
    assert graded == [("good", True), ("easy", False)]
    assert [one.verdict for one in history if one.what == "attempted"] == ["passed"]


def test_practice_on_the_same_day_leaves_the_choice(study: Study) -> None:
    first = submit(study, True, True)
    assert submit(study, True, True).easy == first.easy != ""
    assert choose_easy(study, "engine").startswith("graded Easy")


def test_a_later_pass_that_is_due_again_is_chosen_from_where_it_stood(study: Study, clock: StillClock) -> None:
    submit(study, True, True)
    clock.move(days=30)
    before = state(study)
    offered = submit(study, True, True).easy
    assert choose_easy(study, "engine") == f"graded Easy; {offered}"
    item = exercise_item(study, "engine")
    expected = study.exercise_scheduler(item.key).preview(before, study.now(), item.key)[Rating.EASY - 1].state
    assert item.state == expected


def refused(study: Study) -> None:
    before = state(study)
    with pytest.raises(UsageError, match=re.escape("engine: there is no grade to change")):
        choose_easy(study, "engine")
    assert state(study) == before


def test_nothing_is_offered_after_a_hint_or_a_failure(study: Study) -> None:
    start(study, "engine")
    refused(study)
    take_hint(study, "engine", 0)
    assert submit(study, True, True).easy == ""
    refused(study)


def test_a_choice_is_made_once_and_on_its_day(study: Study, clock: StillClock) -> None:
    submit(study, True, True)
    choose_easy(study, "engine")
    refused(study)
    undo_newest(study)
    clock.move(days=1)
    refused(study)


def test_a_due_day_of_the_learners_own_stays(study: Study) -> None:
    submit(study, True, True)
    item, now = exercise_item(study, "engine"), study.now()
    study.store.append([Draft(EventKind.DUE_SET, now, item.id, due_day=now.day + 3)])
    refused(study)


def test_what_is_never_asked_again_needs_no_grade(study: Study) -> None:
    assert submit(study, True, True, slug="kept-graphs").easy == ""
    with pytest.raises(UsageError, match="no grade to change"):
        choose_easy(study, "kept-graphs")
