"""Grading in a thread: jobs in order, a stop, bugs found out while nothing waits, and an end that leaves nothing."""

import queue
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import GradingError
from quizterm.grading.progress import Begun
from quizterm.grading.snippet import CodeUnit, UnitResult
from quizterm.grading.verdict import Report
from quizterm.study.desk import Desk
from quizterm.study.exercises import start
from quizterm.study.session import Study
from quizterm.study.submission import Submission, submission


class Referee:
    """Grades and prepares when told to; `close` ends a grading under way, as a real one's does."""

    def __init__(self) -> None:
        self.go: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.starts = 0
        self.prepared = 0
        self.bugs_known = threading.Event()
        self.closed = False

    def start(self) -> None:
        self.starts += 1

    def prepare(self, *_, **__):
        self.prepared += 1
        if self.prepared == 3:
            self.bugs_known.set()
        return 3 - self.prepared

    def grade(self, exercise, *_, seed, progress, **__):
        progress(Begun("reuse", ()))
        if self.closed or self.go.get(timeout=30) == "closed":
            raise GradingError("grading was stopped")
        return Report(exercise.slug, False, seed, "cpu", "2.13.0", 0.01, ())

    def run_code(self, units):
        if self.closed or self.go.get(timeout=30) == "closed":
            raise GradingError("grading was stopped")
        return tuple(UnitResult(unit.name, (), None) for unit in units)

    def close(self):
        self.closed = True
        self.go.put("closed")


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
def hired() -> list[Referee]:
    return []


@pytest.fixture
def desk(hired: list[Referee]) -> Iterator[Desk]:
    def hire() -> Referee:
        hired.append(Referee())
        return hired[-1]

    desk = Desk(hire)
    yield desk
    desk.close()
    assert all(referee.closed for referee in hired)


@pytest.fixture
def submitted(study: Study) -> Submission:
    start(study, "engine")
    return submission(study, "engine")


def judged(
    desk: Desk, submitted: Submission
) -> tuple["queue.SimpleQueue[object]", "queue.SimpleQueue[Future[Report]]"]:
    told: queue.SimpleQueue[object] = queue.SimpleQueue()
    done: queue.SimpleQueue[Future[Report]] = queue.SimpleQueue()
    desk.judge(submitted, told.put, done.put)
    return told, done


def test_a_verdict_comes_with_what_was_told_before_it(desk: Desk, hired: list[Referee], submitted: Submission) -> None:
    told, done = judged(desk, submitted)
    assert told.get(timeout=30) == Begun("reuse", ())
    assert done.empty()
    hired[0].go.put("go")
    assert done.get(timeout=30).result().exercise == "engine"


def test_a_job_that_is_stopped_says_so_and_the_next_finds_another_referee(
    desk: Desk, hired: list[Referee], submitted: Submission
) -> None:
    told, done = judged(desk, submitted)
    told.get(timeout=30)
    desk.stop()
    with pytest.raises(GradingError, match="stopped"):
        done.get(timeout=30).result()
    _, done = judged(desk, submitted)
    hired[1].go.put("go")
    assert not done.get(timeout=30).result().passed
    assert [referee.starts for referee in hired] == [0, 1]


def test_code_of_a_lesson_is_run_in_its_turn_and_can_be_stopped(desk: Desk, hired: list[Referee]) -> None:
    done: queue.SimpleQueue[Future[UnitResult]] = queue.SimpleQueue()
    desk.run(CodeUnit("first", ("x = 1",)), done.put)
    desk.run(CodeUnit("second", ("while True: pass",)), done.put)
    hired[0].go.put("go")
    assert done.get(timeout=30).result().name == "first"
    desk.stop()
    with pytest.raises(GradingError, match="stopped"):
        done.get(timeout=30).result()


def test_bugs_are_found_out_one_by_one_until_all_are_known(
    desk: Desk, hired: list[Referee], submitted: Submission
) -> None:
    desk.prepare(submitted.exercise, seed=1)
    assert hired[0].bugs_known.wait(30)
    assert hired[0].prepared == 3


def test_closing_ends_what_is_under_way(desk: Desk, submitted: Submission) -> None:
    told, done = judged(desk, submitted)
    told.get(timeout=30)
    desk.close()
    with pytest.raises(GradingError):
        done.get(timeout=30).result()


def test_closing_is_not_told_to_what_waits(desk: Desk) -> None:
    told: queue.SimpleQueue[Future[UnitResult]] = queue.SimpleQueue()
    for name in ("under way", "waits"):
        desk.run(CodeUnit(name, ("1",)), told.put)
    desk.close()
    assert not any(told.get_nowait().cancelled() for _ in range(told.qsize()))
