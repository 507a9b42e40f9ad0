"""What is told of a run while it goes on."""

import pytest

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.progress import Begun, Diagnosing, Loss
from quizterm.tui.layout import lay_out
from quizterm.tui.results.running import Running


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    return load_exercise(paths.exercises_folder() / "training-loop")


def text(running: Running) -> str:
    return "\n".join(line.plain for line in lay_out(running.blocks("S"), 80))


def test_checks_are_counted_from_the_first_to_the_last(exercise: Exercise) -> None:
    running = Running(exercise)
    assert "Starting" in text(running)
    count = len(exercise.experiments)
    filled = []
    for number, experiment in enumerate(exercise.experiments, start=1):
        running.take(Begun(experiment.name, ()))
        assert running.in_short() == f"{number} of {count}"
        assert f"Running: check {number} of {count}" in text(running)
        assert experiment.title in text(running)
        filled.append(text(running).count("█"))
    assert filled == sorted(filled)
    assert filled[0] == 0
    running.take(Diagnosing(0))
    assert text(running).splitlines()[0] == "Looking for the bug behind it"


def test_a_second_seed_is_called_a_confirmation(exercise: Exercise) -> None:
    running = Running(exercise)
    for _ in range(2):
        for experiment in exercise.experiments:
            running.take(Begun(experiment.name, ()))
    assert "Confirming on other numbers" in text(running)


def test_a_curve_grows_over_the_right_one_and_stays_until_the_next(exercise: Exercise) -> None:
    running = Running(exercise)
    first, second, third = exercise.experiments[:3]
    running.take(Begun(first.name, ()))
    assert "yours" not in text(running)
    running.take(Begun(second.name, (4.0, 2.0, 1.0)))
    running.take(Loss(second.name, 4.0))
    assert "PyTorch's   ━━ yours" in text(running)
    assert "Losses of" not in text(running)
    running.take(Begun(third.name, ()))
    assert f"Losses of: {second.title}" in text(running)
    running.take(Loss(third.name, 9.0))
    assert "PyTorch's" not in text(running)
    assert "9" in text(running)
