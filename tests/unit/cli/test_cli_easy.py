"""`quizterm easy`: Easy in the place of Good, in one line."""

from collections.abc import Callable

import pytest

from quizterm import paths
from quizterm.cli.grade_report import easy_line
from quizterm.memory.days import date_of
from quizterm.study.attempt import grade
from quizterm.study.exercises import exercise_item, start
from quizterm.study.session import open_study
from tests.support.said import Said
from tests.support.scripted_referee import ScriptedReferee


@pytest.fixture
def course_folder():
    """The shipped course and exercises, in place of the small one."""
    return paths.content_folder() / "pytorch"


def test_a_pass_is_counted_as_easy_once(
    call: Callable[..., Said], course_folder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIZTERM_NOW", "2026-03-10T09:00:00+00:00")
    with open_study() as study:
        start(study, "engine")
        easy = grade(study, "engine", grader=ScriptedReferee(True, True)).easy
    assert easy_line(easy, "`quizterm easy engine`").startswith("If it was easy, `quizterm easy engine` says so: due ")
    said = call("easy", "engine")
    with open_study() as study:
        state, today = exercise_item(study, "engine").state, study.now().day
    assert (state.last_day, state.reps) == (today, 1)
    due = f"due again on {date_of(state.due_day)}, in {state.due_day - today} days"
    assert (said.code, said.out) == (0, f"Graded Easy; {due}.\n")
    again = call("easy", "engine")
    assert (again.code, again.out) == (2, "")
    assert "engine: there is no grade to change" in again.err
