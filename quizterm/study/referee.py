"""The process that grades, as the use cases start it."""

from typing import Protocol

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.progress import Progress
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Report


class Grades(Protocol):
    """What grades a file: `quizterm.grading.runner.Grader`, or a stand-in for it."""

    def grade(
        self,
        exercise: Exercise,
        source: str,
        *,
        seed: int,
        device: str,
        file: str,
        traced: bool = True,
        progress: Progress | None = None,
    ) -> Report: ...


def new_referee(*, spawn: bool = False) -> Grader:
    """A referee that remembers what known bugs do. It starts with the first file, or when told to; close it.

    Args:
        spawn: start each worker afresh, as where processes cannot be forked.
    """
    return Grader(cache=paths.cache_folder() / "bugs", spawn=spawn)
