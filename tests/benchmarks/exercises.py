"""How long a verdict of each exercise takes, and how many submissions a minute's batch gets through."""

import time
from pathlib import Path

from quizterm import paths
from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.exercise_folders import exercise_folders
from quizterm.grading.runner import Grader
from quizterm.study.batch import Journal, find_jobs, grade_all
from quizterm.study.session import open_study
from tests.benchmarks.times import Times, median

RUNS = 5
SHOWN = 10
SUBMISSIONS = 1_000
RIGHT_OF_TEN = 1  # the others hold a bug each, in turn


def measure_slowest_exercises() -> dict[str, Times]:
    """The warm verdict on the solution of each exercise, the slowest ten."""
    taken = {}
    with Grader() as grader:
        for folder in exercise_folders(paths.exercises_folder()):
            exercise = load_exercise(folder)
            grader.grade(exercise, exercise.solution, seed=1)  # makes the cases
            reports = [grader.grade(exercise, exercise.solution, seed=1) for _ in range(RUNS)]
            taken[folder.name] = median(Times(report.seconds * 1000) for report in reports)
    slowest = sorted(taken, key=lambda slug: taken[slug].wall, reverse=True)[:SHOWN]
    return {f"verdict of {slug}": taken[slug] for slug in slowest}


def measure_grade_all(folder: Path) -> float:
    """Submissions of `engine` a second, the start of the referees included. Raises RuntimeError if one is lost."""
    exercise = load_exercise(paths.exercises_folder() / "engine")
    submissions = folder / "engine"
    submissions.mkdir()
    sources = [broken_solution(exercise, bug) for bug in exercise.bugs]
    for number in range(SUBMISSIONS):
        is_right = number % 10 < RIGHT_OF_TEN
        source = exercise.solution if is_right else sources[number % len(sources)]
        (submissions / f"student{number}.py").write_text(f"# {number}\n{source}", encoding="utf-8")
    with open_study() as study:
        jobs = find_jobs(study, folder)
        began = time.perf_counter()
        rows = grade_all(jobs, Journal(submissions))
        seconds = time.perf_counter() - began
    right = sum(row.passed for row in rows)
    if len(rows) != SUBMISSIONS or right != SUBMISSIONS * RIGHT_OF_TEN // 10 or any(row.problem for row in rows):
        raise RuntimeError(f"{len(rows)} rows, {right} of them right")
    return len(rows) / seconds
