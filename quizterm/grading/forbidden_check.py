"""Whether what an exercise forbids is caught: a file that uses it is graded for each way of using it."""

from collections.abc import Iterator
from typing import Protocol

from quizterm.course.model import Fault, line_of
from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import FailureKind, Report

_FILE = "exercise.toml"
_TENSOR = "import torch\nx = torch.ones(2, 2, requires_grad=True)\n"


class Grades(Protocol):
    """What grades a file: `quizterm.grading.runner.Grader`, or a stand-in for it."""

    def grade(self, exercise: Exercise, source: str, *, seed: int, diagnosed: bool) -> Report: ...


def check_forbidden(exercise: Exercise, grader: Grades) -> tuple[Fault, ...]:
    """A fault for each way to use something forbidden that grading lets through."""
    faults = []
    for name, program in programs(exercise):
        error = grader.grade(exercise, program, seed=0, diagnosed=False).error
        assert error is not None, "the program defines none of the names that are asked for"
        if error.kind is not FailureKind.FORBIDDEN:
            happened = "nothing happens" if error.kind is FailureKind.MISSING else f"it says {error.message!r}"
            message = f"`{name}` is forbidden, but where a file uses it {happened}: {program.splitlines()[-1]}"
            file = exercise.folder / _FILE
            faults.append(Fault(file, line_of(name, file.read_text(encoding="utf-8")), message))
    return tuple(faults)


def programs(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Files that use what is forbidden, each with the name of it."""
    for module in exercise.forbidden:
        parent, _, name = module.rpartition(".")
        yield module, f"import {module}\n"
        yield module, f"import importlib\nimportlib.import_module({module!r}).anything\n"
        yield module, f"import sys\nsys.modules[{module!r}].anything\n"
        if parent:
            yield module, f"import {parent}\n{module}.anything\n"
            yield module, f"from {parent} import {name}\n{name}.anything\n"
    for call in exercise.forbidden_calls:
        for example in call.examples:
            yield call.name, f"{_TENSOR}{example}\n"
