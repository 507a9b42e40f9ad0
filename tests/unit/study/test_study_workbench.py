"""An exercise on the workbench: what is written, what is handed in, what help costs."""

from dataclasses import replace
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report
from quizterm.memory.item import Rating
from quizterm.study.attempt import Attempt
from quizterm.study.exercises import exercise_item, listed_exercises, start
from quizterm.study.session import Study
from quizterm.study.submission import Submission
from quizterm.study.workbench import Workbench
from quizterm.study.workspace import archived_files

SHIPPED_EXERCISES = paths.exercises_folder()  # before the fixtures hide them


@pytest.fixture
def course_folder(course_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small course, with shipped exercises in its first lesson."""
    plan = course_folder / "course.toml"
    plan.write_text(
        plan.read_text().replace("exercises = []", 'exercises = ["hand-backprop", "engine", "zero-grads"]', 1)
    )
    monkeypatch.setattr(paths, "exercises_folder", lambda: SHIPPED_EXERCISES)
    return course_folder


@pytest.fixture
def bench(study: Study) -> Workbench:
    return Workbench(study, "engine")


def report(submitted: Submission, *, passed: bool) -> Report:
    result = ExperimentResult("reuse", "x*x + x", bonus=False, passed=passed)
    return Report("engine", passed, submitted.seeds[0], "cpu", "2.13.0", 0.01, (result,))


def run(bench: Workbench, *, passed: bool) -> Attempt:
    submitted = bench.hand_in()
    return bench.settle(submitted, report(submitted, passed=passed), watched=False)


def rating_of_the_pass(study: Study) -> Rating | None:
    history = study.store.history(exercise_item(study, "engine").id)
    return next((event.rating for event in history if event.rating is not None), None)


def test_opening_writes_the_starter_once(study: Study, bench: Workbench) -> None:
    assert bench.file.text == bench.exercise.starter
    bench.file.save("x = 1\n")
    assert Workbench(study, "engine").file.text == "x = 1\n"


def test_the_seed_stays_until_the_exercise_passes(bench: Workbench) -> None:
    first = bench.hand_in()
    assert first.seeds == bench.seeds
    bench.settle(first, report(first, passed=False), watched=False)
    again = bench.hand_in()
    assert again.seeds[0] == first.seeds[0]
    confirmed = replace(report(again, passed=False), seed=again.seeds[1])
    bench.settle(again, confirmed, watched=False)
    assert bench.hand_in().seeds[0] == again.seeds[1]


def test_a_run_is_recorded_each_time_and_a_watched_save_only_if_it_tells_something_new(bench: Workbench) -> None:
    submitted = bench.hand_in()
    failed = report(submitted, passed=False)
    assert [bench.settle(submitted, failed, watched=watched).saved for watched in (True, True, False)] == [
        True,
        False,
        True,
    ]
    assert bench.hand_in_if_changed() is None
    bench.file.save("x = 1\n")
    assert bench.hand_in_if_changed() is not None


def test_hints_come_one_after_another_and_are_still_there_when_the_exercise_is_opened_again(
    study: Study, bench: Workbench
) -> None:
    hints = bench.exercise.hints
    assert [bench.take_hint(), bench.take_hint()] == list(hints[:2])
    again = Workbench(study, "engine")
    assert again.hints == hints[:2]
    assert again.is_hint_left
    again.take_hint()
    assert not again.is_hint_left


@pytest.mark.parametrize(
    ("helps", "rating"),
    [((), Rating.GOOD), (("hint",), Rating.HARD), (("solution",), Rating.AGAIN), (("hint", "solution"), Rating.AGAIN)],
)
def test_help_before_the_pass_is_what_its_grade_depends_on(
    helps: tuple[str, ...], rating: Rating, study: Study, bench: Workbench
) -> None:
    for kind in helps:
        bench.take_hint() if kind == "hint" else bench.compare_with_solution()
    run(bench, passed=True)
    assert rating_of_the_pass(study) is rating
    assert not bench.costs_solution


def test_after_the_pass_the_solution_costs_nothing(study: Study, bench: Workbench) -> None:
    assert bench.costs_solution
    run(bench, passed=True)
    before = len(study.store.history(exercise_item(study, "engine").id))
    rows = bench.compare_with_solution()
    assert "\n".join(row.theirs[1] for row in rows if row.theirs) == bench.exercise.solution.rstrip("\n")
    assert len(study.store.history(exercise_item(study, "engine").id)) == before


def test_a_reset_keeps_the_file_in_the_archive(bench: Workbench) -> None:
    bench.file.save("x = 1\n")
    archived = bench.reset()
    assert archived == archived_files(paths.workspace(), "engine")[-1]
    assert archived.read_text() == "x = 1\n"
    assert bench.file.text == bench.exercise.starter


def test_the_exercises_beside_it_are_those_of_the_course(study: Study) -> None:
    slugs = listed_exercises(study)
    start(study, slugs[1])
    assert [Workbench(study, slugs[1]).beside(step) for step in (-1, 1)] == [slugs[0], slugs[2]]
    assert Workbench(study, slugs[0]).beside(-1) is None
    assert Workbench(study, slugs[-1]).beside(1) is None


def test_the_lesson_is_one_that_can_be_opened(study: Study, bench: Workbench) -> None:
    assert "engine" in study.catalog.find_lesson(bench.lesson).exercises


def test_undo_offers_easy_again_to_the_pass_and_to_no_failure(study: Study, bench: Workbench) -> None:
    passed = run(bench, passed=True)
    good = exercise_item(study, "engine").state
    failed = run(bench, passed=False)
    sentence, undone = bench.undo(failed)
    assert "the attempt at" in sentence
    assert undone == replace(failed, is_taken_back=True)
    sentence, again = bench.undo(bench.choose_easy(passed))
    assert "the grade Easy of" in sentence
    assert again == replace(passed, note=sentence)
    assert passed.easy
    assert exercise_item(study, "engine").state == good


def test_undo_says_whether_it_took_back_the_attempt_that_is_shown(study: Study, bench: Workbench) -> None:
    run(bench, passed=False)
    passed = run(bench, passed=True)
    sentence, after = bench.undo(passed)
    assert sentence == "Took back the attempt at “engine”"
    assert after == replace(passed, is_taken_back=True, note="", easy="")
    sentence, still = bench.undo(after)
    assert sentence == "Took back the attempt at “engine”, another one than is shown"
    assert still is after
    assert exercise_item(study, "engine").state.reps == 0


def test_undoing_another_attempt_than_an_unrecorded_one_leaves_that_as_it_is(bench: Workbench) -> None:
    run(bench, passed=False)
    submitted = bench.hand_in()
    known = bench.settle(submitted, report(submitted, passed=False), watched=True)
    sentence, after = bench.undo(known)
    assert sentence.endswith("another one than is shown")
    assert after is known


def test_the_failing_line_is_known_until_the_file_is_another(bench: Workbench) -> None:
    submitted = bench.hand_in()
    crash = Failure(FailureKind.CRASH, "TypeError: no", '  File "engine.py", line 9, in f')
    failed = bench.settle(submitted, replace(report(submitted, passed=False), error=crash), watched=False)
    assert bench.failing_line(None) is None
    assert bench.failing_line(failed) == 9
    bench.file.save("x = 1\n")
    assert bench.failing_line(failed) is None
    bench.file.file.unlink()
    assert bench.failing_line(failed) is None
