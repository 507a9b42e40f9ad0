"""What `start` writes for an exercise that builds on another one."""

import shutil
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.verdict import ExperimentResult, Report
from quizterm.study.attempt import grade
from quizterm.study.building_on import composed_starter
from quizterm.study.exercises import start
from quizterm.study.workspace import submission_file

ENGINE = Path(__file__).parents[3] / "exercises" / "engine"


class LenientReferee:
    """Passes what holds no fault."""

    def grade(self, exercise, source, *, seed, **_):
        passed = "fault" not in source
        result = ExperimentResult("reuse", "x*x + x", bonus=False, passed=passed)
        return Report(exercise.slug, passed, seed, "cpu", "2.13.0", 0.01, (result,))


@pytest.fixture
def study(course_folder, reopen):
    """The first lesson has the engine, and an exercise that builds on it."""
    folder = paths.exercises_folder()
    shutil.copytree(ENGINE, folder / "engine")
    shutil.copytree(ENGINE, folder / "deeper")
    toml = folder / "deeper" / "exercise.toml"
    toml.write_text(
        toml.read_text().replace("requires = []", 'requires = ["engine"]').replace('["Value"]', '["Deeper"]')
    )
    (folder / "deeper" / "starter.py").write_text('"""Go deeper."""\n\n\nclass Deeper:\n    pass\n')
    plan = course_folder / "course.toml"
    plan.write_text(plan.read_text().replace("exercises = []", 'exercises = ["engine", "deeper"]', 1))
    return reopen()


@pytest.fixture
def deeper(study) -> Exercise:
    return load_exercise(paths.exercises_folder() / "deeper")


def submit(study, text):
    file = submission_file(paths.workspace(), "engine")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return grade(study, "engine", grader=LenientReferee())


def test_the_shipped_solution_stands_in_for_what_was_never_passed(study, deeper):
    submit(study, "class Value:\n    fault = True\n")
    started = start(study, "deeper")
    assert "it holds the shipped solution of engine, of which none of yours passed yet" in started.note
    text = started.file.read_text()
    assert text.startswith('"""Go deeper."""\n\n# ---- from engine: the shipped solution ----\n')
    assert "def _inputs_before_results" in text
    assert text.rstrip().endswith("class Deeper:\n    pass")


def test_the_last_version_that_passed_is_taken(study, clock, deeper):
    submit(study, "class Value:\n    version = 1\n")
    clock.move(days=1)
    submit(study, "class Value:\n    version = 2\n")
    clock.move(days=1)
    submit(study, "class Value:\n    fault = 3\n")
    submission_file(paths.workspace(), "engine").write_text("class Value:\n    version = 2\n")
    text, shipped = composed_starter(study, deeper)
    assert shipped == ()
    assert "# ---- from engine: your version that passed on 2026-03-11 ----\n\nclass Value:\n    version = 2\n" in text


def test_a_version_that_was_archived_is_found(study, deeper):
    start(study, "engine")
    submit(study, "class Value:\n    version = 1\n")
    archive = paths.workspace() / "archive" / "engine"
    archive.mkdir(parents=True, exist_ok=True)
    submission_file(paths.workspace(), "engine").replace(archive / "2026-03-10T09-00-00.py")
    (archive / "2026-03-09T09-00-00.py").write_bytes(b"\xff\xfe no text")
    assert "version = 1" in composed_starter(study, deeper).text


def test_an_exercise_that_builds_on_nothing_is_its_starter(study):
    engine = load_exercise(paths.exercises_folder() / "engine")
    assert composed_starter(study, engine) == (engine.starter, ())
