"""The gate between two phases: eight cards, an exercise, a repair, as far as the phase has any."""

import pytest

from quizterm import paths
from quizterm.memory.events import Draft, EventKind
from quizterm.study.attempt_detail import AttemptDetail
from quizterm.study.exercises import exercise_item
from quizterm.study.offering import offered_lessons
from quizterm.study.reading import lesson_view, mark_read
from quizterm.study.review import Review
from quizterm.study.today import plan
from tests.unit.study.conftest import lesson_text

COURSE = """
title = "Gated course"
slug = "gated"
phases = ["One", "Two"]
gated_phases = ["Two"]

[[lesson]]
file = "01-first.md"
slug = "first"
phase = "One"
exercises = ["engine", "running-sum"]

[[lesson]]
file = "02-second.md"
slug = "second"
phase = "Two"
"""


@pytest.fixture
def course_folder(course_folder, monkeypatch, request):
    """Two phases; the first has ten cards, an exercise and a repair, both shipped ones."""
    (course_folder / "course.toml").write_text(COURSE)
    (course_folder / "01-first.md").write_text(lesson_text("First", [f"a{n}" for n in range(10)]))
    shipped = paths.exercises_folder().parent
    (shipped / "exercises").rmdir()
    (shipped / "exercises").symlink_to(request.config.rootpath / "exercises")
    return course_folder


def answer(study, count):
    review = Review(study, lesson="first")
    for _ in range(count):
        review.answer(4, 1000)


def pass_exercise(study, slug):
    detail = AttemptDetail(True, 0, "cpu", "2.13.0", (), (), None, source="", exercise="")
    item = exercise_item(study, slug)
    study.store.append([Draft(EventKind.ATTEMPTED, study.now(), item.id, detail=detail.to_json())])


def reason(study):
    return next((held.reason for held in plan(study).held if held.lesson == "second"), None)


def test_the_gate_names_what_is_missing_until_nothing_is(study):
    assert "the gate of One (8 cards to answer, an exercise to pass, a repair to pass)" in reason(study)
    answer(study, 7)
    pass_exercise(study, "engine")
    assert "the gate of One (1 card to answer, a repair to pass)" in reason(study)
    answer(study, 1)
    pass_exercise(study, "running-sum")
    assert reason(study) is None
    assert offered_lessons(study) == ["gated.first", "gated.second"]


def test_a_phase_behind_a_gate_can_be_read_and_asked_all_the_same(study):
    view = lesson_view(study, "second")
    mark_read(study, view.lesson, "ideas")
    assert Review(study, lesson="second").question.card.name == "b1"
