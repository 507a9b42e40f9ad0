"""One file on several seeds in one worker: what each seed is told is what it is told alone."""

from collections.abc import Callable
from dataclasses import replace

from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import FailureKind, Report

DRAW = "return {'n': int(torch.randint(1, 3, (), generator=rng))}"
ANSWER = "def observe_only(impl, case, probe):\n    return impl.answer()\n"
ANSWER_TO_CASE = "def observe_only(impl, case, probe):\n    return impl.answer(case['n'])\n"
SEEDS = range(8)


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0)


def test_each_seed_is_told_what_it_is_told_alone(grader: Grader, engine: Exercise) -> None:
    source = broken_solution(engine, engine.bugs[0])
    reports = grader.grade_on_seeds(engine, source, seeds=range(3))
    alone = [grader.grade(engine, source, seed=seed, diagnosed=False, traced=False) for seed in range(3)]
    assert list(map(untimed, reports)) == list(map(untimed, alone))
    assert len({report.experiments for report in reports}) == 3, "the seeds differ"


def test_bugs_are_told_apart_on_each_seed_as_on_one(engine: Exercise) -> None:
    with Grader() as grader:
        together = grader.tell_bugs_apart(engine, seeds=[4, 5])
    with Grader() as grader:
        assert together[1:] == grader.tell_bugs_apart(engine, seeds=[5])
    assert all(told.keys() == {bug.id for bug in engine.bugs} for told in together)


def test_a_file_begins_anew_on_each_seed(grader: Grader, small_exercise: Callable[..., Exercise]) -> None:
    exercise = small_exercise(ANSWER, reference="def answer(): return 1\n")
    counting = "calls = []\ndef answer():\n    calls.append(1)\n    return len(calls)\n"
    assert all(report.passed for report in grader.grade_on_seeds(exercise, counting, seeds=SEEDS))


def test_a_worker_lost_on_one_seed_is_replaced_for_the_next(
    grader: Grader, small_exercise: Callable[..., Exercise]
) -> None:
    exercise = small_exercise(ANSWER_TO_CASE, reference="def answer(n): return n\n", make_case=DRAW)
    mortal = "import os\ndef answer(n):\n    return n if n == 1 else os._exit(3)\n"
    told = [report.experiments[0].error for report in grader.grade_on_seeds(exercise, mortal, seeds=SEEDS)]
    assert {None if error is None else error.kind for error in told} == {None, FailureKind.CRASH}
    drawn = [report.passed for report in grader.grade_on_seeds(exercise, "def answer(n): return 1\n", seeds=SEEDS)]
    assert [error is None for error in told] == drawn


def test_a_file_that_cannot_be_loaded_is_told_so_on_each_seed(
    grader: Grader, small_exercise: Callable[..., Exercise]
) -> None:
    reports = grader.grade_on_seeds(small_exercise(ANSWER), "answer = 1 / 0\n", seeds=range(2))
    assert [report.error and report.error.kind for report in reports] == [FailureKind.LOAD] * 2


def test_no_seeds_give_no_reports(grader: Grader, engine: Exercise) -> None:
    assert grader.grade_on_seeds(engine, engine.solution, seeds=[]) == ()
    assert grader.tell_bugs_apart(engine, seeds=[]) == ()
