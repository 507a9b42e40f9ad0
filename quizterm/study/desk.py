"""Grading while the learner goes on: one job after another in a thread of its own, and a way to stop it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from quizterm.errors import GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.progress import Progress
from quizterm.grading.runner import Grader
from quizterm.grading.snippet import CodeUnit, UnitResult
from quizterm.grading.verdict import Report
from quizterm.study.referee import new_referee
from quizterm.study.submission import Submission, judge

_T = TypeVar("_T")


class Desk:
    """A referee and the thread that waits for it. Close it: until then a process holds torch in memory.

    Args:
        hire: makes a referee; called again after one was stopped.
    """

    def __init__(self, hire: Callable[[], Grader] = new_referee) -> None:
        self._hire = hire
        self._referee = hire()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desk")
        self._lock = threading.Lock()
        self._waiting = 0  # files to be judged and code to be run, what is under way included
        self._is_closed = False

    def start(self) -> None:
        """Let the referee import torch, without waiting for it.

        Raises:
            GradingError: no process can be started.
        """
        self._referee.start()

    def judge(self, submitted: Submission, tell: Progress, done: Callable[[Future[Report]], None]) -> None:
        """Judge a file. Both functions are called in the desk's thread, `done` with a report or what prevented one."""
        with self._lock:
            self._waiting += 1
        self._thread.submit(self._judge, submitted, tell).add_done_callback(_unless_cancelled(done))

    def prepare(self, exercise: Exercise, *, seed: int, device: str = "auto") -> None:
        """Find out what the exercise's bugs do, one by one, as long as no file waits to be judged."""
        if not self._is_closed:
            self._thread.submit(self._prepare, exercise, seed, device)

    def run(self, unit: CodeUnit, done: Callable[[Future[UnitResult]], None]) -> None:
        """Run code of a lesson. `done` is called in the desk's thread, with a result or what prevented one.

        It is not called for what still waits when the desk is closed.
        """
        with self._lock:
            self._waiting += 1
        self._thread.submit(self._run, unit).add_done_callback(_unless_cancelled(done))

    def stop(self) -> None:
        """Stop the job under way: it ends with a GradingError. The next one finds another referee."""
        self._referee.close()
        if not self._is_closed:
            self._referee = self._hire()
            self._referee.start()

    def close(self) -> None:
        """Stop everything. No job begins any more."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._referee.close()
        self._thread.shutdown()

    def _judge(self, submitted: Submission, tell: Progress) -> Report:
        try:
            return judge(submitted, self._referee, tell)
        finally:
            with self._lock:
                self._waiting -= 1

    def _run(self, unit: CodeUnit) -> UnitResult:
        try:
            return self._referee.run_code([unit])[0]
        finally:
            with self._lock:
                self._waiting -= 1

    def _prepare(self, exercise: Exercise, seed: int, device: str) -> None:
        try:
            while not self._waiting and not self._is_closed:
                if not self._referee.prepare(exercise, seed=seed, device=device, most=1):
                    return
        except GradingError:
            return  # stopped, or the machine is at fault; judging the next file will say so


def _unless_cancelled(done: Callable[[Future[_T]], None]) -> Callable[[Future[_T]], None]:
    return lambda future: None if future.cancelled() else done(future)
