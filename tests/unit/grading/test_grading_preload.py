"""Modules that are slow to import are imported once, before workers start."""

from collections.abc import Callable

import pytest

from quizterm.errors import GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.snippet import CodeUnit

SETTINGS = "forbidden = []\npreload = {}\n"
OBSERVE = """\
import sys
def observe_only(impl, case, probe):
    return {"loaded": "wave" in sys.modules}
"""
ANSWER = "def answer(): pass\n"


def loaded(grader: Grader, exercise: Exercise) -> str:
    (result,) = grader.grade(exercise, ANSWER, seed=0).experiments
    return result.got or "as the reference"


@pytest.mark.parametrize("spawn", [False, True])
def test_workers_find_preloaded_modules_imported(small_exercise: Callable[..., Exercise], spawn: bool) -> None:
    # The reference runs where nothing is preloaded, so a worker that has the module differs from it.
    asking = small_exercise(OBSERVE, settings=SETTINGS.format('["wave"]'), slug="asking")
    without = small_exercise(OBSERVE, slug="without")
    with Grader(spawn=spawn) as grader:
        assert loaded(grader, without) == "as the reference"
        assert loaded(grader, asking) == "loaded = True"


def test_a_module_that_is_not_there_is_an_error(grader: Grader, small_exercise: Callable[..., Exercise]) -> None:
    exercise = small_exercise(OBSERVE, settings=SETTINGS.format('["no_such_module"]'))
    with pytest.raises(GradingError, match="No module named 'no_such_module'"):
        grader.grade(exercise, ANSWER, seed=0)
    without = small_exercise(OBSERVE, slug="without")
    assert grader.grade(without, ANSWER, seed=0).passed


def test_lessons_code_finds_imported_what_optimizers_import(grader: Grader) -> None:
    look = "import sys\nprint('torch._dynamo' in sys.modules)"
    units = grader.run_code([CodeUnit("optimizer", (f"# of torch.optim\n{look}",)), CodeUnit("next", (look,))])
    assert [unit.blocks[0].printed for unit in units] == ["True\n", "True\n"], "the second worker starts with it too"
