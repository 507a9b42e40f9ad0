"""Workers from both sources: what they find, what they may keep, and what becomes of those that fail to start."""

import sys
from collections.abc import Callable, Iterator

import pytest

from quizterm.errors import ExerciseError, GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.layers import Layer
from quizterm.grading.runner import Grader
from quizterm.grading.snippet import CodeUnit

ANSWER = "def answer(): return 1\n"
OBSERVE = "def observe_only(impl, case, probe):\n    return impl.answer()\n"


@pytest.fixture(scope="module")
def spawning() -> Iterator[Grader]:
    with Grader(spawn=True) as grader:
        yield grader


@pytest.fixture(params=["forked", "spawned"])
def each(request: pytest.FixtureRequest, grader: Grader, spawning: Grader) -> Grader:
    return grader if request.param == "forked" else spawning


def in_force(grader: Grader) -> set[Layer]:
    return {protection.layer for protection in grader.examine().protections if protection.in_force}


def printed(grader: Grader, code: str) -> str:
    (unit,) = grader.run_code([CodeUnit("unit", (code,))])
    assert unit.error is None
    (block,) = unit.blocks
    return block.printed.strip() or block.exception


@pytest.mark.skipif(sys.platform != "linux", reason="there is no zygote")
def test_spawned_workers_go_without_namespaces_alone(grader: Grader, spawning: Grader) -> None:
    assert in_force(spawning) == in_force(grader) - {Layer.NAMESPACES}


def test_modules_that_cannot_be_imported_are_told(each: Grader, small_exercise: Callable[..., Exercise]) -> None:
    settings = 'forbidden = []\npreload = ["no_such_module"]\n'
    exercise = small_exercise(OBSERVE, reference=ANSWER, settings=settings, slug="lacking")
    with pytest.raises(GradingError, match="No module named 'no_such_module'"):
        each.grade(exercise, ANSWER, seed=1)
    assert each.grade(small_exercise(OBSERVE, reference=ANSWER), ANSWER, seed=1).passed


def test_packages_out_of_reach_are_absent(each: Grader) -> None:
    code = "try:\n    import pytest\nexcept ModuleNotFoundError as error:\n    print(error)"
    assert printed(each, code) == "No module named 'pytest'"
    assert (
        printed(each, "import fractions, sqlite3, numpy, torch.optim\nprint(sqlite3.connect(':memory:') is None)")
        == "False"
    )


def test_what_torch_imports_late_can_be_imported(grader: Grader) -> None:
    code = "import torch, torch._dynamo, torch.fx, torch.distributions\nprint(torch.nn.Linear(1, 1).weight.shape)"
    assert printed(grader, code) == "torch.Size([1, 1])"


WRITE = """
import tempfile
from pathlib import Path
try:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        file.write_text("kept")
        print(file.read_text(), len(list(Path(folder).parent.iterdir())))
except OSError as error:
    print("nowhere")
"""


def test_code_of_lessons_has_a_scratch_folder_where_it_can_be_limited(grader: Grader) -> None:
    expected = "kept 1" if Layer.NAMESPACES in in_force(grader) else "nowhere"
    assert [printed(grader, WRITE) for _ in range(2)] == [expected] * 2, "and it is empty again for the next"


def test_without_namespaces_there_is_no_scratch_folder() -> None:
    with Grader(without=[Layer.NAMESPACES]) as grader:
        if Layer.FILES in in_force(grader):
            assert printed(grader, WRITE) == "nowhere"


FILL = """
import errno, tempfile
with tempfile.TemporaryFile() as file:
    try:
        while True: file.write(bytes(1 << 20))
    except OSError as error:
        print(errno.errorcode[error.errno])
"""


def test_a_scratch_folder_is_small(grader: Grader) -> None:
    if Layer.NAMESPACES not in in_force(grader):
        pytest.skip("there is none here")
    assert printed(grader, FILL) == "EFBIG"


def test_exercises_have_no_folder_to_write_to(grader: Grader, small_exercise: Callable[..., Exercise]) -> None:
    if Layer.FILES not in in_force(grader):
        pytest.skip("this kernel has no Landlock")
    source = "def answer():\n    import tempfile\n    with tempfile.TemporaryFile(): return 1\n"
    (result,) = grader.grade(small_exercise(OBSERVE, reference=ANSWER), source, seed=1).experiments
    assert result.error is not None
    assert "PermissionError" in result.error.message or "FileNotFoundError" in result.error.message


def test_the_referee_learns_nothing_of_the_environment_that_may_be_secret(
    small_exercise: Callable[..., Exercise], monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = {"HOMEBREW_GITHUB_API_TOKEN", "PATHFINDER_KEY", "AWS_SECRET_ACCESS_KEY"}
    for name in secrets:
        monkeypatch.setenv(name, "x")
    exercise = small_exercise(OBSERVE, make_case="import os; raise ValueError(sorted(os.environ))")
    with Grader() as grader, pytest.raises(ExerciseError) as told:  # cases are made by the referee
        grader.grade(exercise, ANSWER, seed=1)
    assert "'PATH'" in str(told.value)
    assert not [name for name in secrets if name in str(told.value)]
